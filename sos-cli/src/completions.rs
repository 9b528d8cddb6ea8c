//! `sos completions`: the script by which a shell completes the arguments of `sos`.
//!
//! clap_complete writes it. The names of devices and groups are offered for what takes devices, but a file or `vulkan:1` is a device
//! too: they are possible values of this module's command only, so that parsing and help know nothing of them. Every script has the list
//! once. Where clap_complete offers possible values only, or none at all, the script is amended so that files are still completed:
//!
//! - bash completes files if no name begins so (`complete -o default`), and what follows a comma, also of other lists.
//! - zsh and fish are offered both, after a comma as well. fish is also told what follows `sos device show`, of which clap_complete writes nothing.
//! - PowerShell completes no values of options by what clap_complete writes. It completes files if nothing is offered.
//! - Elvish gets neither names nor files: its script maps commands to words, without a place for what follows an option.

use anyhow::{bail, Result};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command};
use clap_complete::Shell;
use sos_core::target::{built_in_aliases, built_in_names, device_groups};

/// The script for a shell.
///
/// # Errors
/// What clap_complete writes has another form than this module knows.
pub(crate) fn script(mut command: Command, shell: Shell) -> Result<String> {
    let names = names();
    if shell != Shell::Elvish {
        command = with_devices(command, &names);
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "sos", &mut script);
    let script = String::from_utf8(script)?;
    match shell {
        Shell::Bash => {
            let list = names.join(" ");
            let devices = "${_sos_devices}";
            let mut script = replace(&script, &list, devices)?;
            let mut lists = vec![devices.to_owned()];
            add_lists(&command, &mut lists);
            for list in lists {
                let from = format!("compgen -W \"{list}\" --");
                script = replace(&script, &from, &format!("_sos_list \"{list}\""))?;
            }
            Ok(format!("_sos_devices=\"{list}\"\n{BASH}{script}"))
        }
        Shell::Zsh => {
            let list = names.join(" ");
            let script = replace(&script, &format!("({list})"), "_sos_devices")?;
            let function = ZSH.replace("NAMES", &list);
            replace(
                &script,
                "\n_sos() {\n",
                &format!("\n{function}\n_sos() {{\n"),
            )
        }
        Shell::Fish => {
            let described = { names.iter() }.map(|name| format!("{name}\\t''"));
            let list = described.collect::<Vec<_>>().join("\n");
            // `-f` is: no files.
            let option = format!(" -r -f -a \"{list}\"");
            let several = " -r -a \"(__fish_complete_list , __sos_devices)\"";
            let script = replace(&script, &option, several)?;
            let list = names.join(" ");
            // With an empty description each, not that of the option.
            let print = "printf '%s\\t\\n'";
            let function = format!("function __sos_devices\n    {print} {list}\nend\n");
            let mut script = function + &script;
            for path in positional(&command) {
                let seen = path.replacen(' ', "; and __fish_seen_subcommand_from ", 1);
                script += &format!("complete -c sos -n \"__fish_sos_using_subcommand {seen}\" -a \"(__sos_devices)\"\n");
            }
            Ok(script)
        }
        Shell::PowerShell => {
            let quoted = { names.iter() }.map(|name| format!("'{name}'"));
            let list = quoted.collect::<Vec<_>>().join(", ");
            let switch = "\n    $completions = @(switch";
            let before = POWERSHELL.replace("NAMES", &list);
            let mut script = replace(&script, switch, &format!("{before}{switch}"))?;
            for path in positional(&command) {
                let case = format!("\n        'sos;{}' {{\n", path.replace(' ', ";"));
                script = replace(&script, &case, &format!("{case}            & $devices\n"))?;
            }
            Ok(script)
        }
        _ => Ok(script),
    }
}

/// What a list may go on with, given all names and its text so far.
const BASH: &str = "\
_sos_list() {
    local before=
    [[ $2 == *,* ]] && before=${2%,*},
    compgen -P \"$before\" -W \"$1\" -- \"${2##*,}\"
}
";

/// Names and files; after a comma, another.
const ZSH: &str = "\
_sos_devices() {
    compset -P '*,'
    local -a devices=(NAMES)
    _alternative \"devices:device:($devices)\" 'files:file:_files'
}
";

/// Names behind an option that takes devices.
const POWERSHELL: &str = "
    $devices = {
        @(NAMES).ForEach{ [CompletionResult]::new($_, $_, [CompletionResultType]::ParameterValue, $_) }
    }
    $before = $commandElements.Where{ $_.Extent.EndOffset -lt $cursorPosition } | Select-Object -Last 1
    if (\"$before\" -cin '-d', '--device') {
        return (& $devices).Where{ $_.CompletionText -like \"$wordToComplete*\" }
    }
";

/// What is offered for a device.
fn names() -> Vec<&'static str> {
    let aliases = built_in_aliases().map(|(alias, _)| alias);
    // clap takes names that live as long as the program, which ends with the script.
    let groups = device_groups().into_iter().map(|group| &*group.name.leak());
    let names = built_in_names().chain(aliases).chain(groups);
    let mut names: Vec<&str> = names.chain(["vulkan"]).collect();
    names.sort_unstable();
    names
}

/// Whether an argument takes devices.
fn takes_devices(arg: &Arg) -> bool {
    let name = arg.get_value_names().and_then(<[_]>::first);
    name.is_some_and(|name| name.starts_with("DEV"))
}

fn with_devices(command: Command, names: &[&'static str]) -> Command {
    let command = command.mut_args(|arg| match takes_devices(&arg) {
        true => arg.value_parser(PossibleValuesParser::new(names.to_vec())),
        false => arg,
    });
    command.mut_subcommands(|below| with_devices(below, names))
}

/// Adds what options offer that take several values with commas between them, but for devices.
fn add_lists(command: &Command, lists: &mut Vec<String>) {
    for arg in command.get_arguments() {
        let values = arg.get_possible_values();
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        let list = names.join(" ");
        let is_list = arg.get_value_delimiter().is_some() && !takes_devices(arg);
        if is_list && !names.is_empty() && !lists.contains(&list) {
            lists.push(list);
        }
    }
    for below in command.get_subcommands() {
        add_lists(below, lists);
    }
}

/// The commands of commands that take devices without an option, as `device show`.
fn positional(command: &Command) -> Vec<String> {
    let mut found = Vec::new();
    for group in command.get_subcommands() {
        for below in group.get_subcommands() {
            if below.get_positionals().any(takes_devices) {
                found.push(format!("{} {}", group.get_name(), below.get_name()));
            }
        }
    }
    found
}

/// Replaces what has to be there.
fn replace(script: &str, from: &str, to: &str) -> Result<String> {
    if !script.contains(from) {
        bail!("the script for the shell lacks `{}`", from.trim());
    }
    Ok(script.replace(from, to))
}
