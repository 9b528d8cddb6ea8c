//! Compares the outputs of two runs of a shader: bit by bit, or within a tolerance in units in the last place where the source
//! states that SPIR-V leaves the result open.

use crate::execute::job::{Job, Output, Work};

/// Describes the first difference, or returns `None` if there is none.
///
/// The job provides bindings and the size of the framebuffer for the description.
pub(crate) fn difference(job: &Job, expected: &Output, found: &Output, ulp: u32) -> Option<String> {
    if expected.buffers.len() != found.buffers.len() || expected.image.len() != found.image.len() {
        return Some("the runs left different numbers of buffers or pixels".to_owned());
    }
    for (index, (expected, found)) in expected.buffers.iter().zip(&found.buffers).enumerate() {
        if let Some((at, count)) = first_difference(expected, found, ulp) {
            let place = job
                .buffers
                .get(index)
                .map_or((0, 0), |one| (one.set, one.binding));
            return Some(format!(
                "set {} binding {} word {at}: {}{}",
                place.0,
                place.1,
                words(expected.get(at), found.get(at)),
                more(count)
            ));
        }
    }
    let (at, count) = first_difference(&expected.image, &found.image, ulp)?;
    let (width, height) = match job.work {
        Work::Draw { width, height, .. } => (width.max(1) as usize, height.max(1) as usize),
        _ => (1, 1),
    };
    let color = match at / 4 / width / height {
        0 => String::new(),
        number => format!("color {number} "),
    };
    Some(format!(
        "{color}pixel ({}, {}) channel {}: {}{}",
        at / 4 % width,
        at / 4 / width % height,
        at % 4,
        words(expected.image.get(at), found.image.get(at)),
        more(count)
    ))
}

/// The index of the first difference, and the number of differing words.
fn first_difference(expected: &[u32], found: &[u32], ulp: u32) -> Option<(usize, usize)> {
    if expected.len() != found.len() {
        return Some((expected.len().min(found.len()), 1));
    }
    let pairs = expected.iter().zip(found).enumerate();
    let mut differing = pairs.filter(|(_, (a, b))| !is_close(**a, **b, ulp));
    let (at, _) = differing.next()?;
    Some((at, 1 + differing.count()))
}

/// Whether two words are equal, or 32-bit floats that differ by at most `ulp` representable values.
fn is_close(a: u32, b: u32, ulp: u32) -> bool {
    if a == b {
        return true;
    }
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    if ulp == 0 || !x.is_finite() || !y.is_finite() {
        return ulp != 0 && x.is_nan() && y.is_nan();
    }
    // Maps floats to integers in the same order: both zeros to 0, neighbouring floats to neighbouring integers.
    let place = |bits: u32| {
        let magnitude = i64::from(bits & 0x7FFF_FFFF);
        if bits >> 31 == 0 {
            magnitude
        } else {
            -magnitude
        }
    };
    (place(a) - place(b)).unsigned_abs() <= u64::from(ulp)
}

fn words(expected: Option<&u32>, found: Option<&u32>) -> String {
    let show = |word: Option<&u32>| {
        word.map_or("nothing".to_owned(), |word| {
            format!("{word:#010x} ({:e})", f32::from_bits(*word))
        })
    };
    format!("{} instead of {}", show(found), show(expected))
}

fn more(count: usize) -> String {
    match count {
        1 => String::new(),
        _ => format!("; {count} words differ"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::job::Buffer;

    fn job() -> Job {
        Job {
            stages: Vec::new(),
            buffers: vec![Buffer::storage(3, vec![0; 4])],
            push_constants: Vec::new(),
            addresses: Vec::new(),
            work: Work::Draw {
                width: 2,
                height: 2,
                vertices: 3,
            },
        }
    }

    fn buffer(words: &[u32]) -> Output {
        Output {
            buffers: vec![words.to_vec()],
            image: Vec::new(),
        }
    }

    #[test]
    fn units_in_the_last_place_are_steps_between_floats() {
        let bits = f32::to_bits;
        assert!(is_close(bits(1.0), bits(1.0) + 2, 2) && !is_close(bits(1.0), bits(1.0) + 3, 2));
        assert!(is_close(bits(0.0), bits(-0.0), 1) && !is_close(bits(0.0), bits(-0.0), 0));
        assert!(is_close(1, 0x8000_0001, 2) && !is_close(1, 0x8000_0001, 1));
        assert!(is_close(bits(f32::NAN), bits(-f32::NAN), 1));
        assert!(!is_close(bits(f32::INFINITY), bits(f32::MAX), 4));
    }

    #[test]
    fn the_first_difference_is_named() {
        let said = difference(&job(), &buffer(&[1, 2, 3]), &buffer(&[1, 5, 4]), 0).unwrap();
        assert!(
            said.starts_with("set 0 binding 3 word 1: 0x00000005"),
            "{said}"
        );
        assert!(said.ends_with("2 words differ"), "{said}");
        assert_eq!(difference(&job(), &buffer(&[1]), &buffer(&[1]), 0), None);
        assert!(difference(&job(), &buffer(&[1]), &buffer(&[1, 1]), 0).is_some());
        let image = |words: &[u32]| Output {
            buffers: Vec::new(),
            image: words.to_vec(),
        };
        let mut other = vec![0; 16];
        other[14] = 1;
        let said = difference(&job(), &image(&[0; 16]), &image(&other), 0).unwrap();
        assert!(said.starts_with("pixel (1, 1) channel 2"), "{said}");
    }
}
