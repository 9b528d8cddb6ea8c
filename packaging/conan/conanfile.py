"""The C library for Conan 2, of the checkout that this recipe lies in: `conan create packaging/conan`. CMake and cargo must be there."""

import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import cross_building
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir


class Sos(ConanFile):
    name = "sos"
    description = "Ship One Shader: a load-time filter from SPIR-V to SPIR-V for Vulkan"
    license = "MIT OR Apache-2.0"
    settings = "os", "arch", "compiler", "build_type"
    # Lean is static, and without Rust's standard library; features are parts of the library, with commas.
    options = {"shared": [True, False], "lean": [True, False], "features": [None, "ANY"]}
    default_options = {"shared": False, "lean": False, "features": None}

    @property
    def _library(self):
        return "lean" if self.options.lean else "shared" if self.options.shared else "static"

    def set_version(self):
        manifest = load(self, os.path.join(self.recipe_folder, "../../Cargo.toml"))
        self.version = manifest.split('\nversion = "')[1].split('"')[0]

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "../..")
        other = (".git/*", "build/*", "corpus/*", "docs/*", "examples/*", "fuzz/*", "sos-python/*", "target/*")
        copy(self, "*", root, self.export_sources_folder, excludes=other)

    def configure(self):
        self.settings.rm_safe("compiler.cppstd")
        self.settings.rm_safe("compiler.libcxx")
        if self.options.lean:
            self.options.rm_safe("shared")
        if not self.options.features:
            self.options.features = "vulkan" if self.options.lean else "lowering,json,devices,vulkan,report"

    def validate(self):
        if cross_building(self):
            raise ConanInvalidConfiguration("built for the machine that it is built on alone")

    def package_id(self):
        del self.info.settings.build_type

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["SOS_LIBRARIES"] = self._library
        features = str(self.options.features).replace(",", ";")
        toolchain.cache_variables["SOS_LEAN_FEATURES" if self.options.lean else "SOS_FEATURES"] = features
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure(build_script_folder="sos-capi")
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE-*", self.source_folder, os.path.join(self.package_folder, "licenses"))
        for folder in "cmake", "pkgconfig":
            rmdir(self, os.path.join(self.package_folder, "lib", folder))

    def package_info(self):
        component = self.cpp_info.components[self._library]
        component.libs = ["sos-lean" if self.options.lean else "sos"]
        component.set_property("pkg_config_name", {"shared": "sos"}.get(self._library, f"sos-{self._library}"))
        if self.settings.os == "Windows":
            if self._library == "shared":
                component.defines = ["SOS_SHARED"]
            else:
                component.system_libs = ["kernel32", "ntdll", "userenv", "ws2_32", "dbghelp"]
        elif self.settings.os != "Macos" and self._library != "shared":
            component.system_libs = ["pthread"] if self.options.lean else ["pthread", "m", "dl"]
