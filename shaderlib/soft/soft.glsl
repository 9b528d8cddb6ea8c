// The soft library: functions for what a device lacks, one source for every vector size.
//
// scripts/build-soft compiles this file to sos-core/src/soft/soft.spv, and sos-core links from there what a module needs
// (sos-core/src/soft.rs, which also has the table of functions). Rules for what is written here:
//
// - Functions are of scalars. The linker makes the functions of vectors by making each type a vector and each constant a
//   vector of equal components, so every instruction must work component by component: no vectors, no matrices, no arrays.
// - Straight-line code: no branch, no loop. Alternatives are chosen by `mix` of a bool, which is `OpSelect`; operands of
//   `&&` and `||` are variables, since others may be evaluated conditionally.
// - Parameters are `const`, which passes them by value; several results are returned as a structure.
// - A name that begins with an underscore is part of the functions that call it. All others are functions in the library.
// - What must not be contracted, by a driver or by spirv-opt, is `precise`. All other floating-point operations are exact.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

// Of a 32-bit float.
#define SIGN 0x80000000u
#define MAGNITUDE 0x7FFFFFFFu
#define INFINITY 0x7F800000u
#define NAN 0x7FC00000u

#include "half.glsl"
#include "odd.glsl"
#include "bfloat16.glsl"
#include "float8.glsl"
#include "words.glsl"
#include "divide.glsl"
#include "convert.glsl"
#include "fma32.glsl"
#include "f64.glsl"
#include "f64_add.glsl"
#include "f64_multiply.glsl"
#include "f64_divide.glsl"
#include "f64_sqrt.glsl"
#include "f64_compare.glsl"
#include "f64_round.glsl"
#include "f64_convert.glsl"
#include "fma64.glsl"

void main() {}
