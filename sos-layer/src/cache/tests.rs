use super::*;
use crate::log::Level;
use std::path::Path;
use std::time::Duration;

fn key(byte: u8) -> Key {
    Key { bytes: [byte; 16] }
}

fn log() -> Log {
    Log::new(Level::Off, None).unwrap()
}

fn open(path: &Path) -> Cache {
    let folder = Folder::open("cache", path, &log());
    Cache::new(folder.unwrap(), 1)
}

fn rewritten(words: usize) -> Filtered {
    Filtered::Rewritten {
        words: (0..words as u32).collect(),
        subgroup_size: Some(32),
    }
}

#[test]
fn what_is_kept_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(&folder.path().join("new/folder"));
    assert_eq!(cache.get(key(1)), None);
    for (at, result) in [Filtered::Unchanged, rewritten(7), rewritten(0)]
        .into_iter()
        .enumerate()
    {
        let key = key(at as u8);
        cache.put(key, &result, &log());
        assert_eq!(cache.get(key), Some(result));
    }
    cache.put(key(9), &Filtered::Unsupported, &log());
    assert_eq!(cache.get(key(9)), None, "its reasons are to be said again");
}

#[test]
fn files_that_were_changed_count_as_none() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path());
    cache.put(key(1), &rewritten(9), &log());
    let path = cache.path(key(1));
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(cache.get(key(1)), None, "{length}");
    }
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(&path, bytes).unwrap();
        assert_eq!(cache.get(key(1)), None, "{at}");
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(cache.get(key(1)), Some(rewritten(9)));
    // A result under another key's name is another module's.
    fs::rename(&path, cache.path(key(2))).unwrap();
    assert_eq!(cache.get(key(2)), None);
}

#[test]
fn the_oldest_files_go() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path());
    for at in 0..5 {
        cache.put(key(at), &rewritten(100_000), &log());
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + u64::from(at));
        let file = fs::File::options().write(true).open(cache.path(key(at)));
        file.unwrap().set_modified(time).unwrap();
    }
    fs::write(folder.path().join("other"), vec![0; 1 << 20]).unwrap();
    let cache = open(folder.path());
    let left: Vec<u8> = (0..5).filter(|&at| cache.get(key(at)).is_some()).collect();
    assert_eq!(left, [3, 4]);
    assert!(folder.path().join("other").is_file(), "not the cache's");
}
