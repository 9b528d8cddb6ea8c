//! `Target`: what a device offers to shaders.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use sos_core::target::text_of_file;
use sos_core::target::vulkan::Loader;
use sos_core::{Grade, Target as Offered};
use sos_front::devices::{self, without};
use sos_front::failure::Failure;
use sos_front::near::near_part;

use crate::bytes;
use crate::errors::raise;

/// The largest description in bytes that is taken at all; the reader has a limit of its own.
const MOST_BYTES: usize = 1 << 28;

/// What a device offers to shaders. It does not change, and any number of threads may use one at once.
#[pyclass(module = "ship_one_shader", frozen, eq)]
#[derive(PartialEq)]
pub struct Target(pub Offered);

impl Target {
    /// The argument `target`: a `Target`, or the name of a built-in device or of a product.
    ///
    /// # Errors
    /// It is neither.
    pub fn of(argument: &Bound<'_, PyAny>) -> PyResult<Offered> {
        if let Ok(target) = argument.cast::<Self>() {
            return Ok(target.get().0.clone());
        }
        if argument.is_instance_of::<PyString>() {
            return built_in(&argument.extract::<String>()?)
                .map_err(|failure| raise(failure, argument.py()));
        }
        let kind = argument.get_type();
        Err(PyTypeError::new_err(format!(
            "target: a Target or the name of a device is wanted, not {}",
            kind.name()?
        )))
    }
}

/// The built-in device of a name.
///
/// # Errors
/// There is none, or there are several.
fn built_in(name: &str) -> Result<Offered, Failure> {
    devices::select(name).map_err(|failure| match failure {
        Failure::Target(why) if why.starts_with("no device is called") => Failure::Target(format!(
            "{why}; devices() lists them, find_device finds the nearest to a product, and Target.from_json reads a file"
        )),
        Failure::Target(why) if why.ends_with("vulkan.gpuinfo.org") => {
            Failure::Target(format!("{why}, by Target.from_json"))
        }
        other => other,
    })
}

#[pymethods]
impl Target {
    /// The built-in device with this name or alias, such as "swiftshader" or "steam-deck"; case and marks make no difference. For a phone or
    /// another product, such as "Galaxy S23", it is the nearest one: `find_device` says which and how near.
    ///
    /// Raises TargetError if there is none, or if the product was sold with chips for which different devices stand; the message names them, or
    /// suggests similar names.
    #[staticmethod]
    fn builtin(py: Python<'_>, name: &str) -> PyResult<Self> {
        built_in(name)
            .map(Self)
            .map_err(|failure| raise(failure, py))
    }

    /// The device that a Vulkan Profiles file describes, or a report of vulkan.gpuinfo.org: its content, as str or as bytes in UTF-8 or UTF-16.
    ///
    /// `profile` selects one where the file holds several. Raises TargetError with the place in the text if it describes no device.
    #[staticmethod]
    #[pyo3(signature = (text, profile=None))]
    fn from_json(text: &Bound<'_, PyAny>, profile: Option<&str>) -> PyResult<Self> {
        let py = text.py();
        let refuse = |why: String| raise(Failure::Target(why), py);
        let text: String = if text.is_instance_of::<PyString>() {
            text.extract()?
        } else {
            let bytes = bytes::of(text, MOST_BYTES)?;
            let bytes = bytes.ok_or_else(|| refuse("the text is too long".to_owned()))?;
            let text = text_of_file(bytes.as_bytes());
            text.ok_or_else(|| refuse("it is neither UTF-8 nor UTF-16".to_owned()))?
                .into_owned()
        };
        let read = py.detach(|| Offered::from_json_profile(&text, profile, &mut |_| None));
        read.map(Self).map_err(|error| refuse(error.to_string()))
    }

    /// Device `index` of this machine, counted from 0, as its Vulkan driver describes it.
    ///
    /// Raises TargetError if there is no Vulkan or no such device.
    #[staticmethod]
    #[pyo3(signature = (index=0))]
    fn from_vulkan(py: Python<'_>, index: usize) -> PyResult<Self> {
        let read = py.detach(|| Loader::open().and_then(|loader| loader.capture(index)));
        read.map(Self)
            .map_err(|error| raise(Failure::Target(error.to_string()), py))
    }

    /// The same device without some features, extensions, subgroup operations, properties or versions, by Vulkan's names: for driver bugs.
    ///
    /// Raises OptionError for a name that is none of these.
    #[pyo3(signature = (*names))]
    fn without(&self, names: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let py = names.py();
        let names: Vec<String> = names.extract()?;
        without(&self.0, &names)
            .map(Self)
            .map_err(|failure| raise(failure, py))
    }

    /// The device together with what the filter adds, up to a grade: "always", "mostly" or "on-request". Ask `has` of it what to switch on; filter
    /// for the device itself.
    ///
    /// Raises OptionError for another grade.
    #[pyo3(signature = (grade="mostly"))]
    fn extended(&self, py: Python<'_>, grade: &str) -> PyResult<Self> {
        let found = Grade::ALL.into_iter().find(|one| one.name() == grade);
        let found = found.ok_or_else(|| {
            let names = Grade::ALL.map(Grade::name).join(", ");
            raise(
                Failure::option("grade", format!("`{grade}` is none of {names}")),
                py,
            )
        })?;
        Ok(Self(self.0.extended(found)))
    }

    /// Whether the device has a feature, extension, subgroup operation or version, or a property that is not zero, by Vulkan's name.
    ///
    /// Raises OptionError for a name that is none of these.
    fn has(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.0.has_part(name).map_err(|error| {
            let why = format!("{error}{}", near_part(name));
            raise(Failure::option("name", why), py)
        })
    }

    /// The device as a Vulkan Profiles file, which `from_json` reads.
    fn to_json(&self) -> String {
        self.0.to_profile_json()
    }

    /// The device's own name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// Where its description comes from.
    #[getter]
    fn comment(&self) -> &str {
        self.0.comment()
    }

    /// "device", or "requirements" for a set of guaranteed features.
    #[getter]
    pub fn kind(&self) -> &'static str {
        devices::kind(&self.0)
    }

    /// The version of Vulkan, such as "1.3.230".
    #[getter]
    pub fn api_version(&self) -> String {
        self.0.api_version().to_string()
    }

    /// The highest version of SPIR-V that it takes, such as "1.6".
    #[getter]
    pub fn spirv_version(&self) -> String {
        devices::spirv_version(&self.0)
    }

    fn __repr__(&self) -> String {
        format!("<Target {:?}>", self.0.name())
    }
}
