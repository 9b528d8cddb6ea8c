//! Files with several modules: Fossilize databases, zip archives and C headers, and the single module as the simplest of them.
//!
//! Input: a path. Output: its [`Unit`]s, each a module with a name below the path and, for a stage of a pipeline, what the pipeline
//! says of it. Opening makes an index; the bytes of a unit are read when they are asked for, so that a database of gigabytes costs
//! no more memory than its number of objects. The first bytes say what a file is, not its name. What is damaged within a file is a
//! unit that cannot be read, with the reason, so that the others can be; sizes are checked before memory is taken, against the
//! limits that modules have.
//!
//! [`foz`] reads and writes databases, [`zip`] reads archives, [`header`] reads and writes headers.

pub mod foz;
pub mod header;
pub mod stage;
pub mod zip;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Context as _, Result};
use sos_core::words::to_bytes;
use sos_core::Limits;

use foz::object::{self, Pipeline};
use foz::{tag, Database};
use header::Header;
pub use stage::Stage;
use zip::Zip;

/// The ends of the names of files in folders that are looked into: modules and archives of them. Headers are only read where they are
/// named, because folders hold many without modules.
const ENDS: [&str; 3] = ["spv", "foz", "zip"];

/// Whether a file in a folder is called like a module or an archive.
pub fn is_called(path: &Path) -> bool {
    ENDS.iter().any(|end| has_end(path, end))
}

/// Whether a file is called so, in letters of any case.
pub fn has_end(path: impl AsRef<Path>, end: &str) -> bool {
    let extension = path.as_ref().extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case(end))
}

/// A module in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its name below the file, with `/` as separator and without `.spv`; empty for a file that is a module.
    pub name: String,
    /// What the pipelines that use it say of it.
    pub stage: Option<Stage>,
    place: Place,
}

/// Where a unit's module is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// The whole file.
    File,
    /// An object of a database.
    Object(u64),
    /// A member of an archive, and one of the arrays if it is a header.
    Member(usize, Option<usize>),
    /// An array of a header.
    Array(usize),
    /// Nowhere, for a reason.
    Damaged(String),
}

/// An open file.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    content: Content,
    units: Vec<Unit>,
    notes: Vec<String>,
    limits: Limits,
}

#[derive(Debug)]
enum Content {
    File,
    Database(Database),
    Zip(Zip),
    Header(Header),
}

/// What a file is, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Fossilize database.
    Database,
    /// A zip archive.
    Zip,
    /// A module, a header, or something else.
    Other,
}

impl Kind {
    /// Looks at a file. What cannot be read is `Other`: whoever reads it reports why. So are pipes, of which looking would take
    /// something away.
    pub fn of(path: &Path) -> Self {
        if !path.is_file() {
            return Self::Other;
        }
        // What is shorter may still be the beginning of an archive.
        let mut head = Vec::new();
        let read = File::open(path).and_then(|file| file.take(12).read_to_end(&mut head));
        match read {
            Ok(_) if head.starts_with(foz::MAGIC) => Self::Database,
            // Also what a zip without members begins with.
            Ok(_) if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") => {
                Self::Zip
            }
            _ => Self::Other,
        }
    }
}

impl Archive {
    /// Opens a file and lists its units.
    ///
    /// # Errors
    /// It cannot be read, or is a database or an archive that is damaged as a whole. A file of another kind is taken for a module, and
    /// what is wrong with it is found when it is read.
    pub fn open(path: &Path, limits: &Limits) -> Result<Self> {
        let mut archive = Self {
            path: path.to_owned(),
            content: Content::File,
            units: Vec::new(),
            notes: Vec::new(),
            limits: *limits,
        };
        match Kind::of(path) {
            Kind::Database => {
                let database = Database::open(path)?;
                archive.notes.extend(database.cut().map(str::to_owned));
                archive.units = units_of_database(&database);
                archive.content = Content::Database(database);
            }
            Kind::Zip => {
                let zip = Zip::open(path, limits)?;
                for (index, member) in zip.members().iter().enumerate() {
                    archive.units.extend(units_of_member(index, member));
                }
                archive.content = Content::Zip(zip);
            }
            Kind::Other => match header_in(path, limits)? {
                Some(header) => {
                    let arrays = header.named().into_iter().enumerate();
                    archive.units = arrays
                        .map(|(index, array)| array.unit("", Place::Array(index)))
                        .collect();
                    archive.content = Content::Header(header);
                }
                None => archive.units.push(Unit::new("", Place::File)),
            },
        }
        Ok(archive)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The modules in it.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// What a user should know of it.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The database, if it is one.
    pub fn database(&self) -> Option<&Database> {
        match &self.content {
            Content::Database(database) => Some(database),
            _ => None,
        }
    }

    /// The header, if it is one.
    pub fn header(&self) -> Option<&Header> {
        match &self.content {
            Content::Header(header) => Some(header),
            _ => None,
        }
    }

    /// Whether it is a single module.
    pub fn is_module(&self) -> bool {
        matches!(self.content, Content::File)
    }

    /// The bytes of a unit's module, which need not be valid.
    ///
    /// # Errors
    /// It cannot be read, or is larger than a module may be.
    pub fn read(&self, unit: &Unit) -> Result<Vec<u8>> {
        match (&self.content, &unit.place) {
            (Content::File, Place::File) => read_bounded(&self.path, &self.limits),
            (Content::Database(database), Place::Object(hash)) => {
                let (words, _) = module_of(database, *hash, &self.limits)?;
                Ok(to_bytes(&words))
            }
            (Content::Zip(zip), Place::Member(index, array)) => zip.read(*index, *array),
            (Content::Header(header), Place::Array(index)) => {
                Ok(to_bytes(header.words(*index).unwrap_or_default()))
            }
            (_, Place::Damaged(why)) => bail!("{why}"),
            _ => bail!("a unit of another file"),
        }
    }
}

impl header::Named {
    /// The unit that it is, which is nowhere if it is damaged.
    fn unit(&self, folder: &str, place: Place) -> Unit {
        let damage = self.damage.map(|why| Place::Damaged(why.to_owned()));
        Unit::new(&format!("{folder}{}", self.name), damage.unwrap_or(place))
    }
}

impl Unit {
    fn new(name: &str, place: Place) -> Self {
        Self {
            name: name.to_owned(),
            stage: None,
            place,
        }
    }

    /// The hash of its module, in a database.
    pub fn module(&self) -> Option<u64> {
        match self.place {
            Place::Object(hash) => Some(hash),
            _ => None,
        }
    }
}

/// Reads at most one word more than a module may have, so that endless input ends in an error about its size.
fn read_bounded(path: &Path, limits: &Limits) -> Result<Vec<u8>> {
    let cannot = || format!("cannot read {}", path.display());
    let limit = u64::from(limits.words) * 4 + 4;
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(cannot)?;
    file.take(limit)
        .read_to_end(&mut bytes)
        .with_context(cannot)?;
    Ok(bytes)
}

/// The header that a file is, if its first bytes are not those of a module.
fn header_in(path: &Path, limits: &Limits) -> Result<Option<Header>> {
    let cannot = || format!("cannot read {}", path.display());
    let mut head = [0; 4];
    if !fs::metadata(path).with_context(cannot)?.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path).with_context(cannot)?;
    let count = file.read(&mut head).with_context(cannot)?;
    let head = head.get(..count).unwrap_or_default();
    if count < 4 || sos_core::words::from_bytes(head).is_ok() || head.contains(&0) {
        return Ok(None);
    }
    let mut text = Vec::new();
    File::open(path)
        .and_then(|file| file.take(header::limit(limits)).read_to_end(&mut text))
        .with_context(cannot)?;
    Ok(Header::parse(&text))
}

fn units_of_member<'a>(
    index: usize,
    member: &'a zip::Member,
) -> Box<dyn Iterator<Item = Unit> + 'a> {
    let named = move |name: &str, place| Unit::new(name, place);
    match &member.arrays {
        None => {
            Box::new([named(without_end(&member.name), Place::Member(index, None))].into_iter())
        }
        Some(Err(why)) => Box::new([named(&member.name, Place::Damaged(why.clone()))].into_iter()),
        Some(Ok(arrays)) => Box::new(arrays.iter().enumerate().map(move |(number, array)| {
            let folder = format!("{}/", member.name);
            array.unit(&folder, Place::Member(index, Some(number)))
        })),
    }
}

/// The name of a module without `.spv`.
fn without_end(name: &str) -> &str {
    match has_end(name, "spv") {
        true => name.rsplit_once('.').map_or(name, |(name, _)| name),
        false => name,
    }
}

/// The code of a module of a database, and its flags.
///
/// # Errors
/// The database does not have it, or it is damaged or too large.
pub fn module_of(database: &Database, hash: u64, limits: &Limits) -> Result<(Vec<u32>, u32)> {
    let entry = database.find(tag::SHADER_MODULE, hash);
    let entry = entry.with_context(|| format!("module {hash:016x} is not in the database"))?;
    // A word takes five bytes at most, or six in base64.
    let limit = u64::from(limits.words) * 6 + 4096;
    let payload = database.payload(entry, limit)?;
    object::module(&payload, hash, limits.words).with_context(|| format!("module {hash:016x}"))
}

/// A pipeline of a database.
///
/// # Errors
/// It is damaged.
pub fn pipeline_of(database: &Database, entry: &foz::Entry) -> Result<(Vec<u8>, Pipeline)> {
    ensure!(entry.is_pipeline(), "no pipeline");
    let payload = database.payload(entry, 0)?;
    let pipeline = object::pipeline(&payload, entry.tag, entry.hash)
        .with_context(|| format!("pipeline {:02x}.{:016x}", entry.tag, entry.hash))?;
    Ok((payload, pipeline))
}

/// Every distinct stage of a pipeline, and every module that no pipeline uses, in the order of the file.
fn units_of_database(database: &Database) -> Vec<Unit> {
    let mut units = Vec::new();
    let (mut used, mut known) = (HashSet::new(), HashSet::new());
    let entries = database.entries().iter();
    for entry in entries.filter(|entry| entry.is_pipeline()) {
        let pipeline = match pipeline_of(database, entry) {
            Ok((_, pipeline)) => pipeline,
            Err(why) => {
                let name = format!("{:02x}.{:016x}", entry.tag, entry.hash);
                units.push(Unit::new(&name, Place::Damaged(format!("{why:#}"))));
                continue;
            }
        };
        for stage in pipeline.stages.iter().filter(|stage| stage.module != 0) {
            used.insert(stage.module);
            let name = stage::name(stage);
            if known.insert(name.clone()) {
                units.push(Unit {
                    name,
                    stage: Some(Stage::of(stage)),
                    place: Place::Object(stage.module),
                });
            }
        }
    }
    for entry in database.entries() {
        if entry.tag == tag::SHADER_MODULE && !used.contains(&entry.hash) {
            let name = stage::module_name(entry.hash);
            units.push(Unit::new(&name, Place::Object(entry.hash)));
        }
    }
    units
}
