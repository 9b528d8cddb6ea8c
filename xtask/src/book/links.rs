//! What a page in Markdown links, and what can be linked in it.
//!
//! Only links that are written `[text](destination)` are known; a page with others is refused, since they would be overlooked when
//! destinations change. Anchors are those that GitHub and mdBook both make of headings: lower case, `-` for white space, nothing for
//! other punctuation, and a number after what is there already.

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::{ensure, Context, Result};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

/// A link, and where its destination is in the text.
pub struct Link {
    pub destination: String,
    pub place: Range<usize>,
    pub line: usize,
}

/// The links of a page, but for those that lead to other sites.
pub fn links(text: &str) -> Result<Vec<Link>> {
    let mut found = Vec::new();
    for (event, range) in parser(text).into_offset_iter() {
        let (Event::Start(Tag::Link {
            link_type,
            dest_url,
            ..
        })
        | Event::Start(Tag::Image {
            link_type,
            dest_url,
            ..
        })) = event
        else {
            continue;
        };
        if dest_url.contains("://") || link_type == LinkType::Autolink {
            continue;
        }
        let line = text[..range.start].matches('\n').count() + 1;
        let source = &text[range.clone()];
        let is_plain = link_type == LinkType::Inline && source.ends_with(&format!("]({dest_url})"));
        ensure!(
            is_plain,
            "line {line}: write the link as [text](destination): {source}"
        );
        let end = range.end - 1;
        found.push(Link {
            place: end - dest_url.len()..end,
            destination: dest_url.into_string(),
            line,
        });
    }
    Ok(found)
}

/// The anchors of a page's headings.
pub fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in parser(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let plain = anchor(&heading.take().unwrap_or_default());
                let mut wanted = plain.clone();
                let mut count = 0;
                while !anchors.insert(wanted) {
                    count += 1;
                    wanted = format!("{plain}-{count}");
                }
            }
            _ => {}
        }
    }
    anchors
}

/// The first heading.
pub fn title(text: &str) -> Result<&str> {
    let first = text.lines().next().unwrap_or_default();
    first
        .strip_prefix("# ")
        .context("a page begins with its title, `# TITLE`")
}

fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|one| match one {
        '_' | '-' => Some(one),
        _ if one.is_alphanumeric() => Some(one),
        _ if one.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect::<String>().to_lowercase()
}

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_where_they_are() {
        let text = "# A\n\n[one](a.md#b) `[no](x)` [web](https://e.org)\n\n| |\n|---|\n| [`two`](../c.h) |\n\n```text\n[no](y)\n```\n";
        let links = links(text).expect("links");
        let found: Vec<_> = links
            .iter()
            .map(|one| (&*one.destination, one.line))
            .collect();
        assert_eq!(found, [("a.md#b", 3), ("../c.h", 7)]);
        assert!(links
            .iter()
            .all(|one| text[one.place.clone()] == one.destination));
        for other in ["[a][b]\n\n[b]: c.md", "[a](<c.md>)", "[a](c.md \"d\")"] {
            assert!(super::links(other).is_err(), "{other}");
        }
    }

    #[test]
    fn anchors_are_those_of_forges() {
        let text = "# The `sos.h`: a & b\n\n## plan: what to do\n\n## Über x_y-z\n\n## Twice\n\n## Twice\n";
        let anchors: Vec<_> = anchors(text).into_iter().collect();
        let expected = [
            "plan-what-to-do",
            "the-sosh-a--b",
            "twice",
            "twice-1",
            "über-x_y-z",
        ];
        assert_eq!(anchors, expected);
    }
}
