//! The pages of the book, and what is wrong with them.
//!
//! The table of contents is `docs/SUMMARY.md`, in the form that mdBook asks for: a list of links, which forges show as such.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

use super::links::{anchors, links, title, Link};

/// The table of contents.
pub const CONTENTS: &str = "docs/SUMMARY.md";

/// Where every page must be in the contents. Folders below are included.
const COMPLETE: &[&str] = &["docs"];

/// A page: its text, with what is linked.
pub struct Page {
    pub text: String,
    pub links: Vec<Link>,
}

/// All pages by their paths in the repository, and the contents.
pub struct Pages {
    pub root: PathBuf,
    pub contents: Page,
    pub pages: BTreeMap<PathBuf, Page>,
}

impl Pages {
    /// Reads the contents, and the pages that they list.
    pub fn read(root: &Path) -> Result<Self> {
        let contents = read(root, Path::new(CONTENTS))?;
        let mut pages = BTreeMap::new();
        for link in &contents.links {
            let path = beside(Path::new(CONTENTS), &link.destination);
            pages.insert(path.clone(), read(root, &path)?);
        }
        Ok(Self {
            root: root.to_owned(),
            contents,
            pages,
        })
    }

    /// The contents and the pages, by their paths.
    pub fn all(&self) -> impl Iterator<Item = (&Path, &Page)> {
        let contents = std::iter::once((Path::new(CONTENTS), &self.contents));
        contents.chain(self.pages.iter().map(|(path, page)| (&**path, page)))
    }

    /// Files that pages link and that are no pages.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let is_file = |path: &PathBuf| {
            !self.pages.contains_key(path) && path.as_path() != Path::new(CONTENTS)
        };
        let linked = self.all().flat_map(|(path, page)| {
            let links = page.links.iter().map(|link| link.destination.as_str());
            links.map(move |link| beside(path, link))
        });
        linked.filter(is_file).collect()
    }

    /// Everything that is not as it must be, a line each.
    pub fn wrong(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for folder in COMPLETE {
            self.missing(Path::new(folder), &mut wrong);
        }
        for link in &self.contents.links {
            let called = self.contents.text[..link.place.start].trim_end_matches("](");
            let called = called.rsplit('[').next().unwrap_or_default();
            let page = self
                .pages
                .get(&beside(Path::new(CONTENTS), &link.destination));
            if let Some(title) = page.and_then(|page| title(&page.text).ok()) {
                if title != called {
                    let (line, to) = (link.line, &link.destination);
                    wrong.push(format!(
                        "{CONTENTS}:{line}: {to}: is called {called:?} here, and {title:?} by itself"
                    ));
                }
            }
        }
        for (path, page) in self.all() {
            if let Err(error) = title(&page.text) {
                wrong.push(format!("{}: {error}", path.display()));
            }
            for link in &page.links {
                if let Err(reason) = self.resolve(path, &link.destination) {
                    let (path, line) = (path.display(), link.line);
                    wrong.push(format!("{path}:{line}: {}: {reason}", link.destination));
                }
            }
        }
        wrong
    }

    /// Names pages of a folder that are not in the contents.
    fn missing(&self, folder: &Path, wrong: &mut Vec<String>) {
        let entries = fs::read_dir(self.root.join(folder)).into_iter().flatten();
        for path in entries
            .flatten()
            .map(|entry| folder.join(entry.file_name()))
        {
            if self.root.join(&path).is_dir() {
                self.missing(&path, wrong);
            } else if path.extension().is_some_and(|it| it == "md")
                && !self.pages.contains_key(&path)
                && path != Path::new(CONTENTS)
            {
                wrong.push(format!("{}: is not in {CONTENTS}", path.display()));
            }
        }
    }

    /// Whether a link leads to something that is there.
    fn resolve(&self, page: &Path, destination: &str) -> Result<(), &'static str> {
        let (file, anchor) = match destination.split_once('#') {
            Some((file, anchor)) => (file, Some(anchor)),
            None => (destination, None),
        };
        let path = beside(page, file);
        if path.components().any(|part| part == Component::ParentDir) {
            return Err("it leads out of the repository");
        }
        match self.pages.get(&path) {
            Some(page) => match anchor {
                Some(anchor) if !anchors(&page.text).contains(anchor) => Err("no such heading"),
                _ => Ok(()),
            },
            None if path == Path::new(CONTENTS) && anchor.is_none() => Ok(()),
            None if path.extension().is_some_and(|it| it == "md") => {
                Err("no page of the book: enter it into the contents")
            }
            None if anchor.is_some() => Err("only pages have headings"),
            None if self.root.join(&path).is_dir() => {
                Err("a folder, which a book cannot show: link a file in it")
            }
            None if self.root.join(&path).is_file() => Ok(()),
            None => Err("no such file"),
        }
    }
}

/// The path in the repository of what a page links; of the page itself, if the link is only an anchor.
pub fn beside(page: &Path, destination: &str) -> PathBuf {
    let file = destination.split('#').next().unwrap_or_default();
    if file.is_empty() {
        return page.to_owned();
    }
    let mut path = PathBuf::new();
    let folder = page.parent().unwrap_or(Path::new(""));
    for part in folder.join(file).components() {
        match part {
            Component::ParentDir if path.pop() => {}
            part => path.push(part),
        }
    }
    path
}

fn read(root: &Path, path: &Path) -> Result<Page> {
    let place = || path.display().to_string();
    let text = fs::read_to_string(root.join(path)).with_context(place)?;
    let links = links(&text).with_context(place)?;
    Ok(Page { text, links })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_in_the_contents_and_every_link_resolves() {
        let root = crate::dist::root().expect("the workspace");
        let pages = Pages::read(&root).expect("the pages");
        assert!(pages.pages.len() > 25 && pages.files().len() > 10);
        let wrong = pages.wrong();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        for page in [
            "README.md",
            "ARCHITECTURE.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
        ] {
            assert!(pages.pages.contains_key(Path::new(page)), "{page}");
        }
    }

    /// The book's search looks through the words of pages.
    #[test]
    fn what_people_search_for_is_on_pages_for_them() {
        let root = crate::dist::root().expect("the workspace");
        let pages = Pages::read(&root).expect("the pages");
        for (word, wanted) in [
            ("phone", "docs/phone.md"),
            ("bindless", "docs/images.md"),
            ("Adreno", "docs/phone.md"),
            ("Quest", "docs/phone.md"),
            ("Mali", "docs/phone.md"),
            ("gpuinfo", "docs/phone.md"),
            ("wave", "docs/glossary.md"),
            ("crash", "docs/troubleshooting.md"),
            ("spirv-opt", "docs/alternatives.md"),
        ] {
            let page = &pages.pages[Path::new(wanted)];
            assert!(page.text.contains(word), "{wanted} does not have `{word}`");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let write = |path: &str, text: &str| fs::write(root.join(path), text).expect(path);
        fs::create_dir_all(root.join("docs/deep")).expect("folders");
        write(
            "docs/SUMMARY.md",
            "# Contents\n\n- [A](../a.md)\n- [C](b.md)\n",
        );
        write(
            "a.md",
            "# A\n\n[b](docs/b.md#there), [b](docs/b.md#not), [c](docs/c.h)\n\n[d](docs)\n",
        );
        write(
            "docs/b.md",
            "# B\n\n## There\n\n[s](#there) [c](c.h#x) [e](deep/e.md) [out](../../x.h)\n",
        );
        write("docs/c.h", "");
        write("docs/deep/e.md", "no title\n");
        let pages = Pages::read(root).expect("the pages");
        let expected = [
            "docs/deep/e.md: is not in docs/SUMMARY.md",
            "docs/SUMMARY.md:4: b.md: is called \"C\" here, and \"B\" by itself",
            "a.md:3: docs/b.md#not: no such heading",
            "a.md:5: docs: a folder, which a book cannot show: link a file in it",
            "docs/b.md:5: c.h#x: only pages have headings",
            "docs/b.md:5: deep/e.md: no page of the book: enter it into the contents",
            "docs/b.md:5: ../../x.h: it leads out of the repository",
        ];
        assert_eq!(pages.wrong(), expected);
    }
}
