// The matrix: filters, keyboard navigation, and the dialog with a cell's details. The state is kept in the URL's fragment, so that
// links preserve it.
"use strict";

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("index").textContent);
/** Whether modules are in files beside the page: see sheets.js, which is not there otherwise. */
const many = typeof showSheet === "function";
/** The modules of the matrix; with many, those of the sheet that is shown. */
let index = many ? { cases: [], devices: data.devices, rules: data.rules, used: [] } : data;
let rows = [];
let cells = [];
const heads = [...byId("matrix").tHead.rows[0].cells].slice(1);
const outcomeOf = (cell) => ["unchanged", "rewritten", "unsupported", "error"].find((name) => cell.classList.contains(name));

/** Creates an element with properties and children; strings become text, never markup. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// --- cells: exactly one is in the tab order; the arrow keys move the focus ---

let current = [0, 0];

/** Reads the matrix from the table. */
function readMatrix() {
  rows = [...byId("matrix").tBodies[0].rows];
  cells = rows.map((row) => [...row.cells].slice(1));
  for (const [r, row] of cells.entries()) {
    // The name may be cut off where the window is narrow.
    rows[r].cells[0].title = index.cases[r];
    for (const [c, cell] of row.entries()) {
      cell.tabIndex = -1;
      const failed = cell.classList.contains("failed") ? ", not as expected" : "";
      cell.setAttribute("role", "gridcell");
      cell.setAttribute("aria-label", `${outcomeOf(cell)}${failed}`);
      cell.title = `${index.cases[r]} on ${index.devices[c].name}: ${outcomeOf(cell)}${failed}`;
    }
  }
}

function stand([r, c], focus) {
  const old = cells[current[0]]?.[current[1]];
  if (old) old.tabIndex = -1;
  current = [r, c];
  const cell = cells[r]?.[c];
  if (!cell) return;
  cell.tabIndex = 0;
  if (focus) {
    cell.focus();
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** The next visible cell in a direction, or the same cell at the edge. */
function step([r, c], down, right) {
  let [y, x] = [r + down, c + right];
  while (cells[y]?.[x] && (rows[y].hidden || heads[x].hidden)) [y, x] = [y + down, x + right];
  return cells[y]?.[x] ? [y, x] : [r, c];
}

function edge([r], right) {
  const shown = heads.map((head, c) => (head.hidden ? -1 : c)).filter((c) => c >= 0);
  return [r, (right ? shown.at(-1) : shown[0]) ?? 0];
}

const place = (cell) => {
  const r = rows.indexOf(cell.parentElement);
  return [r, cells[r].indexOf(cell)];
};

byId("matrix").addEventListener("keydown", (event) => {
  if (event.target.tagName !== "TD" || event.ctrlKey || event.altKey || event.metaKey) return;
  const at = place(event.target);
  const moves = {
    ArrowDown: () => step(at, 1, 0), ArrowUp: () => step(at, -1, 0),
    ArrowRight: () => step(at, 0, 1), ArrowLeft: () => step(at, 0, -1),
    Home: () => edge(at, false), End: () => edge(at, true),
  };
  if (event.key in moves) stand(moves[event.key](), true);
  else if (event.key === "Enter" || event.key === " ") open(...at);
  else return;
  event.preventDefault();
});

byId("matrix").addEventListener("click", (event) => {
  const cell = event.target.closest("tbody td");
  if (cell) open(...place(cell));
});

// --- filters ---

for (const rule of [...data.rules].sort()) byId("rule").append(make("option", { value: rule, textContent: rule }));

const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

function filter() {
  const names = words(byId("search").value);
  const devices = words(byId("devices").value);
  const outcomes = new Set([...document.querySelectorAll("[name=outcome]:checked")].map((box) => box.value));
  const failed = byId("failed").checked;
  const rule = index.rules.indexOf(byId("rule").value);
  const all = names.length === 0 && outcomes.size === 4 && !failed && rule < 0;
  const shown = index.devices.map((device) => {
    const text = `${device.name} ${device.comment}`.toLowerCase();
    return devices.every((word) => text.includes(word));
  });
  heads.forEach((head, c) => { head.hidden = !shown[c]; });
  if (many && filterFolders({ names, outcomes, failed, shown })) {
    remember();
    return;
  }
  let [modules, pairs] = [0, 0];
  rows.forEach((row, r) => {
    const wrong = row.cells[0].classList.contains("failed");
    const named = names.every((word) => index.cases[r].toLowerCase().includes(word));
    let some = false;
    cells[r].forEach((cell, c) => {
      const used = index.used[r * index.devices.length + c];
      const match = named && outcomes.has(outcomeOf(cell)) && (!failed || wrong || cell.classList.contains("failed"))
        && (rule < 0 || used.includes(rule));
      cell.hidden = !shown[c];
      cell.classList.toggle("dimmed", !match && !all);
      if (match && shown[c]) {
        some = true;
        pairs += 1;
      }
    });
    row.hidden = !some;
    if (some) modules += 1;
  });
  byId("count").value = `${modules} of ${rows.length} modules, ${pairs} pairs`;
  byId("nothing").hidden = modules > 0;
  const first = rows.findIndex((row) => !row.hidden);
  if (rows[current[0]]?.hidden || heads[current[1]]?.hidden) {
    stand(edge([Math.max(first, 0), 0], false), false);
  }
  remember();
}

byId("filters").addEventListener("input", filter);
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("filters").addEventListener("reset", () => setTimeout(filter));
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.matches("input, select") && !byId("pair").open) {
    event.preventDefault();
    byId("search").focus();
  }
});

// --- the state in the URL ---

let opened = null;

function remember() {
  const state = new URLSearchParams();
  const set = (name, value) => value && state.set(name, value);
  set("search", byId("search").value);
  set("devices", byId("devices").value);
  set("rule", byId("rule").value);
  const off = [...document.querySelectorAll("[name=outcome]:not(:checked)")].map((box) => box.value);
  set("without", off.join(","));
  set("failed", byId("failed").checked ? "1" : "");
  if (many) whereShown(set);
  if (opened) {
    set("case", index.cases[opened[0]]);
    set("device", index.devices[opened[1]].name);
  }
  const text = state.toString();
  try {
    history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
  } catch {
    // Pages embedded in mails or archives may not be allowed to change their URL.
  }
}

async function recall() {
  const state = new URLSearchParams(location.hash.slice(1));
  byId("search").value = state.get("search") ?? "";
  byId("devices").value = state.get("devices") ?? "";
  byId("rule").value = state.get("rule") ?? "";
  const off = (state.get("without") ?? "").split(",");
  for (const box of document.querySelectorAll("[name=outcome]")) box.checked = !off.includes(box.value);
  byId("failed").checked = state.has("failed");
  if (many) await showPlace(state);
  const r = index.cases.indexOf(state.get("case"));
  const c = index.devices.findIndex((device) => device.name === state.get("device"));
  filter();
  if (r >= 0 && c >= 0) open(r, c);
  else if (byId("pair").open) byId("pair").close();
}

// --- the dialog of one pair ---

const unpacked = new Map();

/** Unpacks what is JSON, zlib, base64. */
function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** The details of a module's pairs. */
async function details(r) {
  const name = index.cases[r];
  if (!unpacked.has(name)) unpacked.set(name, await unpack(many ? index.parts[r] : byId(`m${r}`).textContent));
  return unpacked.get(name);
}

async function open(r, c) {
  opened = [r, c];
  stand([r, c], false);
  const dialog = byId("pair");
  byId("pair-title").replaceChildren(make("span", {}, index.cases[r]), " on ", make("span", {}, index.devices[c].name));
  if (!dialog.open) dialog.showModal();
  remember();
  const all = await details(r);
  if (opened?.[0] !== r || opened?.[1] !== c) return;
  byId("pair-body").replaceChildren(...body(all, all.pairs[c]));
  byId("pair-body").scrollTop = 0;
  byId("pair-title").focus();
  dialog.dataset.ready = `${r},${c}`;
}

byId("pair").addEventListener("close", () => {
  const at = opened;
  opened = null;
  delete byId("pair").dataset.ready;
  remember();
  if (at) stand(at, true);
});
byId("close").addEventListener("click", () => byId("pair").close());
const go = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
for (const [id, [down, right]] of Object.entries(go)) {
  byId(id).addEventListener("click", () => open(...step(opened, down, right)));
}
document.addEventListener("keydown", (event) => {
  if (!byId("pair").open || event.target.matches("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
  const keys = { k: "up", j: "down", h: "left", l: "right" };
  // Where the focus is in the body, arrow keys scroll it.
  const arrows = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
  const to = keys[event.key] ?? (event.target.closest("#pair-body") ? undefined : arrows[event.key]);
  if (to) {
    event.preventDefault();
    byId(to).click();
  }
  if (event.key === "n" || event.key === "p") byId(event.key === "n" ? "next" : "previous")?.click();
});

/** A sentence, in which options and the like stand between backticks. */
function sentence(text) {
  const parts = text.split("`");
  return parts.length % 2 ? parts.map((part, at) => (at % 2 ? make("code", {}, part) : part)) : [text];
}

const list = (title, items) => (items.length
  ? [make("h3", {}, title), make("ul", {}, ...items.map((item) => make("li", {}, ...sentence(item))))] : []);

function body(all, pair) {
  const { report } = pair;
  const facts = make("dl");
  const fact = (name, value) => value && facts.append(make("dt", {}, name), make("dd", {}, value));
  fact("outcome", pair.outcome);
  if (report) {
    const change = ({ before, after }) => (before === after ? `${before}` : `${before} → ${after}`);
    const rewritten = pair.outcome === "rewritten";
    fact("words", rewritten ? change(report.words) : `${report.words.before}`);
    fact("SPIR-V", rewritten ? change(report.version) : report.version.before);
    fact("time", `${(pair.time_ns / 1000).toFixed(1)} µs`);
    if (rewritten) {
      const lost = (what) => report[what].before.filter((name) => !report[what].after.includes(name)).map((name) => `−${name}`);
      const won = (what) => report[what].after.filter((name) => !report[what].before.includes(name)).map((name) => `+${name}`);
      fact("capabilities", [...lost("capabilities"), ...won("capabilities")].join(" "));
      fact("extensions", [...lost("extensions"), ...won("extensions")].join(" "));
    }
    if (report.required_subgroup_size) fact("requires subgroup size", `${report.required_subgroup_size}`);
  }
  const said = pair.validator;
  if (said.verdict !== "none") fact("spirv-val", said.verdict === "unjudged" ? `not judged, the input is not valid to it: ${said.why}` : said.verdict);
  const parts = [facts];
  if (pair.failures.length) {
    const found = list("Not as expected", pair.failures);
    found[1].className = "bad";
    parts.push(...found);
  }
  if (report) {
    parts.push(...reasons(report));
    parts.push(...table("Rules", ["rule", "family", "count", "exactness"], report.rules.map((rule) => [rule.rule, rule.family, rule.count, rule.exactness])));
    parts.push(...table("Specialization constants", ["id", "name", "value", "from"], report.constants.map((one, at) => [
      one.spec_id, one.name ?? "", pair.constants[at], one.source + (one.fixed ? ", holds only for this value" : "")])));
    for (const entry of report.entry_points) {
      parts.push(...list(`To enable for ${entry.execution_model} ${entry.name}`, [...entry.features, ...entry.vulkan_extensions, ...entry.properties]));
    }
    parts.push(...list("Assumptions", report.assumptions));
  }
  parts.push(...all.runs.map(runsOn));
  parts.push(...list("Directives", all.directives));
  parts.push(...text(all, pair));
  return parts;
}

/** The runs on one driver: a collapsible summary, expanded if a run went wrong. */
function runsOn({ driver, runs }) {
  const endings = new Map();
  for (const { result } of runs) endings.set(result.ending, (endings.get(result.ending) ?? 0) + 1);
  const counts = [...endings].map(([ending, count]) => `${count} ${ending}`).join(", ");
  const rows = runs.map(({ what, result }) => [what, result.ending, result.why ?? ""]);
  const wrong = ["differs", "rejected", "failed"].some((ending) => endings.has(ending));
  return make("details", { open: wrong }, make("summary", {}, `Run on ${driver}: ${counts}`),
    ...table("", ["what", "ending", "why"], rows).slice(1));
}

const reasons = (report) => list("Why the device cannot run it", report.unsupported.map((what) => {
  const where = what.function ? ` in ${what.function.name ?? "%" + what.function.id}` : "";
  const given = what.provided_by.length ? `; given by any of: ${what.provided_by.join(", ")}` : "";
  const tried = what.tried.length ? `; tried: ${what.tried.join("; ")}` : "";
  const reason = what.reason ? `; no other way: ${what.reason}` : "";
  return `${what.opcode} at word ${what.offset}${where} needs ${what.need}${given}${tried}${reason}`;
}));

function table(title, names, lines) {
  if (!lines.length) return [];
  const row = (tag, items) => make("tr", {}, ...items.map((item) => make(tag, {}, `${item}`)));
  const made = make("table", { className: "plain" }, make("thead", {}, row("th", names)), make("tbody", {}, ...lines.map((line) => row("td", line))));
  return [make("h3", {}, title), make("div", { className: "wide" }, made)];
}

// --- the difference of input and output ---

const CONTEXT = 3;

/** The merged lines of both texts: kind, line number before, line number after, text. */
function lines(before, steps) {
  const found = [];
  let [old, now] = [0, 0];
  for (const step of steps) {
    if (typeof step === "string") {
      for (const line of step.split("\n")) found.push(["added", "", ++now, line]);
    } else {
      for (let n = 0; n < Math.abs(step); n += 1) {
        found.push(step < 0 ? ["removed", old + 1, "", before[old]] : ["same", old + 1, ++now, before[old]]);
        old += 1;
      }
    }
  }
  return found;
}

function text(all, pair) {
  if (all.before === null) return [make("p", {}, "The module's text is not here: this page was made of reports, without the corpus.")];
  const before = all.before.replace(/\n$/, "").split("\n");
  const steps = pair.output === null || pair.output === undefined ? [before.length] : all.outputs[pair.output];
  const found = lines(before, steps);
  const changed = found.some(([kind]) => kind !== "same");
  const tbody = make("tbody");
  const sign = { added: "+", removed: "−", same: " " };
  const row = ([kind, old, now, line]) => make("tr", { className: kind },
    make("td", { className: "no" }, `${old}`), make("td", { className: "no" }, `${now}`), make("td", {}, `${sign[kind]} ${line ?? ""}`));
  const near = found.map(() => !changed);
  if (changed) {
    found.forEach(([kind], n) => {
      if (kind !== "same") near.fill(true, Math.max(0, n - CONTEXT), n + CONTEXT + 1);
    });
  }
  for (let n = 0; n < found.length;) {
    if (near[n]) {
      tbody.append(row(found[n]));
      n += 1;
      continue;
    }
    let end = n;
    while (end < found.length && !near[end]) end += 1;
    const hidden = found.slice(n, end);
    const gap = make("tr", { className: "gap" });
    const more = make("button", { type: "button", textContent: `${hidden.length} lines as before` });
    more.addEventListener("click", () => {
      const diff = gap.closest(".diff");
      gap.replaceWith(...hidden.map(row));
      // The focused button has been removed.
      diff.focus({ preventScroll: true });
    });
    gap.append(make("td", { colSpan: 3 }, more));
    tbody.append(gap);
    n = end;
  }
  const count = (kind) => found.filter(([what]) => what === kind).length;
  const title = changed ? `Difference: −${count("removed")} +${count("added")} lines`
    : pair.outcome === "unchanged" ? "Module (the output is the input)" : "Module (there is no output)";
  const controls = make("div", { className: "controls" });
  if (changed) {
    const jump = (forward) => () => {
      const starts = [...tbody.rows].filter((one) => /added|removed/.test(one.className)
        && !/added|removed/.test(one.previousElementSibling?.className ?? ""));
      const at = starts.findIndex((one) => one.classList.contains("here"));
      const next = starts[at < 0 ? (forward ? 0 : starts.length - 1) : (at + (forward ? 1 : starts.length - 1)) % starts.length];
      starts[at]?.classList.remove("here");
      next.classList.add("here");
      next.scrollIntoView({ block: "center" });
    };
    const next = make("button", { type: "button", id: "next", textContent: "Next change (n)" });
    const previous = make("button", { type: "button", id: "previous", textContent: "Previous (p)" });
    next.addEventListener("click", jump(true));
    previous.addEventListener("click", jump(false));
    controls.append(next, previous);
  }
  const diff = make("div", { className: "diff", tabIndex: 0 }, make("table", {}, tbody));
  diff.setAttribute("role", "region");
  diff.setAttribute("aria-label", title);
  return [make("h3", {}, title), controls, diff];
}

readMatrix();
stand([0, 0], false);
if (many) listFolders();
recall();
window.addEventListener("hashchange", recall);
