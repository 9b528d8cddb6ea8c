"""The module `ship_one_shader`, as it comes out of the wheel: compared with the program `sos` byte for byte, and given bad input.

`scripts/wheel-test` runs it, with the program in SOS_PROGRAM and NumPy installed.
"""

import array
import ast
import inspect as reflection
import json
import mmap
import os
import struct
import subprocess
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy

import ship_one_shader as sos

HERE = Path(__file__).resolve().parent
CORPUS = HERE.parent.parent / "corpus"
PROGRAM = os.environ["SOS_PROGRAM"]
DEVICES = ["swiftshader", "vulkan-1.0", "adreno-a540", "nvk-blackwell"]


def corpus(name):
    return (CORPUS / "shaders" / f"{name}.spv").read_bytes()


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, check=False)


def by_program(module, device, *options):
    """The program's output, or None, and its report."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("in.spv", "out.spv", "report.json")]
        paths[0].write_bytes(module)
        done = program("filter", "-q", paths[0], "-o", paths[1], "--report", paths[2], "--device", device, *options)
        if done.returncode == 2:
            raise AssertionError(done.stderr.decode())
        output = paths[1].read_bytes() if done.returncode == 0 else None
        return output, json.loads(paths[2].read_text(encoding="utf-8"))


WAVE = corpus("demo/wave_min.comp")
FILTERED = sos.filter(WAVE, "swiftshader").module


class Specializing(unittest.TestCase):
    def test_values_decide(self):
        module = corpus("folding/joins.comp")
        specializer = sos.Specializer(module, "nvk-blackwell")
        self.assertEqual(specializer.specialize(), specializer.specialize({}))
        one = specializer.specialize({0: True, "SECOND": False, "THIRD": 1})
        self.assertEqual(one, specializer.specialize({0: 1, 1: 0, 2: True}))
        other = specializer.specialize({0: False, 1: False, 2: True})
        self.assertNotEqual(one, other)
        filtered = sos.filter(module, "nvk-blackwell", set={0: 1, 1: 0, 2: 1}).module
        self.assertLessEqual(len(one), len(filtered))
        # A device takes what comes out.
        self.assertEqual(sos.filter(one, "nvk-blackwell").outcome, "unchanged")
        self.assertEqual(specializer.specialize({"NO_SUCH": 1}), specializer.specialize())
        for wrong in [{"FIRST": 2.5}, {0: "no number"}]:
            with self.assertRaises(sos.OptionError):
                specializer.specialize(wrong)
        with self.assertRaises(TypeError):
            specializer.specialize([0, 1])
        with self.assertRaises(sos.ModuleError):
            sos.Specializer(b"nothing at all", "nvk-blackwell")

    def test_what_is_set_for_all_cannot_be_set_otherwise(self):
        specializer = sos.Specializer(corpus("folding/joins.comp"), "nvk-blackwell", set={0: True}, freeze=True)
        self.assertIsNotNone(specializer.specialize({0: True, 1: True}))
        with self.assertRaises(sos.Error):
            specializer.specialize({0: False})

    def test_threads_share_one(self):
        specializer = sos.Specializer(corpus("folding/loops.comp"), "swiftshader")
        sets = [{0: at % 7 + 1, 2: at % 2} for at in range(64)]
        expected = [specializer.specialize(one) for one in sets]
        with ThreadPoolExecutor(4) as threads:
            self.assertEqual(list(threads.map(specializer.specialize, sets)), expected)


class Filtering(unittest.TestCase):
    def compare(self, module, device, *arguments, **options):
        output, report = by_program(module, device, *arguments)
        result = sos.filter(module, device, **options)
        self.assertEqual(result.module, output)
        self.assertEqual(result.report, report)
        self.assertEqual(str(result), result.text)
        self.assertIn(report["target"], result.text.splitlines()[0])
        self.assertEqual(result.outcome, report["outcome"])
        self.assertEqual(result.module is None, result.outcome == "unsupported")
        return result

    def test_outputs_and_reports_are_the_programs(self):
        paths = sorted(CORPUS.glob("shaders/*/*.spv"))[::12]
        self.assertGreater(len(paths), 40)
        seen = set()
        for path in paths:
            for device in DEVICES:
                with self.subTest(path.name, device=device):
                    seen.add(self.compare(path.read_bytes(), device).outcome)
        self.assertEqual(seen, {"unchanged", "rewritten", "unsupported"})

    def test_options_are_the_programs(self):
        double, entries = corpus("types/double_narrowed.comp"), corpus("version/entry_points")
        image, promised = corpus("images/read_without_format.comp"), corpus("stages/promised.vert")
        promises = ["base-vertex-zero", "base-instance-zero", "draw-index-zero", "single-view"]
        less = ["shaderInt64", "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT"]
        for module, device, arguments, options in [
            (WAVE, "lavapipe", ["--without", ",".join(less)], {"without": less}),
            (WAVE, "swiftshader", ["--set", "0=5"], {"set": {0: 5}}),
            (WAVE, "swiftshader", ["--set", "0=5"], {"set": {0: numpy.uint32(5)}}),
            (WAVE, "swiftshader", ["--set", "0=0x10"], {"set": {0: "0x10"}}),
            (WAVE, "swiftshader", ["--source", "0=SOS_SUBGROUP_SIZE"], {"source": {0: "SOS_SUBGROUP_SIZE"}}),
            (WAVE, "lavapipe", ["--spec-base", "none", "--no-spec-names"], {"spec_base": None, "no_spec_names": True}),
            (WAVE, "lavapipe", ["--spec-base", "9", "--no-spec-names"], {"spec_base": 9, "no_spec_names": True}),
            (WAVE, "lavapipe", ["--keep-spec"], {"keep_spec": True}),
            (WAVE, "swiftshader", ["--strip", "all"], {"strip": "all"}),
            (WAVE, "swiftshader", ["--subgroup-size", "16"], {"subgroup_size": 16}),
            (WAVE, "lavapipe", ["--subgroup-size", "4"], {"subgroup_size": numpy.uint32(4)}),
            (double, "vulkan-1.0", ["--allow", "f64-to-f32,limits"], {"allow": ("f64-to-f32", "limits")}),
            (corpus("types/half_arithmetic.comp"), "swiftshader", ["--allow", "f16-relaxed"], {"allow": "f16-relaxed"}),
            (image, "vulkan-1.0", ["--image-format", "0:0=Rgba8"], {"image_format": {(0, 0): "Rgba8"}}),
            (promised, "vulkan-1.0", ["--assume", ",".join(promises)], {"assume": iter(promises)}),
            (entries, "swiftshader", ["--entry-point", "Fragment:shade"], {"entry_point": "Fragment:shade"}),
        ]:
            with self.subTest(arguments):
                result = self.compare(module, device, *arguments, **options)
                self.assertNotEqual(result.report, sos.filter(module, device).report)

    def test_inspections_are_the_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "in.spv")
            for name in ["demo/wave_min.comp", "version/entry_points", "types/double_bits.comp"]:
                path.write_bytes(corpus(name))
                said = json.loads(program("inspect", path, "--json").stdout)
                self.assertEqual(sos.inspect(corpus(name)), said)
        self.assertEqual(sos.inspect(WAVE, "swiftshader"), sos.filter(WAVE, "swiftshader").report)
        with self.assertRaises(sos.OptionError) as caught:
            sos.inspect(WAVE, strip="all")
        self.assertEqual(caught.exception.option, "strip")
        self.assertEqual(len(sos.inspect(corpus("version/entry_points"), entry_point="mix")["entry_points"]), 1)

    def test_every_kind_of_buffer_is_a_module(self):
        words = numpy.frombuffer(WAVE, dtype="<u4")
        swapped = words.astype(">u4").tobytes()
        spread = numpy.zeros((len(words), 2), dtype="<u4")
        spread[:, 0] = words
        with tempfile.TemporaryFile() as file:
            file.write(WAVE)
            file.flush()
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            for buffer in [
                bytearray(WAVE),
                memoryview(WAVE),
                memoryview(b"...." + WAVE)[4:],
                memoryview(WAVE).cast("B", (len(WAVE) // 4, 4)),
                array.array("I", WAVE),
                words,
                words.reshape(4, -1),
                spread[:, 0],
                mapped,
                swapped,
            ]:
                with self.subTest(type(buffer)):
                    self.assertEqual(sos.filter(buffer, "swiftshader").module, FILTERED)
            mapped.close()

    def test_a_target_is_a_name_or_a_description(self):
        target = sos.Target.builtin("SwiftShader")
        self.assertEqual(sos.filter(WAVE, target).module, FILTERED)
        text = target.to_json()
        for same in [text, text.encode(), bytearray(text, "utf-16")]:
            self.assertEqual(sos.Target.from_json(same), target)
        self.assertEqual(json.loads(text), json.loads(program("device", "show", "swiftshader", "--json").stdout))
        self.assertNotEqual(target, sos.Target.builtin("lavapipe"))
        self.assertEqual((target.kind, sos.Target.builtin("vulkan-1.1").kind), ("device", "requirements"))
        self.assertEqual(target.spirv_version, "1.6")
        self.assertTrue(target.api_version.startswith("1.3."))
        self.assertIn(target.name, repr(target))
        self.assertTrue(target.comment)

        self.assertTrue(target.has("VK_SUBGROUP_FEATURE_VOTE_BIT"))
        self.assertFalse(target.without("VK_SUBGROUP_FEATURE_VOTE_BIT").has("VK_SUBGROUP_FEATURE_VOTE_BIT"))
        self.assertFalse(target.has("shaderInt64"))
        self.assertTrue(target.extended().has("shaderInt64"))
        self.assertTrue(target.extended("on-request").has("shaderFloat64"))

    def test_the_list_of_devices_is_the_programs(self):
        self.assertEqual(sos.devices(), json.loads(program("device", "list", "all", "--json").stdout))

    def test_what_is_nearest_is_the_programs(self):
        for text in ["Galaxy S21", "Galaxy S24", "Snapdragon 888", "M2 Max", "0x10de:0x2504", "GeForce RTX 3060", "android-2022", "Voodoo"]:
            with self.subTest(text):
                said = json.loads(program("device", "find", text, "--json").stdout)
                self.assertEqual(sos.find_device(text), said)
        found = sos.find_device("Galaxy S21")
        self.assertEqual([one["soc"] for one in [found, *found["also"]]], ["Snapdragon 888", "Exynos 2100"])
        self.assertEqual([one["devices"][0]["device"] for one in [found, *found["also"]]], ["adreno-a6xx", "mali-g78"])
        self.assertEqual(found["also"][0]["devices"][0]["why"], "same-chip")
        self.assertEqual(sos.find_device("Voodoo")["devices"], [])

    def test_a_product_is_the_device_that_stands_for_it(self):
        self.assertEqual(sos.Target.builtin("Galaxy S23"), sos.Target.builtin("adreno-a6xx"))
        self.compare_product("Quest 3", "adreno-a6xx")
        # Both chips have the same nearest device.
        self.compare_product("Galaxy A52", "adreno-a6xx")

    def compare_product(self, text, device):
        output, report = by_program(WAVE, text)
        result = sos.filter(WAVE, text)
        self.assertEqual((result.module, result.report), (output, report))
        self.assertEqual(result.module, sos.filter(WAVE, device).module)

    def test_the_version_is_the_programs(self):
        self.assertEqual(program("--version").stdout.decode().split()[1], sos.__version__)


class BadInput(unittest.TestCase):
    def refused(self, error, *arguments, **options):
        with self.assertRaises(error) as caught:
            sos.filter(*arguments, **options)
        self.assertIsInstance(caught.exception, sos.Error)
        self.assertIsInstance(caught.exception, ValueError)
        return caught.exception

    def test_what_is_no_module_has_a_place_and_a_reason(self):
        header = struct.pack("<5I", 0x07230203, 0x00010300, 0, 100, 0)
        for module, kind, offset, opcode in [
            (b"", "NotSpirv", 0, None),
            (b"#version 450", "NotSpirv", 0, None),
            (WAVE + b"\0", "NotWords", len(WAVE) // 4, None),
            (header + struct.pack("<I", 17), "BadWordCount", 5, "OpCapability"),
            (header + struct.pack("<I", 1 << 16 | 19), "TruncatedInstruction", 5, "OpTypeVoid"),
            (header[:12] + b"\xff\xff\xff\xff" + header[16:], "BoundTooLarge", 3, None),
        ]:
            with self.subTest(kind):
                error = self.refused(sos.ModuleError, module, "swiftshader")
                self.assertEqual((error.kind, error.offset, error.opcode), (kind, offset, opcode))
                self.assertIn(f"at word {offset}", str(error))
                self.assertEqual(str(self.inspected(module)), str(error))

    def inspected(self, module):
        with self.assertRaises(sos.ModuleError) as caught:
            sos.inspect(module)
        return caught.exception

    def test_every_beginning_and_every_flipped_byte_is_answered(self):
        for length in range(0, len(WAVE), 3):
            with self.assertRaises(sos.ModuleError):
                sos.filter(WAVE[:length], "swiftshader")
        outcomes = set()
        for at in range(0, len(WAVE), 2):
            changed = bytearray(WAVE)
            changed[at] ^= 1 << at % 7
            try:
                outcomes.add(sos.filter(changed, "swiftshader").outcome)
            except sos.ModuleError as error:
                outcomes.add("error")
                self.assertLessEqual(error.offset, len(WAVE) // 4)
        self.assertIn("error", outcomes)
        self.assertIn("rewritten", outcomes)

    def test_lengths_are_compared_before_anything_is_copied(self):
        # 64 GiB that are nowhere: a copy of them would end the process.
        endless = numpy.lib.stride_tricks.as_strided(numpy.zeros(1, "<u4"), shape=(1 << 34,), strides=(0,))
        self.assertEqual(self.refused(sos.ModuleError, endless, "swiftshader").kind, "ModuleTooLarge")
        for buffer in [WAVE, bytearray(WAVE)]:
            error = self.refused(sos.ModuleError, buffer, "swiftshader", max_words=100)
            self.assertEqual(error.kind, "ModuleTooLarge")
            self.assertIn("max_words sets the limit", str(error))
        self.assertEqual(self.refused(sos.ModuleError, WAVE, "swiftshader", max_bound=5).kind, "BoundTooLarge")
        self.assertEqual(sos.filter(WAVE, "swiftshader", max_words=len(WAVE) // 4).module, FILTERED)

    def test_values_that_options_do_not_take_are_named(self):
        for options, reason in [
            ({"set": {0: "five"}}, "`five` is not a value"),
            ({"set": {0: 0.5}}, "does not fit the constant's type, uint32"),
            ({"set": {0: numpy.float32(5)}}, "does not fit the constant's type, uint32"),
            ({"set": {0: -1}}, "0 to 4294967295"),
            ({"set": {0: 1 << 200}}, "out of range for every type"),
            ({"set": {-1: 1}}, "-1 is not a number from 0"),
            ({"source": {0: "SOS_SUBGROUP_SIZ"}}, "near: `SOS_SUBGROUP_SIZE`"),
            ({"spec_base": 1 << 32}, "not a number from 0 to 4294967295"),
            ({"allow": "everything"}, "there are undef, subgroup-of-one"),
            ({"assume": ["single-view", "luck"]}, "no promise is called `luck`"),
            ({"image_format": {(0, 0): "rgba8"}}, "near: `Rgba8`"),
            ({"image_format": {(0, 1 << 32): "Rgba8"}}, "not a number"),
            ({"strip": "names,debug"}, "there are debug, names, all"),
            ({"subgroup_size": 24}, "24 is not a power of two from 1 to 128"),
            ({"max_words": 0}, "0 is not a number from 1"),
            ({"entry_point": "Fragment:"}, "expected NAME or MODEL:NAME"),
            ({"entry_point": ["main", "mian"]}, "has no entry point mian; it has GLCompute:main"),
            ({"without": "shaderInt46"}, "near: `shaderInt64`"),
        ]:
            with self.subTest(options):
                error = self.refused(sos.OptionError, WAVE, "swiftshader", **options)
                self.assertEqual(error.option, *options)
                self.assertIn(reason, str(error))

    def test_wrong_types_are_type_errors_and_named(self):
        for arguments, options, reason in [
            (("text", "swiftshader"), {}, "bytes-like"),
            ((None, "swiftshader"), {}, "bytes-like"),
            ((WAVE, 5), {}, "not int"),
            ((WAVE, "swiftshader"), {"alow": "undef"}, "near: `allow`"),
            ((WAVE, "swiftshader"), {"set": [(0, 1)]}, "set: "),
            ((WAVE, "swiftshader"), {"set": {0: None}}, "set: "),
            ((WAVE, "swiftshader"), {"set": {"0": 1}}, "set: "),
            ((WAVE, "swiftshader"), {"allow": 5}, "allow: "),
            ((WAVE, "swiftshader"), {"allow": b"undef"}, "allow: "),
            ((WAVE, "swiftshader"), {"image_format": {0: "Rgba8"}}, "image_format: "),
            ((WAVE, "swiftshader"), {"keep_spec": "no"}, "keep_spec: "),
            ((WAVE, "swiftshader"), {"max_words": 1.5}, "max_words: "),
        ]:
            with self.subTest(reason), self.assertRaises(TypeError) as caught:
                sos.filter(*arguments, **options)
            self.assertIn(reason, str(caught.exception))

    def test_targets_that_are_none_are_refused(self):
        for make, reason in [
            (lambda: sos.filter(WAVE, "swiftshadr"), "near: `swiftshader`"),
            (lambda: sos.Target.builtin("no such device"), "devices() lists them"),
            (lambda: sos.Target.builtin("GeForce RTX 3070"), "built in is `nvidia-rtx-3060-ti-windows`"),
            (lambda: sos.filter(WAVE, "Galaxy S21"), "`mali-g78` stands for it (same chip). One device is wanted"),
            (lambda: sos.filter(WAVE, "Galaxy S24"), "Exynos 2400 with Xclipse 940, and no driver near"),
            (lambda: sos.find_device(" "), "names no device"),
            (lambda: sos.find_device("660"), "several chips"),
            (lambda: sos.Target.from_json("{"), "line 1"),
            (lambda: sos.Target.from_json("[" * 100_000), "line 1"),
            (lambda: sos.Target.from_json(b"\xff\xfe\xfd"), "neither UTF-8 nor UTF-16"),
            (lambda: sos.Target.from_json("{}", profile="VP_x"), "$"),
            (lambda: sos.Target.from_vulkan(1 << 40), ""),
        ]:
            with self.subTest(reason), self.assertRaises(sos.TargetError) as caught:
                make()
            self.assertIn(reason, str(caught.exception))
        target = sos.Target.builtin("swiftshader")
        for ask in [target.has, target.without, target.extended]:
            with self.assertRaises(sos.OptionError):
                ask("shaderInt46")
        with self.assertRaises(TypeError):
            sos.Target()


class Threads(unittest.TestCase):
    def test_threads_share_targets_and_give_the_same(self):
        paths = sorted(CORPUS.glob("shaders/*/*.spv"))[::6]
        modules = [path.read_bytes() for path in paths]
        target = sos.Target.builtin("swiftshader")

        def filtered(module):
            result = sos.filter(module, target)
            return result.module, result.report

        one_by_one = [filtered(module) for module in modules]
        with ThreadPoolExecutor(8) as pool:
            for _ in range(3):
                self.assertEqual(list(pool.map(filtered, modules)), one_by_one)

    def test_other_threads_run_meanwhile(self):
        # 80 MB of OpNop take a while. If the lock were held, this thread would not have a turn before all are read.
        long = WAVE[:20] + struct.pack("<I", 1 << 16) * 20_000_000 + WAVE[20:]
        turns, running = 0, threading.Event()
        done = threading.Event()

        def work():
            running.set()
            try:
                sos.inspect(long)
            except sos.ModuleError:
                pass
            done.set()

        worker = threading.Thread(target=work)
        worker.start()
        running.wait()
        while not done.is_set():
            turns += 1
            done.wait(0.001)
        worker.join()
        self.assertGreater(turns, 3)

    def test_a_buffer_that_changes_meanwhile_does_no_harm(self):
        buffer = bytearray(WAVE)
        stop = threading.Event()

        def change():
            while not stop.is_set():
                buffer[400:440] = bytes(40)
                buffer[400:440] = WAVE[400:440]

        worker = threading.Thread(target=change)
        worker.start()
        try:
            for _ in range(300):
                try:
                    sos.filter(buffer, "swiftshader")
                except sos.ModuleError:
                    pass
        finally:
            stop.set()
            worker.join()
        self.assertEqual(sos.filter(buffer, "swiftshader").module, FILTERED)


class Typing(unittest.TestCase):
    """The texts of the stubs, which editors show, are those of the module, which help() shows."""

    def test_the_stubs_say_what_the_module_says(self):
        stub = Path(sos.__file__).with_name("__init__.pyi")
        self.assertTrue(stub.with_name("py.typed").is_file())
        compared = 0

        def compare(nodes, owner, names):
            nonlocal compared
            for node in nodes:
                if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_"):
                    continue
                there = getattr(owner, node.name)
                said = reflection.cleandoc(there.__doc__ or "")
                self.assertEqual(ast.get_docstring(node) or "", said, ".".join([*names, node.name]))
                self.assertTrue(said)
                compared += 1
                if isinstance(node, ast.ClassDef):
                    compare(node.body, there, [*names, node.name])

        compare(ast.parse(stub.read_text(encoding="utf-8")).body, sos, [])
        self.assertGreater(compared, 20)


if __name__ == "__main__":
    unittest.main()
