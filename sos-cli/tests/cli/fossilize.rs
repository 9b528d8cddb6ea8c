//! Fossilize databases, written from the description of the layout in its `fossilize_db.cpp`, and not by the program's own writer.

use std::io::Write as _;

use base64::prelude::{Engine as _, BASE64_STANDARD};
use flate2::write::ZlibEncoder;
use flate2::Compression;

pub const LAYOUT: u64 = 3;
pub const MODULE: u64 = 4;
pub const GRAPHICS: u64 = 6;
pub const COMPUTE: u64 = 7;
pub const LINK: u64 = 8;
pub const RAYTRACING: u64 = 9;

/// How a payload is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    Raw,
    /// Without a checksum.
    Unchecked,
    Deflate,
}

/// A database that grows.
pub struct Database(pub Vec<u8>);

/// A stage of a pipeline, as JSON.
pub struct Stage<'a> {
    pub bit: u32,
    pub module: u64,
    pub name: &'a str,
    /// Other members, each with a comma in front.
    pub rest: &'a str,
}

impl Database {
    pub fn new(version: u8) -> Self {
        let mut bytes = b"\x81FOSSILIZEDB\0\0\0".to_vec();
        bytes.push(version);
        Self(bytes)
    }

    pub fn add(&mut self, tag: u64, hash: u64, payload: &[u8], stored: Stored) {
        let mut data = payload.to_vec();
        if stored == Stored::Deflate {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(payload).unwrap();
            data = encoder.finish().unwrap();
        }
        let mut crc = flate2::Crc::new();
        crc.update(&data);
        let format = if stored == Stored::Deflate { 2 } else { 1 };
        let sum = if stored == Stored::Unchecked {
            0
        } else {
            crc.sum()
        };
        self.entry(tag, hash, format, sum, payload.len() as u32, &data);
    }

    /// An entry with a head that may be wrong.
    pub fn entry(&mut self, tag: u64, hash: u64, format: u32, crc: u32, size: u32, data: &[u8]) {
        write!(self.0, "{tag:024x}{hash:016x}").unwrap();
        for number in [data.len() as u32, format, crc, size] {
            self.0.extend(number.to_le_bytes());
        }
        self.0.extend(data);
    }

    /// A module, whose hash is returned.
    pub fn module(&mut self, bytes: &[u8], stored: Stored) -> u64 {
        let words = words(bytes);
        let hash = hash(&words);
        let mut code = Vec::new();
        for &word in &words {
            let groups = (32 - word.leading_zeros()).div_ceil(7).max(1);
            for group in 0..groups {
                let more = if group + 1 < groups { 0x80 } else { 0 };
                code.push((word >> (7 * group)) as u8 & 0x7F | more);
            }
        }
        let mut payload = format!(
            r#"{{"version":6,"shaderModules":{{"{hash:016x}":{{"varintOffset":0,"varintSize":{},"codeSize":{},"flags":0}}}}}}"#,
            code.len(),
            bytes.len()
        )
        .into_bytes();
        payload.push(0);
        payload.extend(code);
        self.add(MODULE, hash, &payload, stored);
        hash
    }

    /// A module as older databases have it.
    pub fn module_in_base64(&mut self, bytes: &[u8]) -> u64 {
        let hash = hash(&words(bytes));
        let payload = format!(
            r#"{{"version":5,"shaderModules":{{"{hash:016x}":{{"flags":0,"codeSize":{},"code":"{}"}}}}}}"#,
            bytes.len(),
            BASE64_STANDARD.encode(bytes)
        );
        self.add(MODULE, hash, payload.as_bytes(), Stored::Raw);
        hash
    }

    pub fn compute(&mut self, hash: u64, stage: &Stage<'_>, base: u64) {
        let payload = compute(hash, stage, base);
        self.add(COMPUTE, hash, payload.as_bytes(), Stored::Deflate);
    }

    pub fn stages(&mut self, tag: u64, hash: u64, stages: &[Stage<'_>], rest: &str) {
        let name = if tag == GRAPHICS {
            "graphicsPipelines"
        } else {
            "raytracingPipelines"
        };
        let stages: Vec<String> = stages.iter().map(Stage::json).collect();
        let payload = format!(
            r#"{{"version":6,"{name}":{{"{hash:016x}":{{"flags":0,"basePipelineHandle":"0000000000000000","basePipelineIndex":-1,"layout":"0000000000000003","depthBiasClamp":1.50,"stages":[{}]{rest}}}}}}}"#,
            stages.join(",")
        );
        self.add(tag, hash, payload.as_bytes(), Stored::Raw);
    }

    pub fn link(&mut self, application: u64, tag: u64, hash: u64) {
        let own = fold(&[
            application as u32,
            (application >> 32) as u32,
            tag as u32,
            hash as u32,
            (hash >> 32) as u32,
        ]);
        let payload = format!(
            r#"{{"version":6,"link":{{"application":"{application:016x}","tag":{tag},"hash":"{hash:016x}"}}}}"#
        );
        self.add(LINK, own, payload.as_bytes(), Stored::Raw);
    }
}

impl Stage<'_> {
    pub fn json(&self) -> String {
        let Self {
            bit,
            module,
            name,
            rest,
        } = self;
        format!(r#"{{"flags":1,"name":"{name}","module":"{module:016x}","stage":{bit}{rest}}}"#)
    }
}

pub fn compute(hash: u64, stage: &Stage<'_>, base: u64) -> String {
    format!(
        r#"{{"version":6,"computePipelines":{{"{hash:016x}":{{"flags":0,"layout":"0000000000000003","basePipelineHandle":"{base:016x}","basePipelineIndex":-1,"stage":{}}}}}}}"#,
        stage.json()
    )
}

/// `, "specializationInfo": …` with these constants of 32 bits, or of as many bytes as given.
pub fn constants(values: &[(u32, &[u8])]) -> String {
    let mut data = Vec::new();
    let mut entries = Vec::new();
    for (id, value) in values {
        entries.push(format!(
            r#"{{"offset":{},"size":{},"constantID":{id}}}"#,
            data.len(),
            value.len()
        ));
        data.extend(*value);
    }
    format!(
        r#","specializationInfo":{{"dataSize":{},"data":"{}","mapEntries":[{}]}}"#,
        data.len(),
        BASE64_STANDARD.encode(&data),
        entries.join(",")
    )
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

fn fold(words: &[u32]) -> u64 {
    let mut hash: u64 = 14_695_981_039_346_656_037;
    for &word in words {
        hash = hash.wrapping_mul(1_099_511_628_211) ^ u64::from(word);
    }
    hash
}

/// Fossilize's hash of a module without flags.
pub fn hash(words: &[u32]) -> u64 {
    fold(&[words, &[0]].concat())
}
