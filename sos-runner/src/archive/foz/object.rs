//! What Fossilize's objects say: the code of modules, the stages of pipelines, and links to applications.
//!
//! An object is JSON with Vulkan's names. A module's code follows after a NUL, each word as seven bits a byte, or is in the JSON, as
//! base64. Input: a payload. Output: what concerns shaders. A changed pipeline is the same text with other stages: everything else in
//! it, such as the spelling of numbers, stays byte for byte. So objects of later versions with members that are unknown here survive.
//!
//! Source: `StateReplayer` and `StateRecorder` in `fossilize.cpp`, the hashes in `fossilize_hasher.hpp`.

use std::fmt::{self, Write as _};
use std::ops::Range;

use anyhow::{bail, ensure, Context as _, Result};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{alphabet, Engine as _};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{tag, VERSIONS};

/// `VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO`
const REQUIRED_SUBGROUP_SIZE: u64 = 1_000_225_001;
/// `VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR`
const PIPELINE_LIBRARY: u64 = 1_000_290_000;
/// `VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT`
const ALLOW_VARYING_SUBGROUP_SIZE: u64 = 1;

/// Padding may be there or not.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The members of a JSON object as text, in their order.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Read)
    }
}

impl<'a> Members<'a> {
    fn of(text: &'a str) -> Result<Self> {
        Ok(serde_json::from_str(text)?)
    }

    /// The first member of this name, as Fossilize's own reader takes it.
    fn find(&self, name: &str) -> Option<&'a str> {
        let member = self.0.iter().find(|member| member.0 == name)?;
        Some(member.1.get())
    }

    fn get<T: Deserialize<'a>>(&self, name: &str) -> Result<Option<T>> {
        let value = self.find(name).map(serde_json::from_str);
        value.transpose().with_context(|| format!("its {name}"))
    }

    fn need<T: Deserialize<'a>>(&self, name: &str) -> Result<T> {
        self.get(name)?.with_context(|| format!("it has no {name}"))
    }

    /// The objects in an array.
    fn objects(&self, name: &str) -> Result<Vec<(&'a str, Members<'a>)>> {
        let items: Vec<&RawValue> = self.get(name)?.unwrap_or_default();
        let items = items.into_iter().map(|item| {
            let text = item.get();
            Ok((text, Members::of(text)?))
        });
        items.collect()
    }

    /// A hash, which is zero if there is no such object.
    fn hash(&self, name: &str) -> Result<u64> {
        let text: Option<String> = self.get(name)?;
        text.map_or(Ok(0), |text| parse_hash(&text))
    }
}

fn parse_hash(text: &str) -> Result<u64> {
    u64::from_str_radix(text, 16).with_context(|| format!("`{text}` is no hash"))
}

/// The text of an object's description, in which an object of this hash is found below `name`.
fn find<'a>(text: &'a str, name: &str, hash: u64) -> Result<Members<'a>> {
    let document = Members::of(text).context("its description is no JSON object")?;
    let version: Option<u64> = document.get("version")?;
    if let Some(version) = version.filter(|&it| !is_known(it)) {
        bail!("it is of version {version}, which is unknown");
    }
    let objects: Members<'_> = document.need(name)?;
    let object = objects.0.iter().find(|(key, _)| {
        let key = parse_hash(key);
        key.is_ok_and(|key| key == hash)
    });
    let object = object.with_context(|| format!("it does not describe {hash:016x}"))?;
    Members::of(object.1.get())
}

fn is_known(version: u64) -> bool {
    u8::try_from(version).is_ok_and(|version| VERSIONS.contains(&version))
}

/// The JSON of a payload, and what follows after it.
fn split(payload: &[u8]) -> Result<(&str, &[u8])> {
    let end = payload.iter().position(|&byte| byte == 0);
    let (text, rest) = payload.split_at(end.unwrap_or(payload.len()));
    let text = std::str::from_utf8(text).context("its description is no text")?;
    Ok((text, rest.get(1..).unwrap_or_default()))
}

/// The code of a module and its flags.
///
/// # Errors
/// The payload does not describe it, or it has more than `limit` words.
pub fn module(payload: &[u8], hash: u64, limit: u32) -> Result<(Vec<u32>, u32)> {
    let (text, rest) = split(payload)?;
    let module = find(text, "shaderModules", hash)?;
    let flags = module.get("flags")?.unwrap_or(0);
    let size: u64 = module.need("codeSize")?;
    let words = size / 4;
    ensure!(
        words <= limit.into(),
        "{words} words are more than the limit of {limit}"
    );
    let words = usize::try_from(words)?;
    let ranges = (module.get("varintOffset")?, module.get("varintSize")?);
    let code = if let (Some(offset), Some(size)) = ranges {
        let (offset, size): (u64, u64) = (offset, size);
        let end = offset.checked_add(size).and_then(|end| end.try_into().ok());
        let bytes = usize::try_from(offset).ok().zip(end);
        let bytes = bytes.and_then(|(begin, end)| rest.get::<Range<usize>>(begin..end));
        decode_varint(bytes.context("its code lies outside of it")?, words)?
    } else {
        let code: String = module.need("code")?;
        let bytes = BASE64.decode(code).context("its code is no base64")?;
        let words = bytes.get(..words * 4).context("its code is cut off")?;
        let words = words.chunks_exact(4);
        words
            .map(|word| u32::from_le_bytes(word.try_into().unwrap_or_default()))
            .collect()
    };
    Ok((code, flags))
}

fn decode_varint(bytes: &[u8], words: usize) -> Result<Vec<u32>> {
    // A word takes a byte at least, so that no more is allocated than there is.
    ensure!(words <= bytes.len(), "its code is cut off");
    let mut code = Vec::with_capacity(words);
    let mut bytes = bytes.iter();
    for _ in 0..words {
        let mut word = 0;
        let mut shift = 0;
        loop {
            let &byte = bytes.next().context("its code is cut off")?;
            ensure!(shift < 32, "a word of its code has more than 32 bits");
            word |= u32::from(byte & 0x7F) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        code.push(word);
    }
    ensure!(bytes.next().is_none(), "its code is longer than stated");
    Ok(code)
}

/// The payload of a module.
pub fn write_module(version: u8, hash: u64, words: &[u32], flags: u32) -> Vec<u8> {
    let mut code = Vec::with_capacity(words.len() * 3);
    for &word in words {
        let mut rest = word;
        while rest >= 0x80 {
            code.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        code.push(rest as u8);
    }
    let mut payload = format!(
        r#"{{"version":{version},"shaderModules":{{"{hash:016x}":{{"varintOffset":0,"varintSize":{},"codeSize":{},"flags":{flags}}}}}}}"#,
        code.len(),
        words.len() * 4
    )
    .into_bytes();
    payload.push(0);
    payload.append(&mut code);
    payload
}

/// Fossilize's hash of 32-bit words: FNV-1 with words instead of bytes.
fn hash_words(words: impl IntoIterator<Item = u32>) -> u64 {
    words.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, word| {
        hash.wrapping_mul(0x0000_0100_0000_01B3) ^ u64::from(word)
    })
}

/// Fossilize's hash of a module.
pub fn hash_module(words: &[u32], flags: u32) -> u64 {
    hash_words(words.iter().copied().chain([flags]))
}

/// A link between an application and an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The application's hash.
    pub application: u64,
    /// The kind of the object.
    pub tag: u64,
    /// The object's hash.
    pub hash: u64,
}

impl Link {
    /// Reads the payload of a link.
    ///
    /// # Errors
    /// It is none.
    pub fn read(payload: &[u8]) -> Result<Self> {
        let (text, _) = split(payload)?;
        let link: Members<'_> = Members::of(text)?.need("link")?;
        Ok(Self {
            application: link.hash("application")?,
            tag: link.need("tag")?,
            hash: link.hash("hash")?,
        })
    }

    /// The hash under which it is stored.
    pub fn own_hash(&self) -> u64 {
        let two = |number: u64| [number as u32, (number >> 32) as u32];
        let words = two(self.application).into_iter().chain([self.tag as u32]);
        hash_words(words.chain(two(self.hash)))
    }

    /// Its payload.
    pub fn write(&self, version: u8) -> Vec<u8> {
        let Self {
            application,
            tag,
            hash,
        } = self;
        format!(
            r#"{{"version":{version},"link":{{"application":"{application:016x}","tag":{tag},"hash":"{hash:016x}"}}}}"#
        )
        .into_bytes()
    }
}

/// A pipeline, as far as shaders are concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// Its stages.
    pub stages: Vec<Stage>,
    /// Pipelines that it derives from or is linked from.
    pub parts: Vec<u64>,
}

/// A stage of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The hash of its module; 0 if the database does not have it.
    pub module: u64,
    /// `pName`
    pub entry_point: String,
    /// `VkShaderStageFlagBits`
    pub stage: u32,
    /// Specialization constants: `constantID` and bits. Those whose value does not lie in the data are left out, since they are invalid.
    pub constants: Vec<(u32, u64)>,
    /// The size of subgroups that it requires.
    pub subgroup_size: Option<u32>,
    /// Where it is in the pipeline's text.
    range: (usize, usize),
}

/// What becomes of a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The hash of its new module.
    pub module: u64,
    /// The constants that the new module still has.
    pub open: Vec<u32>,
    /// The size of subgroups that it has to require.
    pub subgroup_size: Option<u32>,
}

/// Reads a pipeline.
///
/// # Errors
/// The payload does not describe it.
pub fn pipeline(payload: &[u8], kind: u64, hash: u64) -> Result<Pipeline> {
    let (text, _) = split(payload)?;
    let name = match kind {
        tag::GRAPHICS_PIPELINE => "graphicsPipelines",
        tag::COMPUTE_PIPELINE => "computePipelines",
        _ => "raytracingPipelines",
    };
    let object = find(text, name, hash)?;
    let stages = match object.find("stage") {
        Some(stage) => vec![(stage, Members::of(stage).context("its stage")?)],
        None => object.objects("stages")?,
    };
    let stages = stages.into_iter().map(|(part, members)| {
        // Where a part of a text lies, by the addresses of both.
        let begin = part.as_ptr() as usize - text.as_ptr() as usize;
        stage(&members, (begin, begin + part.len()))
    });
    let stages = stages.collect::<Result<_>>().context("a stage")?;
    let mut parts = vec![object.hash("basePipelineHandle")?];
    for (_, next) in object.objects("pNext")? {
        if next.get("sType")? == Some(PIPELINE_LIBRARY) {
            libraries(&next, &mut parts)?;
        }
    }
    if let Some(info) = object.find("libraryInfo") {
        libraries(&Members::of(info)?, &mut parts)?;
    }
    parts.retain(|&part| part != 0);
    Ok(Pipeline { stages, parts })
}

fn libraries(of: &Members<'_>, parts: &mut Vec<u64>) -> Result<()> {
    let hashes: Vec<String> = of.get("libraries")?.unwrap_or_default();
    for hash in hashes {
        parts.push(parse_hash(&hash)?);
    }
    Ok(())
}

fn stage(members: &Members<'_>, range: (usize, usize)) -> Result<Stage> {
    let mut subgroup_size = None;
    for (_, next) in members.objects("pNext")? {
        if next.get("sType")? == Some(REQUIRED_SUBGROUP_SIZE) {
            subgroup_size = next.get("requiredSubgroupSize")?;
        }
    }
    let info: Option<Members<'_>> = members.get("specializationInfo")?;
    Ok(Stage {
        module: members.hash("module")?,
        entry_point: members.need("name")?,
        stage: members.need("stage")?,
        constants: info.map_or(Ok(Vec::new()), |info| constants(&info))?,
        subgroup_size,
        range,
    })
}

fn constants(info: &Members<'_>) -> Result<Vec<(u32, u64)>> {
    let data: String = info.get("data")?.unwrap_or_default();
    let data = BASE64
        .decode(data)
        .context("its specialization data is no base64")?;
    let size = info.need::<u64>("dataSize")?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let data = data.get(..size).unwrap_or(&data);
    let mut constants = Vec::new();
    for (_, entry) in info.objects("mapEntries")? {
        let id = entry.need("constantID")?;
        let (offset, size): (u64, u64) = (entry.need("offset")?, entry.need("size")?);
        let end = offset
            .checked_add(size)
            .filter(|_| matches!(size, 1 | 2 | 4 | 8));
        let Some(value) = end.and_then(|end| data.get(offset as usize..usize::try_from(end).ok()?))
        else {
            continue;
        };
        let mut bits = [0; 8];
        for (to, from) in bits.iter_mut().zip(value) {
            *to = *from;
        }
        constants.push((id, u64::from_le_bytes(bits)));
    }
    Ok(constants)
}

/// The payload of a pipeline with other stages: `changes` has one for each, or `None` for one that stays as it is.
///
/// # Errors
/// The payload is not that from which `pipeline` was read.
pub fn change_pipeline(
    payload: &[u8],
    pipeline: &Pipeline,
    changes: &[Option<Change>],
) -> Result<Vec<u8>> {
    let (text, _) = split(payload)?;
    let mut made = String::with_capacity(text.len());
    let mut done = 0;
    for (stage, change) in pipeline.stages.iter().zip(changes) {
        let Some(change) = change else { continue };
        let (begin, end) = stage.range;
        let part = text.get(begin..end).context("a stage outside of it")?;
        made += text
            .get(done..begin)
            .context("stages that are out of order")?;
        changed_stage(&mut made, &Members::of(part)?, stage, change)?;
        done = end;
    }
    made += text.get(done..).unwrap_or_default();
    Ok(made.into_bytes())
}

fn changed_stage(
    made: &mut String,
    members: &Members<'_>,
    stage: &Stage,
    change: &Change,
) -> Result<()> {
    let mut parts = Vec::new();
    let size = change
        .subgroup_size
        .filter(|_| stage.subgroup_size.is_none());
    let size = size.map(|size| {
        format!(r#"{{"sType":{REQUIRED_SUBGROUP_SIZE},"requiredSubgroupSize":{size}}}"#)
    });
    let has_chain = members.find("pNext").is_some();
    for (name, value) in &members.0 {
        let value = value.get();
        let value = match (name.as_str(), &size) {
            ("module", _) => format!("\"{:016x}\"", change.module),
            ("specializationInfo", _) => match changed_constants(value, &change.open)? {
                Some(value) => value,
                None => continue,
            },
            // A size that is required cannot vary.
            ("flags", Some(_)) => {
                let flags: u64 = serde_json::from_str(value)?;
                (flags & !ALLOW_VARYING_SUBGROUP_SIZE).to_string()
            }
            ("pNext", Some(size)) => {
                let chain: Vec<&RawValue> = serde_json::from_str(value)?;
                let chain = chain.into_iter().map(RawValue::get).chain([size.as_str()]);
                format!("[{}]", chain.collect::<Vec<_>>().join(","))
            }
            _ => value.to_owned(),
        };
        parts.push(format!("{}:{value}", serde_json::to_string(name)?));
    }
    if let Some(size) = size.filter(|_| !has_chain) {
        parts.push(format!(r#""pNext":[{size}]"#));
    }
    write!(made, "{{{}}}", parts.join(","))?;
    Ok(())
}

/// Specialization info with the map entries of these constants only: the text as it is if that is all, `None` if it is none.
fn changed_constants(text: &str, open: &[u32]) -> Result<Option<String>> {
    let info = Members::of(text)?;
    let entries = info.objects("mapEntries")?;
    let mut kept = Vec::new();
    for (entry, members) in &entries {
        if open.contains(&members.need("constantID")?) {
            kept.push(*entry);
        }
    }
    if kept.is_empty() {
        return Ok(None);
    }
    if kept.len() == entries.len() {
        return Ok(Some(text.to_owned()));
    }
    let mut parts = Vec::new();
    for (name, value) in &info.0 {
        let value = match name.as_str() {
            "mapEntries" => format!("[{}]", kept.join(",")),
            _ => value.get().to_owned(),
        };
        parts.push(format!("{}:{value}", serde_json::to_string(name)?));
    }
    Ok(Some(format!("{{{}}}", parts.join(","))))
}
