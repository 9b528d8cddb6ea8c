//! Measuring: the best of several rounds, taken in turns.

use std::time::{Duration, Instant};

/// How long and how often things are measured.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Rounds at least.
    pub rounds: u32,
    /// Time that all rounds of a comparison take at least.
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
    /// The best time of each, in seconds. They run in turns, so that what else happens on the machine hits all.
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
