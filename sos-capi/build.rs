//! Gives the shared library the name of its binary interface, as `CMakeLists.txt` and cargo-c do: before 1.0, each minor version of
//! SOS has its own. Programs that are linked with it ask for `libsos.so.0.1`, whoever built it. An APK has no versions of libraries,
//! so that on Android the name is the file's. On macOS, programs look for it below their own `@rpath`, and not where it was built.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let of = |name: &str| std::env::var(name).unwrap_or_default();
    let (major, minor) = (of("CARGO_PKG_VERSION_MAJOR"), of("CARGO_PKG_VERSION_MINOR"));
    let system = of("CARGO_CFG_TARGET_OS");
    let named_by_elf = ["linux", "freebsd", "netbsd", "openbsd", "dragonfly"];
    if named_by_elf.contains(&system.as_str()) {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libsos.so.{major}.{minor}");
    } else if system == "macos" {
        let name = format!("@rpath/libsos.{major}.{minor}.dylib");
        println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,{name}");
    }
}
