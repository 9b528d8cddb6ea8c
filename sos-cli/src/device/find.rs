//! `sos device find`: the built-in devices that are nearest to a device, as [`sos_core::target::find`] knows them, with what to mind about
//! them.

mod found;
#[cfg(test)]
mod tests;

use anyhow::{anyhow, Result};
use sos_core::target::find;

use crate::message::Severity;
use crate::{message, output, Status};
use found::{caveat, summary};
use sos_front::devices::{Answer, Near};

/// `sos device find`
///
/// # Errors
/// The text is empty, a number that several chips have, or that of a device of this machine that cannot be asked.
pub(super) fn run(text: &str, json: bool, quiet: bool) -> Result<Status> {
    let found = match super::vulkan_index(text).flatten() {
        Some(index) => find::find_here(super::live(index)?.name())?,
        None => find::find(text)?,
    };
    let mut found: Vec<Answer> = found.into_iter().map(Answer::new).collect();
    let is_near = found.iter().any(|found| !found.devices.is_empty());
    if !json {
        output::print(lines(&found).as_bytes())?;
    }
    if !quiet {
        if found.len() > 1 {
            message::say(Severity::Note, format!(
                "{text} was sold with {} chips, by country or by year: where it is not known with which, filter for what is near to each",
                found.len()
            ));
        }
        for one in &found {
            message::say(Severity::Note, summary(one, text));
            if let Some(caveat) = caveat(one) {
                message::say(Severity::Note, caveat);
            }
        }
    }
    if json {
        let mut first = found.remove(0);
        first.also = found;
        output::print(&output::json(&first)?)?;
    }
    Ok(if is_near {
        Status::Done
    } else {
        Status::Unsupported
    })
}

/// The lines of all devices that are near, each once.
fn lines(found: &[Answer]) -> String {
    let mut all: Vec<&Near> = Vec::new();
    for near in found.iter().flat_map(|found| &found.devices) {
        if !all
            .iter()
            .any(|other| other.device.device == near.device.device)
        {
            all.push(near);
        }
    }
    let names = all.iter().map(|near| near.device.device.len());
    let width = names.max().unwrap_or(0);
    let mut lines = String::new();
    for Near { same, device, .. } in all {
        lines += &format!(
            "{:width$}  {:31}  {:7}  {}\n",
            device.device,
            same.text(),
            device.system(),
            device.name()
        );
    }
    lines
}

/// What is better than a device that stands for another.
pub(super) const BETTER: &str =
    "A report of the product itself, from vulkan.gpuinfo.org, says more";

/// The name of the device that is nearest to what is asked for, and how near, if it is of the same generation or driver.
pub(super) fn near_device(text: &str) -> Option<(&'static str, String)> {
    let mut found = find::find(text).ok()?.into_iter();
    found.find_map(|found| found.best())
}

/// The devices that stand for a product, such as a phone, one for each chip that it was sold with, and a note on how near they are.
/// `None` if it is no product that is known.
///
/// # Errors
/// Nothing near one of its chips is built in.
pub(super) fn product(text: &str) -> Option<Result<(Vec<&'static str>, String)>> {
    Some(match find::stand_ins(text)? {
        Ok(found) => Ok((found.devices, found.note)),
        Err(why) => Err(anyhow!("{why}. {}", found::MAKERS)),
    })
}
