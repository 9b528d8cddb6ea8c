"""Uses everything with its types, for `mypy --strict`; it is not run."""

import numpy

import ship_one_shader as sos


def everything(module: bytes) -> bytes:
    target: sos.Target = sos.Target.builtin("swiftshader").without("shaderInt64").extended("always")
    assert target == sos.Target.from_json(target.to_json(), profile=None)
    try:
        result: sos.Result = sos.filter(
            memoryview(module),
            target,
            without=["shaderInt64"],
            entry_point="main",
            set={0: 1, 1: 0.5, 2: True, 3: "0x10"},
            source={4: "SOS_SUBGROUP_SIZE"},
            spec_base=None,
            no_spec_names=True,
            allow=("limits", "undef"),
            assume="single-view",
            image_format={(0, 1): "Rgba8"},
            keep_spec=True,
            strip="debug",
            subgroup_size=32,
            max_bound=1000,
            max_words=1000,
        )
    except sos.ModuleError as error:
        print(error.kind, error.offset + 1, error.opcode or "")
        raise
    except sos.OptionError as error:
        print(error.option.upper())
        raise
    if result.outcome == "unsupported":
        print(result.report["unsupported"], sos.inspect(module)["words"], sos.devices()[0]["device"], sos.find_device("Pixel 8")["devices"])
    special: bytes | None = sos.Specializer(module, target, strip="all").specialize({0: 1, "USE_FOG": True})
    print(special)
    words = numpy.frombuffer(module, dtype="<u4")
    sos.inspect(words, sos.Target.from_json(words))
    sos.filter(words, target)
    sos.filter("text", target)  # type: ignore[arg-type]
    sos.filter(module, 5)  # type: ignore[arg-type]
    sos.filter(module, "swiftshader", strip="everything")  # type: ignore[arg-type]
    return result.module or b""
