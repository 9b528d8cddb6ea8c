//! Writes what mdBook reads: the pages where they are in the repository, its settings, and a page for each source file that one links.
//!
//! The last part of the contents lists these files. A link to one becomes a link to its page: `../sos-capi/include/sos.h` to
//! `../sos-capi/include/sos.h.md`, which mdBook turns into `.html` as it does for all pages. A link to the contents becomes one to the page
//! that mdBook makes of them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::links::Link;
use super::pages::{beside, Page, Pages, CONTENTS};
use crate::dist::write;

/// The settings and styles, which lie beside the pages.
const SETTINGS: &[(&str, &str)] = &[
    ("book.toml", include_str!("../../book/book.toml")),
    ("book.css", include_str!("../../book/book.css")),
];

/// Names of languages for mdBook's highlighter, by the ends of files. It knows no language of shaders: C comes close.
const LANGUAGES: &[(&str, &str)] = &[
    ("c", "c"),
    ("cpp", "cpp"),
    ("glsl", "c"),
    ("h", "c"),
    ("hlsli", "c"),
    ("hpp", "cpp"),
    ("rs", "rust"),
    ("sh", "bash"),
    ("toml", "toml"),
    ("yaml", "yaml"),
    ("yml", "yaml"),
];

/// Fills a folder, which must be empty or not there.
pub fn fill(pages: &Pages, folder: &Path) -> Result<()> {
    for (name, text) in SETTINGS {
        write(&folder.join(name), text)?;
    }
    let source = folder.join("src");
    for (path, page) in &pages.pages {
        write(&source.join(path), relinked(pages, path, page))?;
    }
    // It lies above all pages there, so that it can list those outside of its folder.
    let mut contents = Edits::new(&pages.contents);
    for link in &pages.contents.links {
        let path = beside(Path::new(CONTENTS), &link.destination);
        contents.replace(link, &path.display().to_string());
    }
    let mut contents = contents.end();
    contents.push_str("\n# Sources\n\n- [Files that pages link]()\n");
    for path in pages.files() {
        let name = path.display();
        let text = fs::read_to_string(pages.root.join(&path)).with_context(|| name.to_string())?;
        let page = page_of(&path.display().to_string());
        let _ = writeln!(contents, "  - [{name}]({page})");
        write(&source.join(&page), listing(&path, &text))?;
    }
    write(&source.join("SUMMARY.md"), contents)
}

/// A page whose links to files lead to the pages of these files.
fn relinked(pages: &Pages, path: &Path, page: &Page) -> String {
    let mut edits = Edits::new(page);
    for link in &page.links {
        let linked = beside(path, &link.destination);
        if linked == Path::new(CONTENTS) {
            let up = "../".repeat(path.components().count() - 1);
            edits.replace(link, &format!("{up}toc.html"));
        } else if !pages.pages.contains_key(&linked) {
            edits.replace(link, &page_of(&link.destination));
        }
    }
    edits.end()
}

/// The page of a source file.
fn page_of(file: &str) -> String {
    format!("{file}.md")
}

/// A source file as a page.
fn listing(path: &Path, text: &str) -> String {
    let end = path.extension().unwrap_or_default();
    let language = LANGUAGES.iter().find(|(ends, _)| end == *ends);
    let language = language.map_or("text", |(_, language)| language);
    // A fence that the file does not contain.
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let path = path.display();
    format!(
        "# {name}\n\n`{path}`\n\n{fence}{language}\n{}\n{fence}\n",
        text.trim_end()
    )
}

/// A page's text with other destinations.
struct Edits<'a> {
    text: &'a str,
    done: usize,
    output: String,
}

impl<'a> Edits<'a> {
    fn new(page: &'a Page) -> Self {
        Self {
            text: &page.text,
            done: 0,
            output: String::with_capacity(page.text.len()),
        }
    }

    /// Replaces a destination. Links come in the order of the text.
    fn replace(&mut self, link: &Link, destination: &str) {
        self.output
            .push_str(&self.text[self.done..link.place.start]);
        self.output.push_str(destination);
        self.done = link.place.end;
    }

    fn end(mut self) -> String {
        self.output.push_str(&self.text[self.done..]);
        self.output
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_lead_to_their_pages() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("repository");
        let put = |path: &str, text: &str| write(&root.join(path), text).expect(path);
        put(
            "docs/SUMMARY.md",
            "# Contents\n\n- [A](../a.md)\n- [B](b.md)\n",
        );
        put("a.md", "# A\n\n[b](docs/b.md#b) [h](c/d.h)\n");
        put(
            "docs/b.md",
            "# B\n\n[h](../c/d.h), [web](https://e.org/x.h) and [b](#b)\n\n[all](SUMMARY.md)\n",
        );
        put("c/d.h", "/* ``` */\n");
        let to = folder.path().join("staged");
        fill(&Pages::read(&root).expect("pages"), &to).expect("staged");
        let text = |path: &str| fs::read_to_string(to.join("src").join(path)).expect(path);
        assert_eq!(text("a.md"), "# A\n\n[b](docs/b.md#b) [h](c/d.h.md)\n");
        assert_eq!(
            text("docs/b.md"),
            "# B\n\n[h](../c/d.h.md), [web](https://e.org/x.h) and [b](#b)\n\n[all](../toc.html)\n"
        );
        assert_eq!(
            text("c/d.h.md"),
            "# d.h\n\n`c/d.h`\n\n````c\n/* ``` */\n````\n"
        );
        assert_eq!(
            text("SUMMARY.md"),
            "# Contents\n\n- [A](a.md)\n- [B](docs/b.md)\n\n# Sources\n\n- [Files that pages link]()\n  - [c/d.h](c/d.h.md)\n"
        );
        assert!(to.join("book.toml").is_file() && to.join("book.css").is_file());
    }
}
