//! The commands of a page, in the order in which a reader would type them.
//!
//! A block is run if its fence says `console`: lines that begin with `$ ` are commands, which may go on after a `\` at the end, and the lines
//! below one are what it prints. Comments of HTML right above a fence, which nobody sees on the page, say what the test has to know:
//!
//! | | |
//! |---|---|
//! | `<!-- file: NAME -->` | the block is what this file contains |
//! | `<!-- from: PATH -->` | the block is part of this file of the repository, but for indentation; `// …` stands for what is left out |
//! | `<!-- before: COMMAND -->` | to be run first: it provides what a reader has |
//! | `<!-- needs: NAME, … -->` | programs that must be there, or the driver `lavapipe` or `swiftshader`, which is then the only one |
//! | `<!-- slow: WHY -->` | run by `scripts/book-examples` alone |
//! | `<!-- not run: WHY -->` | run by nobody |
//!
//! Refused are commands in blocks of other kinds, indented blocks, and comments that are none of these, so that no command is overlooked.

/// One block that the test has something to do with.
#[derive(Default)]
pub struct Block {
    /// The line of its fence, from 1.
    pub line: usize,
    pub before: Vec<String>,
    pub needs: Vec<String>,
    pub slow: bool,
    /// The file that it is, if it is one, with its contents.
    pub file: Option<(String, String)>,
    /// The file of the repository that it is part of, if it is, with its lines.
    pub from: Option<(String, Vec<String>)>,
    pub commands: Vec<Command>,
}

/// A command, and the lines that it prints; none if the page does not show them.
pub struct Command {
    pub line: usize,
    pub text: String,
    pub prints: Vec<String>,
}

/// The blocks of a page, and why others are not run.
pub fn read(text: &str) -> Result<(Vec<Block>, Vec<String>), String> {
    let (mut blocks, mut left_out) = (Vec::new(), Vec::new());
    let mut lines = text.lines().zip(1..).peekable();
    let mut block = Block::default();
    let mut reason = None;
    let (mut file, mut from) = (None, None);
    while let Some((line, number)) = lines.next() {
        let wrong = |what: &str| Err(format!("line {number}: {what}: {line}"));
        if let Some((key, value)) = comment(line) {
            let value = value.trim().to_owned();
            match key {
                "file" => file = Some(value),
                "from" => from = Some(value),
                "before" => block.before.push(value),
                "needs" => block.needs.extend(value.split(", ").map(str::to_owned)),
                "slow" => block.slow = true,
                "not run" => reason = Some(value),
                // What tests write: the table of the layer's settings, and whole pages.
                "settings" | "do not edit, written by" => continue,
                _ => return wrong("an unknown comment"),
            }
            let next = lines.peek().map_or("", |(line, _)| line);
            if comment(next).is_none() && !next.starts_with("```") {
                return wrong("a comment that is not right above a block");
            }
            continue;
        }
        let Some(kind) = line.strip_prefix("```") else {
            if line.trim_start().starts_with("```") {
                return wrong("an indented block");
            }
            continue;
        };
        let body: Vec<(&str, usize)> = lines
            .by_ref()
            .take_while(|(line, _)| *line != "```")
            .collect();
        let mut block = std::mem::take(&mut block);
        block.line = number;
        let has_commands = body.iter().any(|(line, _)| line.starts_with("$ "));
        if let Some(reason) = reason.take() {
            left_out.push(format!("line {number}: {reason}"));
        } else if let Some(name) = file.take() {
            let contents = body.iter().flat_map(|(line, _)| [*line, "\n"]).collect();
            block.file = Some((name, contents));
            blocks.push(block);
        } else if let Some(path) = from.take() {
            let lines = body.iter().map(|(line, _)| (*line).to_owned());
            block.from = Some((path, lines.collect()));
            blocks.push(block);
        } else if kind == "console" {
            block.commands = commands(&body)?;
            blocks.push(block);
        } else if has_commands || kind == "sh" || kind == "bash" {
            return wrong("a block with commands that is not a `console`");
        }
    }
    Ok((blocks, left_out))
}

/// A comment's key and value.
fn comment(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    inside.split_once(": ")
}

fn commands(body: &[(&str, usize)]) -> Result<Vec<Command>, String> {
    let mut commands: Vec<Command> = Vec::new();
    let mut goes_on = false;
    for &(line, number) in body {
        if let Some(text) = line.strip_prefix("$ ").filter(|_| !goes_on) {
            commands.push(Command {
                line: number,
                text: text.to_owned(),
                prints: Vec::new(),
            });
        } else {
            let Some(last) = commands.last_mut() else {
                return Err(format!("line {number}: a `console` begins with a command"));
            };
            if goes_on {
                last.text.push('\n');
                last.text.push_str(line);
            } else {
                last.prints.push(line.to_owned());
            }
        }
        goes_on = line.ends_with('\\');
    }
    Ok(commands)
}

/// Whether a command printed what the page shows. `…` stands for any text of a line, and alone on its line for any lines.
pub fn shows(expected: &[String], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == "…" => {
            (0..=printed.len()).any(|at| shows(rest, &printed[at..]))
        }
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, others)| line_shows(line, first) && shows(rest, others)),
    }
}

fn line_shows(expected: &str, printed: &str) -> bool {
    let Some((begin, rest)) = expected.split_once('…') else {
        return expected == printed;
    };
    let Some(printed) = printed.strip_prefix(begin) else {
        return false;
    };
    let starts = printed.char_indices().map(|(at, _)| at);
    let mut ends = starts.chain([printed.len()]);
    ends.any(|at| line_shows(rest, &printed[at..]))
}

/// Whether lines are part of a text, piece by piece, but for indentation.
pub fn is_part(lines: &[String], text: &str) -> bool {
    let text: Vec<_> = text.lines().map(str::trim).collect();
    let lines: Vec<_> = lines.iter().map(|line| line.trim()).collect();
    let mut rest = &text[..];
    lines.split(|line| *line == "// …").all(|piece| {
        let found = rest
            .windows(piece.len().max(1))
            .position(|window| window == piece);
        rest = &rest[found.map_or(rest.len(), |at| at + piece.len())..];
        found.is_some()
    })
}

#[test]
fn blocks_are_read_as_they_are_printed() {
    let page = "# A\n\n<!-- needs: cc, lavapipe -->\n<!-- before: cp a b -->\n```console\n$ one \\\n    two\nsays …\n$ three\n```\n\n\
                <!-- file: x.c -->\n```c\nint x;\n```\n\n<!-- not run: it is far -->\n```console\n$ four\n```\n\n```text\nnothing\n```\n";
    let (blocks, left_out) = read(page).unwrap();
    assert_eq!(left_out, ["line 18: it is far"]);
    assert_eq!(blocks.len(), 2);
    assert_eq!((blocks[0].line, blocks[1].line), (5, 13));
    assert_eq!(
        (blocks[0].needs.join(" "), blocks[0].before.join(" ")),
        ("cc lavapipe".into(), "cp a b".into())
    );
    assert_eq!(blocks[1].file, Some(("x.c".into(), "int x;\n".into())));
    let commands = &blocks[0].commands;
    assert_eq!(
        (&*commands[0].text, &*commands[1].text),
        ("one \\\n    two", "three")
    );
    assert_eq!(commands[0].prints, ["says …"]);
    for wrong in [
        "```text\n$ sos\n```\n",
        "```sh\nsos\n```\n",
        "  ```console\n",
        "<!-- needs: cc -->\n\n```console\n$ cc\n```\n",
        "<!-- hm: cc -->\n```console\n$ cc\n```\n",
        "```console\nsos\n```\n",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn output_may_be_shortened_on_a_page() {
    let lines = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
    let shown = |expected: &str, printed: &[&str]| shows(&lines(expected), printed);
    assert!(shown("a", &["a"]) && !shown("a", &["a", "b"]) && !shown("a|b", &["a"]));
    assert!(shown("a … c…", &["a b c"]) && !shown("a … d", &["a b c"]) && shown("…é", &["äé"]));
    assert!(shown("a|…|d", &["a", "b", "c", "d"]) && shown("a|…", &["a"]) && !shown("…|d", &["a"]));
}

#[test]
fn parts_of_files_are_found() {
    let text = "int a;\n{\n    int b;\n    int c;\n}\nint d;\n";
    let lines = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
    for (part, found) in [
        ("int b;|int c;", true),
        ("int a;|// …|int d;", true),
        ("int b;|int d;", false),
        ("int d;|// …|int a;", false),
        ("int", false),
    ] {
        assert_eq!(is_part(&lines(part), text), found, "{part}");
    }
}
