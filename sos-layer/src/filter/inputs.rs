//! Vertex stages whose built-ins of the draw become inputs ([`crate::draws`]), and what there is to say of draws.

use super::{guarded, Filter, Written};
use crate::log::Level;
use ash::vk;
use sos_core::{draw_inputs, DrawInputs, EntryPoint, Limits};
use std::sync::PoisonError;

impl Filter {
    /// The module of a vertex stage with inputs at the locations that `choose` gives for what it reads of its draw, if it reads anything.
    ///
    /// # Errors
    /// Why there is none; it has been said.
    pub fn with_inputs(
        &self,
        written: &Written,
        entry: EntryPoint<'_>,
        choose: impl FnOnce(&DrawInputs) -> Result<[Option<u32>; 3], &'static str>,
    ) -> Result<Option<Written>, ()> {
        let Some(module) = &written.module else {
            return Ok(None);
        };
        let make = || {
            let selection = match module.entry_point_count() {
                1 => None,
                _ => Some(module.select(&[entry]).map_err(|error| error.to_string())?),
            };
            let selected = selection.as_ref().map(|it| it.scan(&Limits::NONE));
            let selected = selected.transpose().map_err(|error| error.to_string())?;
            let module = selected.as_ref().unwrap_or(module);
            let Some(inputs) = draw_inputs(module)? else {
                return Ok(None);
            };
            let locations = choose(&inputs)?;
            Ok(Some(inputs.replaced(module, locations)))
        };
        match guarded(make).unwrap_or(Ok(None)) {
            Ok(None) => Ok(None),
            Ok(Some(words)) => {
                let made = self.scan(&words);
                let name = written.name.lock().unwrap_or_else(PoisonError::into_inner);
                made.name
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .clone_from(&name);
                drop(name);
                let text = || {
                    format!(
                        "{}: as {} with attributes for what it reads of its draw",
                        written.label(),
                        made.key()
                    )
                };
                if self.log.wants(Level::Verbose) {
                    self.log.say(Level::Verbose, &text());
                }
                Ok(Some(made))
            }
            Err(why) => {
                let why: String = why;
                let text = format!(
                    "{}: no attributes for what it reads of its draw: {why}",
                    written.label()
                );
                self.log.say(Level::Warning, &text);
                Err(())
            }
        }
    }

    /// Says what draws took.
    pub fn say_draws(&self, text: Option<String>) {
        if let Some(text) = text {
            self.log.say(Level::Verbose, &text);
        }
    }

    /// Says that a command buffer lacks draws.
    pub fn say_undrawn(&self, error: vk::Result) {
        let text = format!(
            "a command buffer fails, since there is no place for the parameters of a draw: {error}"
        );
        self.log.say(Level::Warning, &text);
    }

    /// Says why a pipeline is not linked of its libraries.
    pub fn say_unlinked(&self, why: &str) {
        let text = format!("a pipeline fails, since its libraries cannot be linked: {why}");
        self.log.say(Level::Warning, &text);
    }
}
