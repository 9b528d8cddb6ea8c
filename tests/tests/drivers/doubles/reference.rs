//! What operations on 64-bit floats give: the host's arithmetic, which rounds to nearest even, and LLVM's for the other modes.

use rustc_apfloat::ieee::{Double, Half};
use rustc_apfloat::{Float, FloatConvert, Round};

/// How results are rounded, and whether denormal operands and results are zeros.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    pub to_zero: bool,
    pub flush: bool,
}

pub const NEAREST: Mode = Mode {
    to_zero: false,
    flush: false,
};
pub const TO_ZERO: Mode = Mode {
    to_zero: true,
    flush: false,
};
pub const FLUSH: Mode = Mode {
    to_zero: false,
    flush: true,
};
pub const TO_ZERO_FLUSH: Mode = Mode {
    to_zero: true,
    flush: true,
};

fn wide(x: f64) -> Double {
    Double::from_bits(x.to_bits().into())
}

fn host(x: Double) -> f64 {
    f64::from_bits(x.to_bits() as u64)
}

impl Mode {
    /// The number without denormals, if they are zeros.
    pub fn flushed(self, x: f64) -> f64 {
        match self.flush && x.is_subnormal() {
            true => 0_f64.copysign(x),
            false => x,
        }
    }

    fn rounded(self, nearest: f64, zero: impl FnOnce() -> f64) -> f64 {
        self.flushed(if self.to_zero { zero() } else { nearest })
    }

    pub fn add(self, x: f64, y: f64) -> f64 {
        self.rounded(x + y, || {
            host(wide(x).add_r(wide(y), Round::TowardZero).value)
        })
    }

    pub fn multiply(self, x: f64, y: f64) -> f64 {
        self.rounded(x * y, || {
            host(wide(x).mul_r(wide(y), Round::TowardZero).value)
        })
    }

    pub fn divide(self, x: f64, y: f64) -> f64 {
        self.rounded(x / y, || {
            host(wide(x).div_r(wide(y), Round::TowardZero).value)
        })
    }

    pub fn fma(self, x: f64, y: f64, z: f64) -> f64 {
        self.rounded(x.mul_add(y, z), || {
            let sum = wide(x).mul_add_r(wide(y), wide(z), Round::TowardZero);
            host(sum.value)
        })
    }

    /// LLVM's floats have no square root: it is the nearest one, or that before, if the square exceeds the number.
    pub fn sqrt(self, x: f64) -> f64 {
        self.rounded(x.sqrt(), || {
            // Where the square's last bits would be lost, both are scaled.
            let (scale, back) = match x < 1e-200 {
                true => (2_f64.powi(400), 2_f64.powi(-200)),
                false => (1.0, 1.0),
            };
            let root = (x * scale).sqrt();
            let exceeds = root.is_finite() && root.mul_add(root, -(x * scale)) > 0.0;
            match exceeds {
                true => f64::from_bits(root.to_bits() - 1) * back,
                false => root * back,
            }
        })
    }
}

/// A number from 1/2 to 1 and the exponent, of a finite number.
pub fn frexp(x: f64) -> (f64, i32) {
    if x == 0.0 {
        return (x, 0);
    }
    let (x, by) = match x.is_subnormal() {
        true => (x * 2_f64.powi(64), -64),
        false => (x, 0),
    };
    let field = (x.to_bits() >> 52 & 0x7FF) as i32;
    let part = x.to_bits() & !(0x7FF << 52) | 1022 << 52;
    (f64::from_bits(part), field - 1022 + by)
}

/// The bits of the nearest half.
pub fn to_half(x: f64) -> u16 {
    let half: Half = wide(x).convert(&mut false).value;
    half.to_bits() as u16
}

/// The number of a half.
pub fn from_half(bits: u16) -> f64 {
    host(Half::from_bits(bits.into()).convert(&mut false).value)
}

/// The number times a power of two, rounded once.
pub fn ldexp(x: f64, by: i32) -> f64 {
    host(wide(x).scalbn_r(by, Round::NearestTiesToEven))
}
