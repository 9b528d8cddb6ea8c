//! The devices of a session: those that are built in, by name, and those that a text describes, by number.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;
use sos_core::target::text_of_file;
use sos_core::Target;
use sos_front::devices::{select, without};
use sos_front::failure::Failure;

thread_local! {
    static TARGETS: RefCell<Targets> = RefCell::default();
}

/// What has been read.
#[derive(Default)]
struct Targets {
    by_name: BTreeMap<String, Rc<Target>>,
    own: Vec<Rc<Target>>,
}

/// The device that a request names: a text, or the number of one that was added.
///
/// # Errors
/// There is none.
pub fn find(device: &Value, hidden: &[String]) -> Result<Rc<Target>, Failure> {
    let found = TARGETS.with_borrow_mut(|targets| match device {
        Value::String(name) => match targets.by_name.get(name) {
            Some(target) => Ok(Rc::clone(target)),
            None => {
                let target = Rc::new(select(name)?);
                targets.by_name.insert(name.clone(), Rc::clone(&target));
                Ok(target)
            }
        },
        _ => {
            let number = device
                .as_u64()
                .and_then(|number| usize::try_from(number).ok());
            let own = number.and_then(|number| targets.own.get(number));
            own.cloned()
                .ok_or_else(|| Failure::Target(format!("no device has been added as {device}")))
        }
    })?;
    match hidden {
        [] => Ok(found),
        _ => without(&found, hidden).map(Rc::new),
    }
}

/// Adds the device that a file describes, and gives its number.
///
/// # Errors
/// It describes none; the message has the place.
pub fn add(bytes: &[u8], profile: Option<&str>) -> Result<(usize, Rc<Target>), Failure> {
    let text = text_of_file(bytes)
        .ok_or_else(|| Failure::Target("it is neither UTF-8 nor UTF-16".to_owned()))?;
    let read = Target::from_json_profile(&text, profile, &mut |_| None)
        .map_err(|error| Failure::Target(error.to_string()))?;
    let target = Rc::new(read);
    let number = TARGETS.with_borrow_mut(|targets| {
        targets.own.push(Rc::clone(&target));
        targets.own.len() - 1
    });
    Ok((number, target))
}
