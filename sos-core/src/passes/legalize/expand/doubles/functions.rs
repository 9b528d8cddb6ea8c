//! Instructions of `GLSL.std.450` on 64-bit floats. What is no function of the soft library is computed by the formula of Vulkan's
//! precision requirements, or of the instruction's definition.

use super::super::words::Pair;
use super::emit::Doubles;
use crate::build::Build;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::passes::legalize::{LowerError, Work, MALFORMED};
use crate::plan::import_set;
use crate::soft::Soft;
use crate::tables::{glsl_std_450 as glsl, op, ExtInstSet};
use crate::views;
use arrayvec::ArrayVec;

impl Work<'_> {
    /// Lowers an instruction with a result of `n` 64-bit floats, or with such operands.
    pub fn double_function(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let call = views::ExtInst(inst);
        if import_set(self.input.facts, call.set()) != ExtInstSet::GlslStd450 {
            return Err(LowerError::NoCounterpart);
        }
        let (id, number, operands) = (inst.result(), call.instruction(), call.operands());
        let first = operands.first().copied().ok_or(MALFORMED)?;
        match number {
            glsl::PackDouble2x32 => {
                let value = self.id(first)?;
                return self.unpack(id, 1, value);
            }
            glsl::UnpackDouble2x32 => {
                let Pair { lo, hi } = self.pair_of(first, 1)?;
                self.words()
                    .op_as(id, op::OpCompositeConstruct, 2, &[lo, hi]);
                return Ok(());
            }
            glsl::Frexp | glsl::FrexpStruct | glsl::Modf | glsl::ModfStruct => {
                return self.double_in_two(inst, n, number, first);
            }
            glsl::Determinant => {
                let value = self.determinant(first)?;
                return self.alias(id, 1, value);
            }
            glsl::MatrixInverse => return self.invert(inst, first),
            _ => {}
        }
        let of = self.count_of(first);
        let mut all = ArrayVec::<Pair, 3>::new();
        for &operand in operands.iter().take(3) {
            // The exponent of `Ldexp` is an integer, and a factor may be a scalar.
            if number != glsl::Ldexp || all.is_empty() {
                let count = self.count_of(operand);
                let [value] = self.doubles_of(&[operand], count)?;
                all.push(value);
            }
        }
        let by = match number {
            glsl::Ldexp => self.word_of_any(operands.get(1).copied().unwrap_or(0), of)?,
            _ => 0,
        };
        let mut doubles = self.doubles();
        let value = match (number, all.as_slice()) {
            (glsl::Round | glsl::RoundEven, &[x]) => doubles.call(n, Soft::F64RoundEven, &[x]),
            (glsl::Trunc, &[x]) => doubles.call(n, Soft::F64Trunc, &[x]),
            (glsl::Floor, &[x]) => doubles.call(n, Soft::F64Floor, &[x]),
            (glsl::Ceil, &[x]) => doubles.call(n, Soft::F64Ceil, &[x]),
            (glsl::Fract, &[x]) => {
                let floor = doubles.call(n, Soft::F64Floor, &[x]);
                doubles.subtract(n, x, floor)
            }
            (glsl::FAbs, &[x]) => doubles.abs(n, x),
            (glsl::FSign, &[x]) => doubles.call(n, Soft::F64Sign, &[x]),
            (glsl::Sqrt, &[x]) => doubles.sqrt(n, x),
            (glsl::InverseSqrt, &[x]) => doubles.inverse_sqrt(n, x),
            (glsl::Ldexp, &[x]) => doubles.scale(n, x, by),
            (glsl::FMin | glsl::NMin, &[x, y]) => doubles.call(n, Soft::F64Min, &[x, y]),
            (glsl::FMax | glsl::NMax, &[x, y]) => doubles.call(n, Soft::F64Max, &[x, y]),
            (glsl::FClamp | glsl::NClamp, &[x, least, most]) => doubles.clamp(n, x, least, most),
            (glsl::FMix, &[x, y, a]) => doubles.mix(n, x, y, a),
            (glsl::Step, &[edge, x]) => doubles.step(n, edge, x),
            (glsl::SmoothStep, &[low, high, x]) => doubles.smooth_step(n, low, high, x),
            (glsl::Fma, &[a, b, c]) => doubles.fma(n, a, b, c),
            (glsl::Length, &[x]) => doubles.length(of, x),
            (glsl::Distance, &[x, y]) => {
                let apart = doubles.subtract(of, x, y);
                doubles.length(of, apart)
            }
            (glsl::Cross, &[x, y]) if n == 3 => doubles.cross(x, y),
            (glsl::Normalize, &[x]) => {
                let length = doubles.length(n, x);
                let length = doubles.splat(n, length);
                doubles.divide(n, x, length)
            }
            (glsl::FaceForward, &[normal, incident, reference]) => {
                doubles.face_forward(n, normal, incident, reference)
            }
            (glsl::Reflect, &[incident, normal]) => doubles.reflect(n, incident, normal),
            (glsl::Refract, &[incident, normal, ratio]) => {
                doubles.refract(n, incident, normal, ratio)
            }
            _ => return Err(LowerError::NoCounterpart),
        };
        let count = self.count(inst.result_type());
        self.alias(id, count, value)
    }

    /// The lower words of integers of any width.
    fn word_of_any(&mut self, id: u32, n: u32) -> Result<u32, LowerError> {
        let word = match self.count_of(id) {
            0 => {
                let scalar = self.shape_of(id).map(|shape| shape.0);
                let signed = matches!(scalar, Some(Scalar::Int { signed: true, .. }));
                self.word(id, n, signed)?
            }
            count => self.pair_of(id, count)?.lo,
        };
        let int = self.build.int();
        let ints = self.build.vector(int, n);
        Ok(self.build.op(op::OpBitcast, ints, &[word]))
    }

    /// Lowers what takes a number apart, into a structure or by way of a pointer.
    fn double_in_two(
        &mut self,
        inst: Inst<'_>,
        n: u32,
        number: u32,
        operand: u32,
    ) -> Result<(), LowerError> {
        let (id, ty) = (inst.result(), inst.result_type());
        let of = self.count_of(operand);
        let [x] = self.doubles_of(&[operand], of)?;
        let pointer = views::ExtInst(inst).operands().get(1).copied();
        let second_type = match (number, pointer) {
            (glsl::Frexp | glsl::Modf, Some(pointer)) => self.pointer_of(pointer).1,
            (glsl::FrexpStruct | glsl::ModfStruct, None) => {
                self.input.part_type(ty, 1).unwrap_or(0)
            }
            _ => return Err(MALFORMED),
        };
        let explicit = match pointer {
            Some(pointer) => self.is_explicit_class(self.pointer_of(pointer).0),
            None => self.is_explicit(ty),
        };
        let (first, second) = match number {
            glsl::Frexp | glsl::FrexpStruct => {
                let int = self.build.int();
                let ints = self.build.vector(int, of);
                let operands = [x.lo, x.hi];
                let parts = self.build.soft(Soft::F64Frexp, of, &operands);
                let mut words = self.words();
                let first = words.new_pair();
                words.op_as(first.lo, op::OpCompositeExtract, of, &[parts, 0]);
                words.op_as(first.hi, op::OpCompositeExtract, of, &[parts, 1]);
                let exponent = self.build.op(op::OpCompositeExtract, ints, &[parts, 2]);
                (
                    first,
                    self.exponent_as(second_type, of, exponent, explicit)?,
                )
            }
            _ => {
                let mut doubles = self.doubles();
                let whole = doubles.call(of, Soft::F64Trunc, &[x]);
                let rest = doubles.subtract(of, x, whole);
                // Of infinity nothing is left; and the rest has the sign of the number.
                let is_infinite = doubles.words.build.id();
                doubles.is_infinite_as(is_infinite, of, x);
                let zero = doubles.constant(of, 0.0);
                let rest = doubles.select(of, is_infinite, zero, rest);
                let rest = doubles.with_sign_of(of, rest, x);
                (rest, self.pack(of, whole, explicit))
            }
        };
        match pointer {
            Some(pointer) => {
                self.store_value(pointer, second_type, second)?;
                self.alias(id, n, first)
            }
            None => {
                let first = self.pack(of, first, explicit);
                let ty = self.value_type(ty);
                let parts = [first, second];
                self.build.op_as(id, op::OpCompositeConstruct, ty, &parts);
                Ok(())
            }
        }
    }

    /// An exponent, of 32 bits, as a value of an integer type, in a single id.
    fn exponent_as(
        &mut self,
        ty: u32,
        n: u32,
        exponent: u32,
        explicit: bool,
    ) -> Result<u32, LowerError> {
        if self.count(ty) == n {
            let mut words = self.words();
            let lo = words.op(op::OpBitcast, n, &[exponent]);
            let hi = words.sign(n, lo);
            return Ok(self.pack(n, Pair { lo, hi }, explicit));
        }
        let form = self.value_type(ty);
        let id = self.build.id();
        match self.is_promoted(ty) {
            true => self.build.op_as(id, op::OpBitcast, form, &[exponent]),
            false => {
                let int = self.build.int();
                let opcode = match self.build.vector(int, n) == form {
                    true => op::OpCopyObject,
                    false if self.largest(ty) == 4 => op::OpBitcast,
                    false => op::OpSConvert,
                };
                self.build.op_as(id, opcode, form, &[exponent]);
            }
        }
        Ok(id)
    }
}

impl Doubles<'_> {
    fn inverse_sqrt(&mut self, n: u32, x: Pair) -> Pair {
        let root = self.sqrt(n, x);
        let one = self.constant(n, 1.0);
        self.divide(n, one, root)
    }

    fn clamp(&mut self, n: u32, x: Pair, least: Pair, most: Pair) -> Pair {
        let above = self.call(n, Soft::F64Max, &[x, least]);
        self.call(n, Soft::F64Min, &[above, most])
    }

    /// `x (1 - a) + y a`
    fn mix(&mut self, n: u32, x: Pair, y: Pair, a: Pair) -> Pair {
        let one = self.constant(n, 1.0);
        let rest = self.subtract(n, one, a);
        let first = self.multiply(n, x, rest);
        let second = self.multiply(n, y, a);
        self.add(n, first, second)
    }

    fn step(&mut self, n: u32, edge: Pair, x: Pair) -> Pair {
        let below = self.compare(n, Soft::F64Less, x, edge);
        let [zero, one] = [0.0, 1.0].map(|value| self.constant(n, value));
        self.select(n, below, zero, one)
    }

    /// `t t (3 - 2 t)`, where `t` is `(x - low) / (high - low)` from 0 to 1
    fn smooth_step(&mut self, n: u32, low: Pair, high: Pair, x: Pair) -> Pair {
        let above = self.subtract(n, x, low);
        let range = self.subtract(n, high, low);
        let t = self.divide(n, above, range);
        let [zero, one] = [0.0, 1.0].map(|value| self.constant(n, value));
        let t = self.clamp(n, t, zero, one);
        let [two, three] = [2.0, 3.0].map(|value| self.constant(n, value));
        let twice = self.multiply(n, two, t);
        let factor = self.subtract(n, three, twice);
        let square = self.multiply(n, t, t);
        self.multiply(n, square, factor)
    }

    fn cross(&mut self, x: Pair, y: Pair) -> Pair {
        let [x_next, x_last] = [[1, 2, 0], [2, 0, 1]].map(|order| self.shuffle(x, order));
        let [y_next, y_last] = [[1, 2, 0], [2, 0, 1]].map(|order| self.shuffle(y, order));
        let first = self.multiply(3, x_next, y_last);
        let second = self.multiply(3, x_last, y_next);
        self.subtract(3, first, second)
    }

    fn shuffle(&mut self, a: Pair, [x, y, z]: [u32; 3]) -> Pair {
        let [lo, hi] = [a.lo, a.hi].map(|word| {
            let operands = [word, word, x, y, z];
            self.words.op(op::OpVectorShuffle, 3, &operands)
        });
        Pair { lo, hi }
    }

    fn face_forward(&mut self, n: u32, normal: Pair, incident: Pair, reference: Pair) -> Pair {
        let dot = self.dot(n, reference, incident);
        let zero = self.constant(1, 0.0);
        let towards = self.compare(1, Soft::F64Less, dot, zero);
        let towards = self.splat_truth(n, towards);
        let turned = self.negate(n, normal);
        self.select(n, towards, normal, turned)
    }

    /// `incident - 2 dot(normal, incident) normal`
    fn reflect(&mut self, n: u32, incident: Pair, normal: Pair) -> Pair {
        let dot = self.dot(n, normal, incident);
        let two = self.constant(1, 2.0);
        let twice = self.multiply(1, two, dot);
        let twice = self.splat(n, twice);
        let change = self.multiply(n, twice, normal);
        self.subtract(n, incident, change)
    }

    /// `ratio incident - (ratio d + sqrt(k)) normal`, where `d` is `dot(normal, incident)` and `k` is `1 - ratio ratio (1 - d d)`; zero
    /// if `k` is negative
    fn refract(&mut self, n: u32, incident: Pair, normal: Pair, ratio: Pair) -> Pair {
        let [zero, one] = [0.0, 1.0].map(|value| self.constant(1, value));
        let dot = self.dot(n, normal, incident);
        let square = self.multiply(1, dot, dot);
        let rest = self.subtract(1, one, square);
        let ratios = self.multiply(1, ratio, ratio);
        let part = self.multiply(1, ratios, rest);
        let k = self.subtract(1, one, part);
        let is_negative = self.compare(1, Soft::F64Less, k, zero);
        let root = self.sqrt(1, k);
        let along = self.multiply(1, ratio, dot);
        let factor = self.add(1, along, root);
        let [factor, ratio, none] = [factor, ratio, zero].map(|one| self.splat(n, one));
        let change = self.multiply(n, factor, normal);
        let kept = self.multiply(n, ratio, incident);
        let refracted = self.subtract(n, kept, change);
        let is_negative = self.splat_truth(n, is_negative);
        self.select(n, is_negative, none, refracted)
    }

    fn splat_truth(&mut self, n: u32, truth: u32) -> u32 {
        if n == 1 {
            return truth;
        }
        let ty = self.words.truth(n);
        let parts = [truth; 4];
        let parts = parts.get(..n as usize).unwrap_or(&parts);
        self.words.build.op(op::OpCompositeConstruct, ty, parts)
    }

    /// The magnitude of the one with the sign of the other.
    fn with_sign_of(&mut self, n: u32, a: Pair, of: Pair) -> Pair {
        let size = self.abs(n, a);
        let sign = self.words.splat(n, 1 << 31);
        let sign = self.words.op(op::OpBitwiseAnd, n, &[of.hi, sign]);
        let hi = self.words.op(op::OpBitwiseOr, n, &[size.hi, sign]);
        Pair { lo: size.lo, hi }
    }
}
