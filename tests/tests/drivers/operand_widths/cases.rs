//! The accesses, and the images that they access: each as SPIR-V and as the host computes it.

use super::{find, Given, Types};
use sos_core::target::{feature, Feature};
use sos_runner::execute::image::{Access, Dim, Image, Sampler, SAMPLES};
use sos_tests::compare::mixed;
use sos_tests::images::{bound, filled, image};
use sos_tests::{Buffer, BufferKind};

/// Texels of the images, and of those whose size is queried, which fits every type.
const SIZE: [u32; 3] = [400, 16, 1];
const SMALL: [u32; 3] = [100, 6, 1];
const LAYERS: u32 = 2;
const LEVELS: u32 = 2;

/// The length of the array of images.
pub const ARRAY: u32 = 4;

/// What the samples are cleared to.
const CLEARED: u32 = 0x1234_5678;

/// An access: its code, which computes `%@r` of type `%u32_4`, and the result.
pub struct Case {
    pub name: &'static str,
    pub code: &'static str,
    pub result: fn(&Types, &Given) -> [u32; 4],
}

/// What one shader accesses, and features that are hidden as well, because other rules replace the same instructions.
pub const GROUPS: [(&[Case], &[Feature]); 4] = [
    (ACCESSES, &[]),
    (ACCESSES, &[feature::shaderSampledImageArrayDynamicIndexing]),
    (OFFSETS, &[]),
    (CONSTANT_OFFSETS, &[feature::shaderImageGatherExtended]),
];

const ACCESSES: &[Case] = &[
    Case {
        name: "OpImageFetch Lod",
        code: "%@s = OpLoad %picture_type %picture
%@i = OpImage %picture_image %@s
%@r = OpImageFetch %u32_4 %@i %at_layer Lod %level",
        result: |_, given| one(picture(given, given.level, given.at)),
    },
    Case {
        name: "OpImageFetch Lod|ConstOffset",
        code: "%@s = OpLoad %picture_type %picture
%@i = OpImage %picture_image %@s
%@r = OpImageFetch %u32_4 %@i %at_layer Lod|ConstOffset %level %move0",
        result: |types, given| {
            let at = moved(given.at, moves(types)[0]);
            one(picture(given, given.level, at))
        },
    },
    Case {
        name: "OpImageFetch of a buffer",
        code: "%@i = OpLoad %texels_type %texels
%@r = OpImageFetch %u32_4 %@i %x",
        result: |_, given| one(mixed(given.at[0] as u32)),
    },
    Case {
        name: "OpImageRead",
        code: "%@i = OpLoad %page_type %page
%@r = OpImageRead %u32_4 %@i %at",
        result: |_, given| one(mixed(linear(given.at))),
    },
    Case {
        name: "OpImageWrite",
        code: "%@i = OpLoad %page_type %written
%@w = OpCompositeConstruct %u32_4 %value %n0 %n0 %n1
OpImageWrite %@i %at %@w
%@r = OpImageRead %u32_4 %@i %plain_at",
        result: |_, given| one(given.value()),
    },
    Case {
        name: "OpImageTexelPointer",
        code: "%@p = OpImageTexelPointer %to_texel %counts %at %no_sample
%@old = OpAtomicIAdd %u32 %@p %n1 %n0 %value
%@i = OpLoad %page_type %counts
%@new = OpImageRead %u32_4 %@i %plain_at
%@r = OpCompositeInsert %u32_4 %@old %@new 1",
        result: |_, given| {
            let old = mixed(linear(given.at));
            [old.wrapping_add(given.value()), old, 0, 1]
        },
    },
    Case {
        name: "OpImageWrite and OpImageRead Sample",
        code: "%@i = OpLoad %samples_type %samples
%@w = OpCompositeConstruct %u32_4 %value %n0 %n0 %n1
OpImageWrite %@i %at %@w Sample %sample
%@again = OpImageRead %u32_4 %@i %at Sample %sample
%@v0 = OpImageRead %u32_4 %@i %plain_at Sample %n0
%@v1 = OpImageRead %u32_4 %@i %plain_at Sample %n1
%@v2 = OpImageRead %u32_4 %@i %plain_at Sample %n2
%@v3 = OpImageRead %u32_4 %@i %plain_at Sample %n3
%@x0 = OpCompositeExtract %u32 %@v0 0
%@x1 = OpCompositeExtract %u32 %@v1 0
%@x2 = OpCompositeExtract %u32 %@v2 0
%@x3 = OpCompositeExtract %u32 %@v3 0
%@x = OpCompositeExtract %u32 %@again 0
%@some = OpCompositeConstruct %u32_4 %@x0 %@x1 %@x2 %@x3
%@all = OpCompositeConstruct %u32_4 %@x %@x %@x %@x
%@r = OpIAdd %u32_4 %@some %@all",
        result: |_, given| {
            let value = given.value();
            let mut samples = [value.wrapping_add(CLEARED); SAMPLES as usize];
            samples[given.sample as usize] = value.wrapping_mul(2);
            samples
        },
    },
    Case {
        name: "OpImageQuerySizeLod and OpImageQueryLevels",
        code: "%@p = OpAccessChain %to_one %many %n0
%@i = OpLoad %one_type %@p
%@size = OpImageQuerySizeLod {q}_2 %@i %level
%@levels = OpImageQueryLevels {q} %@i
%@u = {to q} %u32_2 %@size
%@l = {to q} %u32 %@levels
%@r = OpCompositeConstruct %u32_4 %@u %@l %n1",
        result: |_, given| {
            let [width, height] = size(SMALL, given.level);
            [width, height, LEVELS, 1]
        },
    },
    Case {
        name: "OpImageQuerySizeLod of 32 bits",
        code: "%@s = OpLoad %picture_type %picture
%@i = OpImage %picture_image %@s
%@size = OpImageQuerySizeLod %u32_3 %@i %level
%@r = OpCompositeConstruct %u32_4 %@size %n1",
        result: |_, given| {
            let [width, height] = size(SIZE, given.level);
            [width, height, LAYERS, 1]
        },
    },
    Case {
        name: "OpImageQuerySize and OpImageQuerySamples",
        code: "%@i = OpLoad %page_type %small
%@j = OpLoad %samples_type %samples
%@size = OpImageQuerySize {q}_2 %@i
%@samples = OpImageQuerySamples {q} %@j
%@u = {to q} %u32_2 %@size
%@s = {to q} %u32 %@samples
%@r = OpCompositeConstruct %u32_4 %@u %@s %n1",
        result: |_, _| [SMALL[0], SMALL[1], SAMPLES, 1],
    },
    Case {
        name: "the index of a descriptor",
        code: "%@p = OpAccessChain %to_one %many %index
%@i = OpLoad %one_type %@p
%@r = OpImageFetch %u32_4 %@i %origin Lod %n0",
        result: |_, given| one(mixed(given.index as u32)),
    },
];

const GATHER_AT_FOUR: Case = Case {
    name: "OpImageGather ConstOffsets",
    code: "%@s = OpLoad %picture_type %picture
%@r = OpImageGather %u32_4 %@s %corner_layer %n0 ConstOffsets %moves",
    result: |types, given| moves(types).map(|by| picture(given, 0, moved(given.at, by))),
};

const OFFSETS: &[Case] = &[
    Case {
        name: "OpImageGather Offset",
        code: "%@s = OpLoad %picture_type %picture
%@r = OpImageGather %u32_4 %@s %corner_layer %n0 Offset %offset",
        result: |_, given| {
            let at = moved(given.at, given.offset);
            footprint(at).map(|at| picture(given, 0, at))
        },
    },
    Case {
        name: "OpImageGather ConstOffset",
        code: "%@s = OpLoad %picture_type %picture
%@r = OpImageGather %u32_4 %@s %corner_layer %n0 ConstOffset %move0",
        result: |types, given| {
            let at = moved(given.at, moves(types)[0]);
            footprint(at).map(|at| picture(given, 0, at))
        },
    },
    GATHER_AT_FOUR,
    Case {
        name: "OpImageSampleExplicitLod ConstOffset",
        code: "%@s = OpLoad %picture_type %picture
%@r = OpImageSampleExplicitLod %u32_4 %@s %centre_layer Lod|ConstOffset %f0 %move0",
        result: |types, given| one(picture(given, 0, moved(given.at, moves(types)[0]))),
    },
    Case {
        name: "OpImageDrefGather Offset",
        code: "%@s = OpLoad %depth_type %depth
%@f = OpImageDrefGather %f32_4 %@s %corner %half Offset %offset
%@r = OpBitcast %u32_4 %@f",
        result: |_, given| footprint(moved(given.at, given.offset)).map(compared),
    },
    Case {
        name: "OpImageSampleDrefExplicitLod ConstOffset",
        code: "%@s = OpLoad %depth_type %depth
%@f = OpImageSampleDrefExplicitLod %f32 %@s %centre %half Lod|ConstOffset %f0 %move0
%@u = OpBitcast %u32 %@f
%@r = OpCompositeConstruct %u32_4 %@u %n0 %n0 %n1",
        result: |types, given| one(compared(moved(given.at, moves(types)[0]))),
    },
];

/// lavapipe 22 itself compares no depth in a gather with `ConstOffsets`.
const CONSTANT_OFFSETS: &[Case] = &[
    GATHER_AT_FOUR,
    Case {
        name: "OpImageDrefGather ConstOffsets",
        code: "%@s = OpLoad %depth_type %depth
%@f = OpImageDrefGather %f32_4 %@s %corner %half ConstOffsets %moves
%@r = OpBitcast %u32_4 %@f",
        result: |types, given| moves(types).map(|by| compared(moved(given.at, by))),
    },
];

/// A texel of one component.
fn one(texel: u32) -> [u32; 4] {
    [texel, 0, 0, 1]
}

/// The centre of a texel, and its corner: a gather there begins with the texel.
pub fn sampled_at(at: [i32; 2]) -> [[u32; 2]; 2] {
    [0.5, 1.0].map(|more| {
        let part = |axis: usize| (at[axis] as f32 + more) / SIZE[axis] as f32;
        [0, 1].map(|axis| part(axis).to_bits())
    })
}

/// The texel's number in an image without layers.
fn linear([x, y]: [i32; 2]) -> u32 {
    y as u32 * SIZE[0] + x as u32
}

fn moved(at: [i32; 2], by: [i32; 2]) -> [i32; 2] {
    [at[0] + by[0], at[1] + by[1]]
}

/// The constant offsets.
pub fn moves(types: &Types) -> [[i32; 2]; 4] {
    match find(types, 'o').signed {
        true => [[-3, 1], [-8, 7], [0, 0], [1, -3]],
        false => [[3, 1], [7, 7], [0, 0], [1, 3]],
    }
}

/// The texels of a gather that begins with a texel.
fn footprint([x, y]: [i32; 2]) -> [[i32; 2]; 4] {
    [[x, y + 1], [x + 1, y + 1], [x + 1, y], [x, y]]
}

/// Width and height of a level.
fn size(whole: [u32; 3], level: i32) -> [u32; 2] {
    [whole[0] >> level, whole[1] >> level]
}

/// A coordinate clamped to the edges of a level.
fn clamped(at: [i32; 2], level: i32) -> [u32; 2] {
    let size = size(SIZE, level);
    [0, 1].map(|axis| at[axis].clamp(0, size[axis] as i32 - 1) as u32)
}

/// A texel of the picture.
fn picture(given: &Given, level: i32, at: [i32; 2]) -> u32 {
    let ([x, y], [width, height]) = (clamped(at, level), size(SIZE, level));
    let row = given.layer as u32 * height + y;
    mixed(picture_image().start_of(level as u32) as u32 + row * width + x)
}

fn picture_image() -> Image {
    let access = Access::Combined(Sampler::default());
    Image {
        layers: LAYERS,
        levels: LEVELS,
        arrayed: true,
        ..image(access, Dim::Two, "R32ui", SIZE)
    }
}

/// A depth from 0 to 1.
fn depth(texel: u32) -> f32 {
    (mixed(texel) % 64) as f32 / 64.0
}

/// Whether 0.5 is less than the depth of a texel, as a float.
fn compared(at: [i32; 2]) -> u32 {
    let is_less = 0.5 < depth(linear(clamped(at, 0).map(|part| part as i32)));
    if is_less { 1_f32 } else { 0.0 }.to_bits()
}

/// The images, at the bindings from 2 on.
pub fn images() -> Vec<Buffer> {
    let storage = |extent| image(Access::Storage, Dim::Two, "R32ui", extent);
    let less = Access::Combined(Sampler {
        compare: true,
        ..Sampler::default()
    });
    let samples = Image {
        multisampled: true,
        ..storage(SIZE)
    };
    let mut all = vec![
        filled(2, picture_image(), mixed),
        filled(3, image(less, Dim::Two, "D32", SIZE), |texel| {
            depth(texel).to_bits()
        }),
        Buffer {
            kind: BufferKind::UniformTexels(storage(SIZE).format),
            ..Buffer::storage(4, (0..SIZE[0]).map(mixed).collect())
        },
        filled(5, storage(SIZE), mixed),
        filled(6, storage(SIZE), mixed),
        filled(7, storage(SIZE), mixed),
        filled(8, storage(SMALL), mixed),
        bound(9, samples, vec![CLEARED; 4]),
    ];
    all.extend((0..ARRAY).map(|number| {
        let one = Image {
            levels: LEVELS,
            ..image(Access::Sampled, Dim::Two, "R32ui", SMALL)
        };
        filled(10, one, |_| mixed(number))
    }));
    all
}
