# sos::lean: the library for engines that want little of it, without Rust's standard library. It sets and folds constants, removes what is not
# needed, and refuses what the target lacks; docs/c-api.md says what else it is without, and what each part weighs.
#
#     target_link_libraries(game PRIVATE sos::lean)
#
# It is static alone, and built only for what is linked with it, or where SOS_LIBRARIES has it.
set(SOS_LEAN_LEVEL "z" CACHE STRING "how rustc optimizes the lean library: z is small, s takes two thirds of the time and a tenth more space, 3 is fast")
set(SOS_LEAN_FEATURES "vulkan" CACHE STRING "parts of the lean library, see Cargo.toml")

if(NOT SOS_LEAN_LEVEL EQUAL 3)
    set(lean_level "\"${SOS_LEAN_LEVEL}\"")
else()
    set(lean_level 3)
endif()
set(lean_name "${CMAKE_STATIC_LIBRARY_PREFIX}sos-lean${CMAKE_STATIC_LIBRARY_SUFFIX}")
set(lean_library "${CMAKE_CURRENT_BINARY_DIR}/${lean_name}")
string(REPLACE ";" "," features "${SOS_LEAN_FEATURES}")
get_filename_component(lean_whole "${whole_static_library}" NAME)
set(lean_whole "${SOS_TARGET_DIR}/${SOS_TARGET}/lean/${lean_whole}")
add_custom_target(sos_lean_build
    COMMAND "${SOS_CARGO}" --config "profile.lean.opt-level=${lean_level}" rustc --profile lean --lib --crate-type staticlib ${for}
            --target-dir "${SOS_TARGET_DIR}" --no-default-features --features "${features}"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    BYPRODUCTS "${lean_whole}"
    USES_TERMINAL VERBATIM)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    # Nothing unwinds; without these tables, a tenth less. Debuggers then see no further than the library's own functions.
    sos_make_one_object("${lean_library}" "${lean_whole}" sos_lean_build "--remove-section=.eh_frame;--remove-section=.rela.eh_frame")
elseif(SOS_STRIP)
    add_custom_command(OUTPUT "${lean_library}"
        COMMAND "${SOS_STRIP}" -S -o "${lean_library}" "${lean_whole}"
        DEPENDS sos_lean_build "${lean_whole}"
        VERBATIM)
else()
    add_custom_command(OUTPUT "${lean_library}"
        COMMAND "${CMAKE_COMMAND}" -E copy "${lean_whole}" "${lean_library}"
        DEPENDS sos_lean_build "${lean_whole}"
        VERBATIM)
endif()
set(all)
if("lean" IN_LIST SOS_LIBRARIES)
    set(all ALL)
endif()
add_custom_target(sos_lean_link ${all} DEPENDS "${lean_library}")

# What C's library of the system needs of itself.
set(lean_system)
if(UNIX AND NOT APPLE)
    set(lean_system pthread)
endif()
add_library(sos_lean STATIC IMPORTED GLOBAL)
add_library(sos::lean ALIAS sos_lean)
add_dependencies(sos_lean sos_lean_link)
target_include_directories(sos_lean INTERFACE "${CMAKE_CURRENT_SOURCE_DIR}/include")
set_target_properties(sos_lean PROPERTIES IMPORTED_LOCATION "${lean_library}")
target_link_libraries(sos_lean INTERFACE ${lean_system})
list(TRANSFORM lean_system PREPEND "-l" OUTPUT_VARIABLE lean_private)
string(REPLACE ";" " " lean_private "${lean_private}")
