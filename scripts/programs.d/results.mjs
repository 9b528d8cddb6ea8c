// What the programs in JavaScript share: results.py once more. Halves are words in a Uint16Array and have the type float16.
import { appendFileSync, writeFileSync } from "node:fs";

export class Results {
    equal = 0;
    differing = [];
    refused = [];

    constructor(path) {
        this.path = path;
        writeFileSync(path, "");
    }

    /** Compares what `compute` returns with `expected`, both of a type that NumPy names. A number may be off by `each`
     * times what is expected, plus `most` times the greatest that is expected. */
    async check(name, type, compute, expected, each = 0, most = 0) {
        let found;
        try {
            found = await compute();
        } catch (error) {
            console.error(error);
            return this.say(this.refused, `${name}: refused: ${String(error).split(/\s+/).join(" ")}`);
        }
        appendFileSync(this.path, `${name} ${type} ${found.length}\n`);
        appendFileSync(this.path, Buffer.from(found.buffer, found.byteOffset, found.byteLength));
        if (found.length !== expected.length) {
            return this.say(this.differing, `${name}: differs: has ${found.length} numbers, expected ${expected.length}`);
        }
        const value = type === "float16" ? fromHalf : Number;
        const numbers = Array.from(expected, value);
        const greatest = numbers.reduce((greatest, number) => Math.max(greatest, Math.abs(number)), 0);
        const isWrong = (bits, at) => {
            const number = value(bits);
            const areSame = number === numbers[at] || (Number.isNaN(number) && Number.isNaN(numbers[at]));
            return !areSame && !(Math.abs(number - numbers[at]) <= each * Math.abs(numbers[at]) + most * greatest);
        };
        const wrong = Array.from(found, isWrong);
        const at = wrong.indexOf(true);
        if (at < 0) {
            this.equal++;
            return console.log(`${name}: equal`);
        }
        const count = wrong.filter(Boolean).length;
        const both = `${value(found[at])}, expected ${numbers[at]}`;
        this.say(this.differing, `${name}: differs at ${at}: ${both}; ${count} of ${wrong.length} do`);
    }

    say(where, what) {
        where.push(what);
        console.log(what);
    }

    /** Prints the verdict and ends the program. */
    finish() {
        const count = this.equal + this.differing.length + this.refused.length;
        const ended = `${this.differing.length} differ, ${this.refused.length} refused`;
        if (count === 0) {
            console.log("refused: nothing was checked");
        } else if (this.equal === count) {
            console.log(`equal to the reference: ${count} arrays`);
        } else {
            console.log(`${this.equal} of ${count} equal, ${ended}; ${[...this.refused, ...this.differing][0]}`);
        }
        process.exit(this.refused.length || count === 0 ? 3 : this.differing.length ? 1 : 0);
    }
}

/** The number that a half is. */
export function fromHalf(bits) {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    if (exponent === 31) return fraction ? NaN : sign * Infinity;
    return sign * (exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24);
}

/** The half nearest to a number, of two the even one. */
export function toHalf(number) {
    if (Number.isNaN(number)) return 0x7e00;
    const sign = number < 0 || Object.is(number, -0) ? 0x8000 : 0;
    const size = Math.abs(number);
    if (size >= 65520) return sign | 0x7c00;
    let exponent = -14;
    while (size >= 2 ** (exponent + 1)) exponent++;
    const scaled = size * 2 ** (10 - exponent);
    let whole = Math.floor(scaled);
    if (scaled - whole > 0.5 || (scaled - whole === 0.5 && whole % 2)) whole++;
    return sign | (((exponent + 14) << 10) + whole);
}

/** Numbers from 0 to 1, the same for the same seed. */
export function randomNumbers(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}
