//! Driver tests: what the filter makes of shaders is run on Vulkan drivers, and compared with what the shaders compute as written or
//! with a reference.
//! Each module is a subject.

mod amd_gcn;
mod ash_example;
mod capability_support;
mod cross_lane;
mod demonstration;
mod derivatives;
mod divergent;
mod doubles;
mod enabled;
mod encodings;
mod fma;
mod folding;
mod fragment_mask;
mod half_images;
mod handwritten;
mod image_formats;
mod integer_functions;
mod limits;
mod long_integers;
mod mixed_dot;
mod narrow_values;
mod operand_widths;
mod own_process;
mod quads;
mod shader_library;
mod soft_library;
mod sparse;
mod specialize;
mod storage;
mod subgroup_operations;
mod target_live;
