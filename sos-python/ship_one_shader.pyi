"""Ship One Shader: filters a SPIR-V module for the device that has to run it."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol, SupportsFloat, SupportsIndex, TypedDict, final, type_check_only

from typing_extensions import Buffer, TypeAlias, Unpack

__all__ = [
    "__version__",
    "Error",
    "ModuleError",
    "OptionError",
    "Result",
    "Specializer",
    "Target",
    "TargetError",
    "devices",
    "filter",
    "find_device",
    "inspect",
]

__version__: str

_Grade: TypeAlias = Literal["always", "mostly", "on-request"]
_Outcome: TypeAlias = Literal["unchanged", "rewritten", "unsupported"]

# NumPy's types state their buffer from Python 3.12 on only.
@type_check_only
class _Array(Protocol):
    @property
    def data(self) -> memoryview: ...

_Bytes: TypeAlias = Buffer | _Array

@type_check_only
class _Options(TypedDict, total=False):
    without: str | Iterable[str]
    entry_point: str | Iterable[str]
    set: Mapping[int | str, bool | str | SupportsIndex | SupportsFloat]
    source: Mapping[int, str]
    spec_base: int | None
    no_spec_names: bool
    allow: str | Iterable[str]
    assume: str | Iterable[str]
    image_format: Mapping[tuple[int, int], str]
    keep_spec: bool
    freeze: bool
    strip: Literal["debug", "names", "all"] | None
    subgroup_size: int | None
    max_bound: int
    max_words: int

class Error(ValueError):
    """What all other errors of this module are."""

class ModuleError(Error):
    """The bytes are no SPIR-V module that can be read, or exceed a limit.

    `kind` is the name of the reason, such as "BadWordCount"; `offset` is the place, in 32-bit words from the start of the module; `opcode` is the
    name of the instruction there, or None.
    """

    kind: str
    offset: int
    opcode: str | None

class TargetError(Error):
    """No device has this name, or a text does not describe one."""

class OptionError(Error):
    """The value of an option is not one that it takes, or does not fit the module.

    `option` is the option's name.
    """

    option: str

@final
class Target:
    """What a device offers to shaders. It does not change, and any number of threads may use one at once."""

    @staticmethod
    def builtin(name: str) -> Target:
        """The built-in device with this name or alias, such as "swiftshader" or "steam-deck"; case and marks make no difference. For a phone or
        another product, such as "Galaxy S23", it is the nearest one: `find_device` says which and how near.

        Raises TargetError if there is none, or if the product was sold with chips for which different devices stand; the message names them, or
        suggests similar names.
        """

    @staticmethod
    def from_json(text: str | _Bytes, profile: str | None = None) -> Target:
        """The device that a Vulkan Profiles file describes, or a report of vulkan.gpuinfo.org: its content, as str or as bytes in UTF-8 or UTF-16.

        `profile` selects one where the file holds several. Raises TargetError with the place in the text if it describes no device.
        """

    @staticmethod
    def from_vulkan(index: int = 0) -> Target:
        """Device `index` of this machine, counted from 0, as its Vulkan driver describes it.

        Raises TargetError if there is no Vulkan or no such device.
        """

    def without(self, *names: str) -> Target:
        """The same device without some features, extensions, subgroup operations, properties or versions, by Vulkan's names: for driver bugs.

        Raises OptionError for a name that is none of these.
        """

    def extended(self, grade: _Grade = "mostly") -> Target:
        """The device together with what the filter adds, up to a grade: "always", "mostly" or "on-request". Ask `has` of it what to switch on; filter
        for the device itself.

        Raises OptionError for another grade.
        """

    def has(self, name: str) -> bool:
        """Whether the device has a feature, extension, subgroup operation or version, or a property that is not zero, by Vulkan's name.

        Raises OptionError for a name that is none of these.
        """

    def to_json(self) -> str:
        """The device as a Vulkan Profiles file, which `from_json` reads."""

    @property
    def name(self) -> str:
        """The device's own name."""

    @property
    def comment(self) -> str:
        """Where its description comes from."""

    @property
    def kind(self) -> str:
        """"device", or "requirements" for a set of guaranteed features."""

    @property
    def api_version(self) -> str:
        """The version of Vulkan, such as "1.3.230"."""

    @property
    def spirv_version(self) -> str:
        """The highest version of SPIR-V that it takes, such as "1.6"."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Result:
    """What became of a module."""

    @property
    def outcome(self) -> _Outcome:
        """"unchanged": the device takes the module as it is. "rewritten". "unsupported": the device cannot run it, and `text` says why."""

    @property
    def module(self) -> bytes | None:
        """The module that the device can run, in little-endian; None if the outcome is "unsupported"."""

    @property
    def report(self) -> dict[str, Any]:
        """What was done and why, with the fields of docs/json.md. Offsets and sizes count 32-bit words."""

    @property
    def text(self) -> str:
        """The report in a few lines for people: what was done, or why the device cannot run the module and what would help."""

def filter(module: _Bytes, target: Target | str, **options: Unpack[_Options]) -> Result:
    """Filters a module: makes the one that a device can run.

    `module` is SPIR-V in either byte order: bytes or anything else with a buffer, one-dimensional or not, whose length is a multiple of 4 bytes.
    `target` is a Target or what `Target.builtin` takes.

    Options, as of `sos filter`: without (names of Vulkan), entry_point ("NAME" or "MODEL:NAME"), set ({SpecId or name: value}), source ({SpecId: fact}),
    spec_base (a SpecId or None), no_spec_names, allow, assume, image_format ({(set, binding): format}), keep_spec, freeze, strip ("debug", "names" or
    "all"), subgroup_size (a power of two or None), max_bound (ids), max_words (32-bit words). Where several values make sense, give one or an iterable.

    The interpreter's lock is released meanwhile. That a device cannot run the module is no error, but an outcome.

    Raises ModuleError if the bytes are no module, TargetError for an unknown device, OptionError for an option's value, and TypeError.
    """

@final
class Specializer:
    """A module that is prepared for a device, to be specialized with many sets of values.

    Takes what `filter` takes; values in `set` are the same for all specializations. Threads may use one at once.
    """

    def __new__(cls, module: _Bytes, target: Target | str, **options: Unpack[_Options]) -> Specializer: ...
    def specialize(self, set: Mapping[int | str, bool | str | SupportsIndex | SupportsFloat] | None = None) -> bytes | None:
        """The module with these values, given by `SpecId` or by name, in little-endian; None if the device cannot run it with them: then `filter` with the
        same values says why. Constants without a value stay open, unless the option `freeze` was given.

        Raises OptionError for a value that does not fit, or that contradicts one that is the same for all specializations.
        """

def inspect(module: _Bytes, target: Target | str | None = None, **options: Unpack[_Options]) -> dict[str, Any]:
    """What a module needs of any device, as `sos inspect --json` says it; with a target, the report of filtering for it.

    Takes what `filter` takes, and raises what that raises. Without a target, an option that only affects filtering is an OptionError.
    """

def devices() -> list[dict[str, Any]]:
    """The built-in devices, as `sos device list --json` lists them: the field "device" is the name that `filter` and `Target.builtin` take."""

def find_device(text: str) -> dict[str, Any]:
    """The built-in devices that are nearest to a phone, a chip or its ids, such as "Galaxy S21", "Snapdragon 888", "GeForce RTX 3060" or "10de:2504".

    As `sos device find TEXT --json`: the fields "vendor", "family", "year" and "system" are what is known of it, "soc" and "chip" what is inside a
    product, and "devices" the nearest, best first, as `devices` lists them, with "why" of each. "also" has the same for each other chip that a
    product was sold with. Without a device that is near, "devices" is empty.

    Raises TargetError for a text without a name, and for a number that several chips have.
    """
