//! `ship_one_shader`, the Python module: SPIR-V in, the SPIR-V that a device can run out, with a report.
//!
//! It is a thin layer above `sos-core`. Modules are bytes of any kind (`bytes.rs`), options are those of the program `sos` (`options.rs`), reports
//! are the program's JSON as `dict`s, so that `docs/json.md` describes them, and what goes wrong is an exception with place and reason
//! (`errors.rs`). `sos-front` does the work, with the interpreter's lock released. `ship_one_shader.pyi` has the types.
//!
//! The module is not called `sos`: a workflow system on PyPI is, and a diagnostic tool that some Linux distributions install.

mod bytes;
mod devices;
mod errors;
mod options;
mod specializer;
mod target;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict};
use sos_core::report::OutcomeKind;
use sos_core::Report;

use errors::raise;
use options::Given;
use sos_front::devices::without;
use sos_front::failure::Failure;
use sos_front::run;
use sos_front::tuning::Tuning;
use target::Target;

/// What became of a module.
#[pyclass(name = "Result", module = "ship_one_shader", frozen)]
struct Filtered {
    output: Option<Py<PyBytes>>,
    report: Report,
    /// The report for Python, once it was asked for.
    read: PyOnceLock<Py<PyAny>>,
}

#[pymethods]
impl Filtered {
    /// "unchanged": the device takes the module as it is. "rewritten". "unsupported": the device cannot run it, and `text` says why.
    #[getter]
    fn outcome(&self) -> &'static str {
        match self.report.outcome {
            OutcomeKind::Unchanged => "unchanged",
            OutcomeKind::Rewritten => "rewritten",
            OutcomeKind::Unsupported => "unsupported",
        }
    }

    /// The module that the device can run, in little-endian; None if the outcome is "unsupported".
    #[getter]
    fn module(&self, py: Python<'_>) -> Option<Py<PyBytes>> {
        self.output.as_ref().map(|output| output.clone_ref(py))
    }

    /// What was done and why, with the fields of docs/json.md. Offsets and sizes count 32-bit words.
    #[getter]
    fn report(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let read = self
            .read
            .get_or_try_init(py, || to_python(py, &self.report));
        Ok(read?.clone_ref(py))
    }

    /// The report in a few lines for people: what was done, or why the device cannot run the module and what would help.
    #[getter]
    fn text(&self) -> String {
        self.report.to_string()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let size = |output: &Py<PyBytes>| format!(", {} bytes", output.as_bytes(py).len());
        let size = self.output.as_ref().map_or_else(String::new, size);
        format!("<Result {}{size}>", self.outcome())
    }
}

/// Anything that is JSON, as Python's own reader reads it.
fn to_python(py: Python<'_>, value: &impl serde::Serialize) -> PyResult<Py<PyAny>> {
    let text = serde_json::to_string(value)
        .map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))?;
    let read = py.import("json")?.call_method1("loads", (text,))?;
    Ok(read.unbind())
}

/// The bytes of a module, no longer than the limit.
fn module_bytes<'py>(module: &Bound<'py, PyAny>, tuning: &Tuning) -> PyResult<Bound<'py, PyBytes>> {
    let limit = u64::from(tuning.options.limits.words) * 4 + 3;
    let bytes = bytes::of(module, usize::try_from(limit).unwrap_or(usize::MAX))?;
    bytes.ok_or_else(|| raise(Failure::too_large(), module.py()))
}

/// Filters a module: makes the one that a device can run.
///
/// `module` is SPIR-V in either byte order: bytes or anything else with a buffer, one-dimensional or not, whose length is a multiple of 4 bytes.
/// `target` is a Target or what `Target.builtin` takes.
///
/// Options, as of `sos filter`: without (names of Vulkan), entry_point ("NAME" or "MODEL:NAME"), set ({SpecId or name: value}), source ({SpecId: fact}),
/// spec_base (a SpecId or None), no_spec_names, allow, assume, image_format ({(set, binding): format}), keep_spec, freeze, strip ("debug", "names" or
/// "all"), subgroup_size (a power of two or None), max_bound (ids), max_words (32-bit words). Where several values make sense, give one or an iterable.
///
/// The interpreter's lock is released meanwhile. That a device cannot run the module is no error, but an outcome.
///
/// Raises ModuleError if the bytes are no module, TargetError for an unknown device, OptionError for an option's value, and TypeError.
#[pyfunction]
#[pyo3(signature = (module, target, **options))]
fn filter(
    module: &Bound<'_, PyAny>,
    target: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Filtered> {
    let py = module.py();
    let Given { tuning, .. } = Given::read(options)?;
    let target = Target::of(target)?;
    let bytes = module_bytes(module, &tuning)?;
    let input = bytes.as_bytes();
    let run = py.detach(|| {
        let target = without(&target, &tuning.without)?;
        run::filter(input, &target, &tuning)
    });
    let (output, report) = run.map_err(|failure| raise(failure, py))?;
    Ok(Filtered {
        output: output.map(|output| PyBytes::new(py, &output).unbind()),
        report,
        read: PyOnceLock::new(),
    })
}

/// What a module needs of any device, as `sos inspect --json` says it; with a target, the report of filtering for it.
///
/// Takes what `filter` takes, and raises what that raises. Without a target, an option that only affects filtering is an OptionError.
#[pyfunction]
#[pyo3(signature = (module, target=None, **options))]
fn inspect(
    module: &Bound<'_, PyAny>,
    target: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let py = module.py();
    if let Some(target) = target {
        return filter(module, target, options)?.report(py);
    }
    let Given {
        tuning,
        of_filtering,
    } = Given::read(options)?;
    if let Some(&idle) = of_filtering.first() {
        let why = "without a target nothing is filtered, and this does nothing";
        return Err(raise(Failure::option(idle, why), py));
    }
    let bytes = module_bytes(module, &tuning)?;
    let input = bytes.as_bytes();
    let inspection = py.detach(|| run::inspect(input, &tuning));
    to_python(py, &inspection.map_err(|failure| raise(failure, py))?)
}

/// The built-in devices, as `sos device list --json` lists them: the field "device" is the name that `filter` and `Target.builtin` take.
#[pyfunction]
#[pyo3(name = "devices")]
fn list_devices(py: Python<'_>) -> PyResult<Py<PyAny>> {
    let list = py.detach(devices::list);
    to_python(py, &list)
}

/// The built-in devices that are nearest to a phone, a chip or its ids, such as "Galaxy S21", "Snapdragon 888", "GeForce RTX 3060" or "10de:2504".
///
/// As `sos device find TEXT --json`: the fields "vendor", "family", "year" and "system" are what is known of it, "soc" and "chip" what is inside a
/// product, and "devices" the nearest, best first, as `devices` lists them, with "why" of each. "also" has the same for each other chip that a
/// product was sold with. Without a device that is near, "devices" is empty.
///
/// Raises TargetError for a text without a name, and for a number that several chips have.
#[pyfunction]
fn find_device(py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
    let found = py.detach(|| devices::nearest(text));
    to_python(py, &found.map_err(|failure| raise(failure, py))?)
}

/// Ship One Shader: filters a SPIR-V module for the device that has to run it.
#[pymodule]
fn ship_one_shader(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Target>()?;
    module.add_class::<Filtered>()?;
    module.add_class::<specializer::Specializer>()?;
    module.add("Error", py.get_type::<errors::Error>())?;
    module.add("ModuleError", py.get_type::<errors::ModuleError>())?;
    module.add("TargetError", py.get_type::<errors::TargetError>())?;
    module.add("OptionError", py.get_type::<errors::OptionError>())?;
    module.add_function(wrap_pyfunction!(filter, module)?)?;
    module.add_function(wrap_pyfunction!(inspect, module)?)?;
    module.add_function(wrap_pyfunction!(list_devices, module)?)?;
    module.add_function(wrap_pyfunction!(find_device, module)?)
}
