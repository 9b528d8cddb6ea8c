//! Tests of `sos-runner`'s sessions: [`jobs`] run, fail, crash and hang; [`images`] and [`addresses`] reach the shader and come back.
//!
//! They are a program of their own because of the hang, which ends by a time limit.

mod addresses;
mod images;
mod jobs;
