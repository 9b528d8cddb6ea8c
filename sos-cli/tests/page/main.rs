//! Tests of the page of `sos corpus run --report F.html` in a browser: filters, keyboard, details, differences, wide and narrow
//! windows, light and dark colour schemes.

mod browser;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use browser::Browser;
use tempfile::TempDir;

const DEVICES: &str = "lavapipe,swiftshader,nvk-kepler,radv-navi21";

/// Runs the modules in a folder, and writes a page about them into it.
fn report(folder: &Path) -> (PathBuf, ExitStatus) {
    let page = folder.join("r.html");
    let status = Command::new(env!("CARGO_BIN_EXE_sos"))
        .args([
            "corpus",
            "run",
            "-q",
            "--no-cache",
            "--no-validate",
            "--device",
            DEVICES,
            "--report",
        ])
        .arg(&page)
        .arg(folder)
        .output()
        .unwrap()
        .status;
    (page, status)
}

/// A page about a few modules of the corpus, one of them with a name that looks like markup.
fn page() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/shaders");
    for (from, to) in [
        ("demo/wave_min.comp", "wave_min.comp"),
        ("demo/tint.vert", "tint.vert"),
        ("basic/subgroup.comp", "<img src=x onerror=alert(1)>.comp"),
    ] {
        let module = folder.path().join(format!("{to}.spv"));
        fs::copy(shaders.join(format!("{from}.spv")), module).unwrap();
    }
    let expected =
        "// sos: outcome lavapipe* unsupported\n// sos: absent nvk-* </script><b>bold</b>\n";
    fs::write(folder.path().join("tint.vert"), expected).unwrap();
    let (page, status) = report(folder.path());
    assert_eq!(status.code(), Some(1), "one expectation does not hold");
    (folder, page)
}

/// The number of visible rows of the matrix.
const ROWS: &str =
    "[...document.querySelectorAll('#matrix tbody tr')].filter(row => row.offsetHeight > 0).length";

#[test]
fn filters_hide_what_does_not_match() {
    let (_folder, page) = page();
    let Some(mut browser) = Browser::open(&page) else {
        return;
    };
    assert_eq!(browser.value(ROWS), 3);
    assert_eq!(
        browser.value("document.getElementById('count').value"),
        "3 of 3 modules, 12 pairs"
    );

    browser.press("/");
    browser.type_text("WAVE comp");
    assert_eq!(browser.value(ROWS), 1);
    browser.type_text(" nothing");
    assert_eq!(browser.value(ROWS), 0);
    assert_eq!(
        browser.value("document.getElementById('nothing').offsetHeight > 0"),
        true
    );
    browser.click("button[type=reset]");
    browser.wait(&format!("{ROWS} === 3"));

    browser.click("#failed");
    assert_eq!(browser.value(ROWS), 1);
    assert_eq!(
        browser.value("document.getElementById('count').value"),
        "1 of 3 modules, 1 pairs"
    );
    browser.click("#failed");

    browser.click("[value=unchanged]");
    assert_eq!(browser.value(ROWS), 2);
    // The address contains the filters: opening it restores them.
    let address = browser.value("location.href");
    assert!(
        address.as_str().unwrap().ends_with("#without=unchanged"),
        "{address}"
    );
}

#[test]
fn devices_and_rules_are_chosen() {
    let (_folder, page) = page();
    let Some(mut browser) = Browser::open(&page) else {
        return;
    };
    browser.click("#devices");
    browser.type_text("swift");
    let columns = "[...document.querySelectorAll('#matrix thead th')].filter(head => head.offsetWidth > 0).length";
    assert_eq!(browser.value(columns), 2);
    browser.click("button[type=reset]");
    browser.wait(&format!("{columns} === 5"));
    let rules =
        "[...document.querySelectorAll('#rule option')].map(option => option.value).slice(1)";
    let rules = browser.value(rules);
    let rules = rules.as_array().unwrap();
    assert!(!rules.is_empty(), "some rule was used");
    browser.value(&format!(
        "document.getElementById('rule').value = {}; document.getElementById('filters').dispatchEvent(new Event('input'))",
        rules[0]
    ));
    let rows = browser.value(ROWS).as_u64().unwrap();
    assert!((1..3).contains(&rows), "{rows} modules with {}", rules[0]);
}

#[test]
fn a_cell_opens_its_pair_and_the_keyboard_navigates() {
    let (_folder, page) = page();
    let Some(mut browser) = Browser::open(&page) else {
        return;
    };
    // The third row, second device: a rewritten module.
    browser.click("#matrix tbody tr:nth-of-type(3) td:nth-of-type(2)");
    browser.wait("document.getElementById('pair').dataset.ready === '2,1'");
    assert_eq!(
        browser.value("document.getElementById('pair-title').textContent"),
        "wave_min.comp on swiftshader"
    );
    let body = browser.value("document.getElementById('pair-body').innerText");
    let body = body.as_str().unwrap();
    for text in [
        "rewritten",
        "−Groups",
        "SOS_HAS_VK_AMD_shader_ballot\tfalse",
        "OpCapability Groups",
    ] {
        assert!(body.contains(text), "{text} is not in {body}");
    }
    let count = |browser: &mut Browser, class: &str| {
        let rows = browser.value(&format!(
            "document.querySelectorAll('.diff tr.{class}').length"
        ));
        rows.as_u64().unwrap()
    };
    assert!(count(&mut browser, "removed") > 3);

    // Step through the changes, and expand the lines between them.
    browser.press("n");
    assert_eq!(count(&mut browser, "here"), 1);
    let first = browser.value("document.querySelector('.diff tr.here').innerText");
    browser.press("n");
    assert_ne!(
        browser.value("document.querySelector('.diff tr.here').innerText"),
        first
    );
    browser.press("p");
    assert_eq!(
        browser.value("document.querySelector('.diff tr.here').innerText"),
        first
    );
    let (gaps, same) = (count(&mut browser, "gap"), count(&mut browser, "same"));
    browser.click(".diff tr.gap button");
    assert_eq!(count(&mut browser, "gap"), gaps - 1);
    assert!(count(&mut browser, "same") > same);

    // Go to the next device and to the module above, then close the dialog: the focus returns to that cell.
    browser.press("l");
    browser.wait("document.getElementById('pair').dataset.ready === '2,2'");
    browser.press("k");
    browser.wait("document.getElementById('pair').dataset.ready === '1,2'");
    // Arrow keys do the same, unless the focus is in the body, which they scroll.
    for (key, at) in [
        ("ArrowLeft", "1,1"),
        ("ArrowDown", "2,1"),
        ("ArrowUp", "1,1"),
        ("ArrowRight", "1,2"),
        ("ArrowRight", "1,3"),
        ("ArrowRight", "1,3"),
        ("ArrowLeft", "1,2"),
    ] {
        browser.press(key);
        browser.wait(&format!(
            "document.getElementById('pair').dataset.ready === '{at}'"
        ));
    }
    browser.value("document.querySelector('.diff').focus()");
    browser.press("ArrowLeft");
    assert_eq!(
        browser.value("document.getElementById('pair').dataset.ready"),
        "1,2"
    );
    let address = browser.value("location.hash");
    assert_eq!(address, "#case=tint.vert&device=nvk-kepler");
    browser.press("Escape");
    browser.wait("!document.getElementById('pair').open");
    let focus = "document.activeElement.title";
    browser.wait("document.activeElement.title === 'tint.vert on nvk-kepler: unchanged'");
    assert_eq!(browser.value("location.hash"), "");
    browser.press("Home");
    assert_eq!(
        browser.value(focus),
        "tint.vert on lavapipe-25.0.7: unchanged, not as expected"
    );
    browser.press("ArrowDown");
    browser.press("ArrowRight");
    assert_eq!(
        browser.value(focus),
        "wave_min.comp on swiftshader: rewritten"
    );
    browser.press("Enter");
    browser.wait("document.getElementById('pair').dataset.ready === '2,1'");

    // A link opens a pair.
    browser.call("Page.navigate", serde_json::json!({"url": "about:blank"}));
    let link = format!(
        "file://{}#case=tint.vert&device=lavapipe-25.0.7",
        page.display()
    );
    browser.go(&link);
    browser.wait("document.getElementById('pair').dataset.ready === '1,0'");
    let said = browser.value("document.querySelector('#pair-body .bad').innerText");
    assert_eq!(said, "unchanged instead of unsupported");

    // Another link opens another pair while the dialog is open, and the buttons still work.
    browser.value("location.hash = '#case=wave_min.comp&device=swiftshader'");
    browser.wait("document.getElementById('pair').dataset.ready === '2,1'");
    browser.value("new Promise((done) => setTimeout(done, 100))");
    assert_eq!(
        browser.value("document.getElementById('pair').dataset.ready"),
        "2,1"
    );
    browser.click("#right");
    browser.wait("document.getElementById('pair').dataset.ready === '2,2'");
    browser.value("location.hash = ''");
    browser.wait("!document.getElementById('pair').open");
    assert_eq!(browser.errors, Vec::<String>::new());
}

#[test]
fn every_module_has_a_text_with_names() {
    let folder = TempDir::new().unwrap();
    let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/shaders");
    // Execution modes with ids are of SPIR-V 1.2, and not every disassembler knows them.
    let module = shaders.join("version/local_size_id.comp.spv");
    fs::copy(module, folder.path().join("modern.comp.spv")).unwrap();
    let (page, status) = report(folder.path());
    assert!(status.success());
    let Some(mut browser) = Browser::open(&page) else {
        return;
    };
    browser.click("#matrix tbody tr td");
    browser.wait("document.getElementById('pair').dataset.ready === '0,0'");
    let body = browser.value("document.querySelector('.diff').innerText");
    let body = body.as_str().unwrap();
    for text in ["OpExecutionModeId %main LocalSizeId", "%main = OpFunction"] {
        assert!(body.contains(text), "{text} is not in {body}");
    }
    assert!(!body.contains("no text"), "{body}");
}

#[test]
fn names_are_not_markup_and_the_network_is_not_used() {
    let (_folder, page) = page();
    let Some(mut browser) = Browser::open(&page) else {
        return;
    };
    let name = browser.value("document.querySelector('#matrix tbody th').textContent");
    assert_eq!(name, "<img src=x onerror=alert(1)>.comp");
    browser.click("#matrix tbody tr:nth-of-type(2) td");
    browser.wait("document.getElementById('pair').dataset.ready === '1,0'");
    let body = browser.value("document.getElementById('pair-body').innerText");
    assert!(
        body.as_str()
            .unwrap()
            .contains("absent nvk-* </script><b>bold</b>"),
        "{body}"
    );
    assert_eq!(
        browser.value("document.querySelectorAll('img, b').length"),
        0
    );
    // Options stand between backticks in sentences.
    assert_eq!(
        browser.value("list('', ['only `--x` <b>', 'a ` b'])[1].innerHTML"),
        "<li>only <code>--x</code> &lt;b&gt;</li><li>a ` b</li>"
    );
    let own = format!("file://{}", page.display());
    let other: Vec<_> = browser
        .requests
        .iter()
        .filter(|url| !url.starts_with(&own))
        .collect();
    assert!(other.is_empty(), "{other:?}");
    assert!(!browser.requests.is_empty() && browser.errors.is_empty());
}

/// The lowest WCAG 2 contrast of text and background among visible elements with text of their own.
const LOWEST_CONTRAST: &str = "(() => {
  const channel = (v) => (v /= 255, v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const back = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
  let worst = [99, ''];
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.offsetHeight || e.closest('script, noscript')) continue;
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(back(e))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < worst[0]) worst = [contrast, e.outerHTML.slice(0, 80)];
  }
  return worst;
})()";

#[test]
fn it_is_readable_wide_and_narrow_light_and_dark() {
    let (_folder, page) = page();
    let Some(mut browser) = Browser::open(&page) else {
        return;
    };
    let mut shots = Vec::new();
    for (width, height) in [(1400, 900), (360, 700)] {
        for scheme in ["light", "dark"] {
            browser.look(width, height, scheme);
            for open in [false, true] {
                if open {
                    browser.click("#matrix tbody tr:nth-of-type(3) td:nth-of-type(2)");
                    browser.wait("document.getElementById('pair').dataset.ready === '2,1'");
                }
                let view = format!("{width}-{scheme}-{}", if open { "pair" } else { "matrix" });
                let across = browser.value("document.documentElement.scrollWidth");
                assert!(
                    across.as_u64().unwrap() <= u64::from(width),
                    "{view} is {across} pixels wide"
                );
                let worst = browser.value(LOWEST_CONTRAST);
                assert!(worst[0].as_f64().unwrap() >= 4.5, "{view}: {worst}");
                shots.push(browser.screenshot(&view));
            }
            browser.press("Escape");
            browser.wait("!document.getElementById('pair').open");
        }
    }
    shots.sort();
    shots.dedup();
    assert_eq!(shots.len(), 8, "every view looks different");
}

/// The modules of a large page: 61 folders, each more than a sheet holds.
const FOLDERS: usize = 61;
const MODULES: usize = 250;

/// A page about more pairs than one file holds, made of a report as `sos corpus run` writes it.
fn large_page() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let devices = DEVICES.split(',').map(|name| {
        serde_json::json!({
            "name": name, "comment": format!("about {name}"), "api_version": "1.3.0", "spirv": "1.6", "profile_blake3": "",
        })
    });
    let devices: Vec<_> = devices.collect();
    let mut names: Vec<String> = (0..FOLDERS * MODULES)
        .map(|n| format!("pack{:02}/m{:03}.comp", n / MODULES, n % MODULES))
        .collect();
    names.push("top.frag".to_owned());
    let mut failed = 0;
    let mut pairs = Vec::new();
    for (n, case) in names.iter().enumerate() {
        for (at, device) in DEVICES.split(',').enumerate() {
            let outcome = ["unchanged", "rewritten", "unsupported"][(n + at) % 3];
            let failures = if n % 5000 == 4321 && at > 1 {
                vec!["no <b>good</b>"]
            } else {
                vec![]
            };
            failed += failures.len();
            pairs.push(serde_json::json!({
                "case": case, "device": device, "outcome": outcome, "failures": failures, "error": null,
                "output_blake3": null, "time_ns": 1000, "validator": {"verdict": "none"}, "report": null,
            }));
        }
    }
    let report = serde_json::json!({
        "schema": 1, "tool": "sos 0.1.0", "validator": null, "compared": false,
        "corpus": {"cases": names.len(), "blake3": ""}, "shard": null, "devices": devices, "drivers": [],
        "missing_drivers": [], "pairs": pairs, "runs": [], "orphans": [], "failed": failed,
    });
    let json = folder.path().join("all.json");
    fs::write(&json, report.to_string()).unwrap();
    let page = folder.path().join("r.html");
    let status = Command::new(env!("CARGO_BIN_EXE_sos"))
        .args(["corpus", "merge", "-q", "--report"])
        .arg(&page)
        .arg(&json)
        .output()
        .unwrap()
        .status;
    assert_eq!(status.code(), Some(1), "some results are not as expected");
    (folder, page)
}

#[test]
fn a_large_page_is_an_overview_and_reads_sheets_on_demand() {
    let (folder, page) = large_page();
    let size = fs::metadata(&page).unwrap().len();
    assert!(size < 200_000, "{size} bytes");
    assert_eq!(
        fs::read_dir(folder.path().join("r.files")).unwrap().count(),
        153
    );
    let Some(mut browser) = Browser::open(&page) else {
        return;
    };
    let count = "document.getElementById('count').value";
    assert_eq!(
        browser.value(count),
        "62 of 62 folders, 15251 of 15251 modules"
    );
    let folders = "[...document.querySelectorAll('#folders tbody tr')].filter(row => row.offsetHeight > 0).length";
    assert_eq!(browser.value(folders), 62);
    let own = format!("file://{}", page.display());
    browser.requests.retain(|url| !url.starts_with(&own));
    assert_eq!(browser.requests, Vec::<String>::new());
    browser.look(1400, 900, "light");
    browser.screenshot("large-overview");
    let worst = browser.value(LOWEST_CONTRAST);
    assert!(worst[0].as_f64().unwrap() >= 4.5, "{worst}");

    // Failures come first, and open their pair on its sheet.
    let listed = browser.value("document.querySelectorAll('#failures li').length");
    assert_eq!(listed, 3);
    browser.click("#failures li:nth-of-type(2) button");
    browser.wait("document.getElementById('pair').dataset.ready");
    let title = "document.getElementById('pair-title').textContent";
    assert_eq!(browser.value(title), "pack37/m071.comp on nvk-kepler");
    let said = browser.value("document.querySelector('#pair-body .bad').innerText");
    assert_eq!(said, "no <b>good</b>");
    let body = browser.value("document.getElementById('pair-body').innerText");
    assert!(
        body.as_str().unwrap().contains("text is not here"),
        "{body}"
    );
    browser.press("j");
    browser.wait(&format!("{title} === 'pack37/m072.comp on nvk-kepler'"));
    browser.press("Escape");
    browser.wait("!document.getElementById('pair').open");
    assert_eq!(browser.value(count), "100 of 100 modules, 400 pairs");
    assert!(browser
        .requests
        .iter()
        .all(|url| url.contains("/r.files/sheet-")));
    assert!(!browser.requests.is_empty());

    // The other sheets of the folder, and back.
    let which = "document.getElementById('which').value";
    assert_eq!(browser.value(which), "part 2 of 3");
    browser.click("#earlier");
    browser.wait(&format!("{which} === 'part 1 of 3' && {ROWS} === 50"));
    browser.click("#later");
    browser.wait(&format!("{which} === 'part 2 of 3' && {ROWS} === 100"));
    browser.click("#later");
    browser.wait(&format!("{which} === 'part 3 of 3' && {ROWS} === 100"));
    assert_eq!(
        browser.value("document.getElementById('later').disabled"),
        true
    );
    assert_eq!(browser.value("location.hash"), "#folder=pack37&part=3");
    browser.screenshot("large-folder");
    browser.click("#all");
    assert_eq!(browser.value(folders), 62);

    // Filters: by name, by device, by failure.
    browser.press("/");
    browser.type_text("pack1");
    assert_eq!(browser.value(folders), 10);
    browser.click("button[type=reset]");
    browser.wait(&format!("{folders} === 62"));
    browser.click("#failed");
    assert_eq!(browser.value(folders), 3);
    browser.click("#failed");
    browser.click("#devices");
    browser.type_text("swift");
    let columns = "[...document.querySelectorAll('#folders thead th')].filter(head => head.offsetWidth > 0).length";
    assert_eq!(browser.value(columns), 2);
    browser.click("button[type=reset]");
    browser.wait(&format!("{columns} === 5"));

    // A module is found by the beginning of its name, and a link opens a pair.
    browser.press("/");
    browser.type_text("pack59/m24");
    browser.press("Enter");
    browser.wait("document.activeElement.title === 'pack59/m240.comp on lavapipe: unsupported'");
    browser.click("#all");
    browser.press("/");
    browser.type_text("zebra");
    browser.press("Enter");
    browser.wait(&format!("{count} === 'no module begins with zebra'"));
    browser.call("Page.navigate", serde_json::json!({"url": "about:blank"}));
    browser.go(&format!("{own}#case=top.frag&device=swiftshader"));
    browser.wait(&format!(
        "document.getElementById('pair').dataset.ready && {title} === 'top.frag on swiftshader'"
    ));
    browser.value("location.hash = ''");
    browser.wait(&format!(
        "{folders} === 62 && !document.getElementById('pair').open"
    ));

    // What is not there is said.
    fs::remove_dir_all(folder.path().join("r.files")).unwrap();
    browser.click("#folders tbody tr:nth-of-type(5) td");
    browser.wait("document.getElementById('nothing').offsetHeight > 0");
    let said = browser.value("document.getElementById('nothing').textContent");
    assert_eq!(said, "r.files/sheet-7.js is not beside the page");
    assert_eq!(browser.errors, Vec::<String>::new());
}
