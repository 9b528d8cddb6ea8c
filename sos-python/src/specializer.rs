//! `Specializer`: a module that is prepared once and specialized often.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use sos_core::{specialization_constants, SpecConstant};
use sos_front::devices::without;
use sos_front::failure::Failure;
use sos_front::run;
use sos_front::settings::constants::values_of;

use crate::errors::raise;
use crate::module_bytes;
use crate::options::{sets, Given};
use crate::target::Target;

/// A module that is prepared for a device, to be specialized with many sets of values.
///
/// Takes what `filter` takes; values in `set` are the same for all specializations. Threads may use one at once.
#[pyclass(module = "ship_one_shader", frozen)]
pub struct Specializer {
    specializer: sos_core::Specializer,
    constants: Vec<SpecConstant>,
}

#[pymethods]
impl Specializer {
    #[new]
    #[pyo3(signature = (module, target, **options))]
    fn new(
        module: &Bound<'_, PyAny>,
        target: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let py = module.py();
        let Given { tuning, .. } = Given::read(options)?;
        let target = Target::of(target)?;
        let bytes = module_bytes(module, &tuning)?;
        let input = bytes.as_bytes();
        let made = py.detach(|| {
            let target = without(&target, &tuning.without)?;
            run::scanned(input, &tuning, |module, options, scratch| {
                Ok(Self {
                    specializer: sos_core::Specializer::new(module, &target, options, scratch)?,
                    constants: specialization_constants(module),
                })
            })
        });
        made.map_err(|failure: Failure| raise(failure, py))
    }

    /// The module with these values, given by `SpecId` or by name, in little-endian; None if the device cannot run it with them: then `filter` with the
    /// same values says why. Constants without a value stay open, unless the option `freeze` was given.
    ///
    /// Raises OptionError for a value that does not fit, or that contradicts one that is the same for all specializations.
    #[pyo3(signature = (set=None))]
    fn specialize(
        &self,
        py: Python<'_>,
        set: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Py<PyBytes>>> {
        let given = set.map_or_else(|| Ok(Vec::new()), sets)?;
        let made = py.detach(|| {
            let values = values_of(&self.constants, &given)
                .map_err(|why| Failure::option("set", why.to_string()))?;
            run::specialize(&self.specializer, &values)
        });
        let made = made.map_err(|failure| raise(failure, py))?;
        Ok(made.map(|bytes| PyBytes::new(py, &bytes).unbind()))
    }
}
