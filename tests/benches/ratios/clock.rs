//! Time measurement: the best of several rounds, in which the compared tasks alternate.

use std::time::{Duration, Instant};

/// The limits of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The minimum number of rounds.
    pub rounds: u32,
    /// The minimum total time of all rounds of a comparison.
    pub time: Duration,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            rounds: 12,
            time: Duration::from_millis(600),
        }
    }
}

impl Clock {
    /// The best time of each task in seconds. Tasks alternate, so that interference by other programs affects all of them.
    pub fn best<const N: usize>(self, mut runs: [&mut dyn FnMut(); N]) -> [f64; N] {
        let mut best = [f64::INFINITY; N];
        let begin = Instant::now();
        let mut round = 0;
        while round < self.rounds || begin.elapsed() < self.time {
            for (run, best) in runs.iter_mut().zip(&mut best) {
                let start = Instant::now();
                run();
                *best = best.min(start.elapsed().as_secs_f64());
            }
            round += 1;
        }
        best
    }
}
