//! A cache in an object store: Amazon's S3 and what speaks its protocol, Google's, Azure's, and WebDAV servers.
//!
//! A URL names it, and variables of the environment say how to sign in, by the names that the providers' own programs use:
//! `AWS_ACCESS_KEY_ID`, `GOOGLE_SERVICE_ACCOUNT`, `AZURE_STORAGE_ACCOUNT_NAME`, and so on; `docs/scale.md` has more. Objects are put
//! whole or not at all by these protocols. Every request has a time limit, because `object_store` tries some minutes long.

use std::future::Future;
use std::time::{Duration, SystemTime};

use anyhow::{anyhow, Context as _, Result};
use futures_util::StreamExt as _;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use tokio::runtime::{Builder, Runtime};
use url::Url;

use super::{is_entry, Pruned};

/// The time limit of a request.
const LIMIT: Duration = Duration::from_secs(30);

/// The object by which a run finds out whether it may write.
const PROBE: &str = "sos-cache.txt";

#[derive(Debug)]
pub(super) struct Objects {
    url: String,
    store: Box<dyn ObjectStore>,
    below: Path,
    runtime: Runtime,
}

impl Objects {
    /// Opens a store, and writes an object to it, which says what it is.
    ///
    /// # Errors
    /// The URL is wrong, or the store cannot be reached or written.
    pub(super) fn open(url: &str) -> Result<Self> {
        let parsed = Url::parse(url).with_context(|| format!("`{url}` is not a URL"))?;
        // Names and passwords in a URL would get into messages and logs of CI systems.
        anyhow::ensure!(
            parsed.username().is_empty() && parsed.password().is_none(),
            "the URL of a cache has no names and passwords: variables of the environment have them"
        );
        let mut variables: Vec<_> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| {
                ["AWS_", "GOOGLE_", "AZURE_"]
                    .iter()
                    .any(|p| name.starts_with(p))
            })
            .collect();
        // Of a plain HTTP server, no secrets are sent, and the URL says that it is one.
        if parsed.scheme() == "http" {
            variables.push(("allow_http".to_owned(), "true".to_owned()));
        }
        let (store, below) = object_store::parse_url_opts(&parsed, variables)
            .with_context(|| format!("cannot use {url} as a cache"))?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .context("cannot start a thread")?;
        let objects = Self {
            url: url.to_owned(),
            store,
            below,
            runtime,
        };
        let probe = objects.below.clone().join(PROBE);
        let text = "Results of `sos corpus run`, for other runs.\n";
        objects
            .wait(objects.store.put(&probe, text.into()))
            .with_context(|| format!("cannot write into the cache, {url}"))?;
        Ok(objects)
    }

    /// Reads an entry.
    ///
    /// # Errors
    /// The store does not answer, or not as expected.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let place = self.place(name);
        let found = self.wait(async {
            match self.store.get(&place).await {
                Ok(found) => found.bytes().await.map(Some),
                Err(object_store::Error::NotFound { .. }) => Ok(None),
                Err(error) => Err(error),
            }
        });
        let bytes = found.with_context(|| format!("cannot read from the cache, {}", self.url))?;
        Ok(bytes.map(|bytes| bytes.to_vec()))
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// The store does not take it.
    pub(super) fn write(&self, name: &str, bytes: Vec<u8>) -> Result<()> {
        let place = self.place(name);
        self.wait(self.store.put(&place, bytes.into()))
            .with_context(|| format!("cannot write into the cache, {}", self.url))?;
        Ok(())
    }

    /// Removes entries that were written before so long.
    ///
    /// # Errors
    /// The store does not list or delete them.
    pub(super) fn prune(&self, unused: Duration) -> Result<Pruned> {
        let mut pruned = Pruned::default();
        let now = SystemTime::now();
        let cannot = || format!("cannot prune the cache, {}", self.url);
        let mut entries = self.store.list(Some(&self.below));
        while let Some(entry) = self
            .wait(async { entries.next().await.transpose() })
            .with_context(cannot)?
        {
            // Nothing but entries is removed: the URL may name a place with other objects.
            if !entry.location.filename().is_some_and(is_entry) {
                continue;
            }
            let age = now.duration_since(entry.last_modified.into());
            if age.is_ok_and(|age| age > unused) {
                self.wait(self.store.delete(&entry.location))
                    .with_context(cannot)?;
                pruned.removed += 1;
                pruned.bytes += entry.size;
            } else {
                pruned.left += 1;
            }
        }
        Ok(pruned)
    }

    fn place(&self, name: &str) -> Path {
        let (folder, file) = name.split_at_checked(2).unwrap_or((name, ""));
        let place = self.below.clone().join(folder);
        place.join(format!("{file}.json.z"))
    }

    /// Waits for an answer, and not too long.
    fn wait<T>(&self, answer: impl Future<Output = object_store::Result<T>>) -> Result<T> {
        self.runtime.block_on(async {
            match tokio::time::timeout(LIMIT, answer).await {
                Ok(answer) => Ok(answer?),
                Err(_) => Err(anyhow!("no answer in {} seconds", LIMIT.as_secs())),
            }
        })
    }
}
