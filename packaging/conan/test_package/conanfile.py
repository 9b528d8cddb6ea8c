"""Compiles an example with the package, and filters a module by it where built-in devices are a part of it."""

import os

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout


class SosTest(ConanFile):
    settings = "os", "arch", "compiler", "build_type"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        options = self.dependencies["sos"].options
        toolchain = CMakeToolchain(self)
        toolchain.user_presets_path = False
        toolchain.cache_variables["LIBRARY"] = (
            "lean" if options.lean else "shared" if options.shared else "static"
        )
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self) and "devices" in str(self.dependencies["sos"].options.features):
            module = os.path.join(self.source_folder, "../../../corpus/shaders/demo/wave_min.comp.spv")
            program = os.path.join(self.cpp.build.bindir, "filter")
            self.run(f'"{program}" swiftshader "{module}" out.spv', env="conanrun")
