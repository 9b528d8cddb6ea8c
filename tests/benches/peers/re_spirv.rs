//! re-spirv in this process: compiled from the folder that `SOS_RE_SPIRV_DIR` names, with functions of C before it.

use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;

use libloading::Library;

/// The variable that names the folder with `re-spirv.cpp`.
pub const VARIABLE: &str = "SOS_RE_SPIRV_DIR";

type Parse = unsafe extern "C" fn(*mut c_void, *const u32, usize) -> i32;
type Run = unsafe extern "C" fn(*const c_void, *const c_void, *mut *const u32) -> usize;
type Constants = unsafe extern "C" fn(*const u32, *const u32, *const u32, u32) -> *mut c_void;
type Free = unsafe extern "C" fn(*mut c_void);

/// The compiled library.
pub struct ReSpirv {
    new: unsafe extern "C" fn() -> *mut c_void,
    free: Free,
    parse: Parse,
    constants: Constants,
    free_constants: Free,
    run: Run,
    /// Last, since the functions are in it.
    _library: Library,
}

/// An analysed shader.
pub struct Shader<'r> {
    of: &'r ReSpirv,
    shader: *mut c_void,
}

/// The values of one specialization.
pub struct Values<'r> {
    of: &'r ReSpirv,
    list: *mut c_void,
}

impl ReSpirv {
    /// Compiles and loads it.
    pub fn build() -> Result<Self, String> {
        let folder = std::env::var_os(VARIABLE).map(PathBuf::from);
        let folder = folder.ok_or_else(|| {
            format!("{VARIABLE} does not name the folder of its source, with re-spirv.cpp in it")
        })?;
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/re_spirv.cpp");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("re_spirv_peer.so");
        let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
        let output = Command::new(&compiler)
            .args(["-O2", "-std=c++17", "-shared", "-fPIC", "-I"])
            .arg(&folder)
            .args([&source, &folder.join("re-spirv.cpp")])
            .arg("-o")
            .arg(&library)
            .output()
            .map_err(|error| format!("{compiler}: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        // SAFETY: the library runs nothing when it is loaded, and its functions are those of `re_spirv.cpp`.
        let loaded = unsafe {
            let library = Library::new(&library).map_err(|error| error.to_string())?;
            Self::of(library)
        };
        loaded.map_err(|error| error.to_string())
    }

    unsafe fn of(library: Library) -> Result<Self, libloading::Error> {
        Ok(Self {
            new: *library.get(b"peer_new")?,
            free: *library.get(b"peer_free")?,
            parse: *library.get(b"peer_parse")?,
            constants: *library.get(b"peer_constants")?,
            free_constants: *library.get(b"peer_free_constants")?,
            run: *library.get(b"peer_run")?,
            _library: library,
        })
    }

    /// An empty shader.
    pub fn shader(&self) -> Shader<'_> {
        // SAFETY: takes nothing.
        let shader = unsafe { (self.new)() };
        Shader { of: self, shader }
    }

    /// Values: the `SpecId`, the bits, and the number of words of each.
    pub fn values(&self, given: &[(u32, u64, u32)]) -> Values<'_> {
        let ids: Vec<u32> = given.iter().map(|given| given.0).collect();
        let words = given
            .iter()
            .flat_map(|given| [given.1 as u32, (given.1 >> 32) as u32]);
        let words: Vec<u32> = words.collect();
        let sizes: Vec<u32> = given.iter().map(|given| given.2).collect();
        // SAFETY: the lists have as many elements as are read.
        let list = unsafe {
            (self.constants)(
                ids.as_ptr(),
                words.as_ptr(),
                sizes.as_ptr(),
                given.len() as u32,
            )
        };
        Values { of: self, list }
    }
}

impl Shader<'_> {
    /// An empty one.
    pub fn another(&self) -> Self {
        self.of.shader()
    }

    /// Analyses a module. The words must live until the last [`Shader::run`].
    pub fn parse(&mut self, words: &[u32]) -> bool {
        // SAFETY: the shader is one, and the words are as many as is said.
        unsafe { (self.of.parse)(self.shader, words.as_ptr(), words.len()) != 0 }
    }

    /// One specialization; `look` receives its output. Returns whether there is one.
    pub fn run(&self, values: &Values<'_>, look: impl FnOnce(&[u32])) -> bool {
        let mut words = std::ptr::null();
        // SAFETY: both are what the library has made; the output stays until the next call.
        let output = unsafe {
            match (self.of.run)(self.shader, values.list, &mut words) {
                0 => return false,
                count => std::slice::from_raw_parts(words, count),
            }
        };
        look(output);
        true
    }
}

impl Drop for Shader<'_> {
    fn drop(&mut self) {
        // SAFETY: made by the library, freed once.
        unsafe { (self.of.free)(self.shader) }
    }
}

impl Drop for Values<'_> {
    fn drop(&mut self) {
        // SAFETY: made by the library, freed once.
        unsafe { (self.of.free_constants)(self.list) }
    }
}
