//! Tests of the filter that need no driver.
//!
//! - [`corpus`]: every module on every built-in device. [`hostile`]: truncated and mutated modules.
//! - [`layouts`], [`promises`], [`descriptor_index`], [`vendor_modules`], [`better_devices`]: what is accepted, lowered and refused.
//! - [`versions`], [`coverage`], [`extended`], [`growth`]: what is measured is what the documentation says. `BLESS=1` writes it.
//! - [`helps`], [`refusals`]: what reports of refusals advise works, and what they say of shaders like those that people reported.
//! - [`specializer`]: one analysis with many specializations, against a run of the filter for each.
//! - [`rule_cases`]: from a rule to what shows it, and back.
//! - [`device_reports`], [`authoring_headers`]: what is read from files of others, and what shader authors include.

mod authoring_headers;
mod better_devices;
mod corpus;
mod coverage;
mod descriptor_index;
mod device_reports;
mod extended;
mod growth;
mod helps;
mod hostile;
mod layouts;
mod promises;
mod refusals;
mod rule_cases;
mod specializer;
mod vendor_modules;
mod versions;
