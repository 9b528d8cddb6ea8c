// A page about more modules than one file can hold: the overview of folders, and sheets of modules in files beside the page. A sheet is a
// script that calls `sheet`, because a page that was opened from a disk may load nothing else. The matrix shows one sheet at a time, or
// the part of it that is of one folder; page.js does the rest.
"use strict";

/** What is shown: `null` for the overview, else the number of a folder and the place among its sheets. */
let view = null;
const KEPT = 4;
const NOTHING = document.getElementById("nothing").textContent;
const sheets = new Map();
const waiting = new Map();

/** Called by the script of a sheet. */
function sheet(number, packed, parts) {
  waiting.get(number)?.({ packed, parts });
}

/** Loads a sheet; the last few are kept. */
async function loadSheet(number) {
  if (!sheets.has(number)) {
    const script = document.createElement("script");
    const found = await new Promise((done, fail) => {
      waiting.set(number, done);
      script.src = `${encodeURIComponent(data.beside)}/sheet-${number}.js`;
      script.onerror = () => fail(new Error(`${data.beside}/sheet-${number}.js is not beside the page`));
      document.head.append(script);
    }).finally(() => {
      waiting.delete(number);
      script.remove();
    });
    sheets.set(number, { ...await unpack(found.packed), parts: found.parts });
    if (sheets.size > KEPT) sheets.delete(sheets.keys().next().value);
  }
  return sheets.get(number);
}

// --- places ---

const folderNames = () => data.folders.map(([name]) => name || "(top)");

/** The number of the folder that a module is counted with. */
function folderOf(name) {
  for (let end = name.lastIndexOf("/"); ; end = name.lastIndexOf("/", end - 1)) {
    const at = data.folders.findIndex(([folder]) => folder === name.slice(0, Math.max(end, 0)));
    if (at >= 0 || end <= 0) return at;
  }
}

/** The sheet on which a module is, if it is there: the last one that does not begin after it. */
function sheetOf(name) {
  let [low, high] = [0, data.first.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (data.first[middle] <= name) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const LETTERS = { u: "unchanged", r: "rewritten", x: "unsupported", e: "error" };

/** Shows the modules of a folder that are on one of its sheets. */
async function showSheet(folder, place) {
  const numbers = data.folders[folder][1].sheets;
  view = { folder, place: Math.min(Math.max(place, 0), numbers.length - 1) };
  const mine = view;
  byId("nothing").textContent = NOTHING;
  let all;
  try {
    all = await loadSheet(numbers[view.place]);
  } catch (error) {
    byId("nothing").textContent = error.message;
    all = { cases: [], cells: [], wrong: [], used: [], parts: [] };
  }
  if (view !== mine) return;
  const here = all.cases.map((name, at) => at).filter((at) => folderOf(all.cases[at]) === folder);
  const width = data.devices.length;
  index = {
    ...index,
    cases: here.map((at) => all.cases[at]),
    used: here.flatMap((at) => all.used.slice(at * width, (at + 1) * width)),
    parts: here.map((at) => all.parts[at]),
  };
  unpacked.clear();
  byId("matrix").tBodies[0].replaceChildren(...here.map((at) => {
    const head = make("th", { scope: "row", className: all.wrong.includes(at) ? "failed" : "", textContent: all.cases[at] });
    return make("tr", {}, head, ...[...all.cells[at]].map((letter) => {
      const lower = letter.toLowerCase();
      return make("td", { className: `${LETTERS[lower]}${letter === lower ? "" : " failed"}` });
    }));
  }));
  byId("folder").textContent = folderNames()[folder];
  byId("which").value = numbers.length > 1 ? `part ${view.place + 1} of ${numbers.length}` : "";
  byId("earlier").hidden = byId("later").hidden = numbers.length < 2;
  byId("earlier").disabled = view.place === 0;
  byId("later").disabled = view.place === numbers.length - 1;
  showOne();
  readMatrix();
  current = [0, 0];
  stand([0, 0], false);
}

/** Shows either the overview or the matrix. */
function showOne() {
  byId("where").hidden = byId("matrix").hidden = !view;
  byId("overview").hidden = !!view;
  byId("rule").disabled = !view;
  byId("search").placeholder = view ? "module name" : "folder or module";
}

/** Shows what the URL says, and the modules around the one that it names. */
async function showPlace(state) {
  const name = state.get("case");
  const number = name === null ? -1 : sheetOf(name);
  if (number >= 0) {
    const folder = folderOf(name);
    const place = data.folders[folder]?.[1].sheets.indexOf(number) ?? -1;
    if (place >= 0) return view?.folder === folder && view.place === place ? undefined : showSheet(folder, place);
  }
  const folder = data.folders.findIndex(([one]) => one === state.get("folder"));
  if (folder >= 0) return showSheet(folder, Number(state.get("part") ?? 1) - 1);
  view = null;
  showOne();
  return undefined;
}

/** Names what is shown, for the URL. */
function whereShown(set) {
  if (!view) return;
  const [name, { sheets: numbers }] = data.folders[view.folder];
  set("folder", name);
  set("part", numbers.length > 1 ? `${view.place + 1}` : "");
}

async function goTo(folder, place) {
  byId("search").value = "";
  await showSheet(folder, place);
  filter();
  byId("matrix").closest("main").scrollTop = 0;
}

function goUp() {
  view = null;
  byId("search").value = "";
  byId("nothing").textContent = NOTHING;
  showOne();
  filter();
}

// --- the overview ---

const OUTCOMES = ["unchanged", "rewritten", "unsupported", "error"];

/** Shares of outcomes as colours from the bottom to the top. */
function colours(counts, total) {
  let from = 0;
  const bands = OUTCOMES.map((name, at) => {
    const to = from + (100 * counts[at]) / total;
    const band = `var(--${name}) ${from}% ${to}%`;
    from = to;
    return band;
  });
  return `linear-gradient(to top, ${bands.join(", ")})`;
}

function listFolders() {
  const table = byId("folders");
  table.tHead.replaceChildren(byId("matrix").tHead.rows[0].cloneNode(true));
  table.tHead.rows[0].cells[0].textContent = "folder";
  const names = folderNames();
  table.tBodies[0].append(...data.folders.map(([, folder], at) => {
    const open = make("button", { type: "button", textContent: names[at] });
    open.addEventListener("click", () => goTo(at, 0));
    const head = make("th", { scope: "row", className: folder.wrong ? "failed" : "" }, open, make("span", {}, ` ${folder.modules}`));
    const list = folder.counts.map((counts, c) => {
      const failed = counts[4];
      const cell = make("td", { className: failed ? "failed" : "" }, ...(failed ? [make("span", {}, `${failed}`)] : []));
      cell.style.backgroundImage = colours(counts, folder.modules);
      const said = OUTCOMES.map((name, n) => `${counts[n]} ${name}`).join(", ");
      cell.title = `${names[at]} on ${data.devices[c].name}: ${said}; ${failed} not as expected`;
      return cell;
    });
    const row = make("tr", {}, head, ...list);
    row.addEventListener("click", (event) => event.target.closest("td") && goTo(at, 0));
    return row;
  }));
  const failures = byId("failures");
  failures.hidden = data.failures.length === 0;
  failures.open = data.failures.length < 20;
  failures.querySelector("summary").textContent = `The first modules that are not as expected: ${data.failures.length}, of ${data.failed} results`;
  failures.querySelector("ol").append(...data.failures.map((one) => {
    const open = make("button", { type: "button", textContent: one.case });
    open.addEventListener("click", () => {
      location.hash = new URLSearchParams({ case: one.case, device: data.devices[one.device].name }).toString();
    });
    const more = one.devices > 1 ? ` and ${one.devices - 1} more` : "";
    return make("li", {}, open, ` on ${data.devices[one.device].name}${more}: ${one.why}`);
  }));
}

/** Filters the overview, if it is shown. */
function filterFolders({ names, outcomes, failed, shown }) {
  if (view) return false;
  const table = byId("folders");
  [...table.tHead.rows[0].cells].slice(1).forEach((head, c) => { head.hidden = !shown[c]; });
  let [folders, modules] = [0, 0];
  [...table.tBodies[0].rows].forEach((row, at) => {
    const [name, folder] = data.folders[at];
    const some = folder.counts.some((counts, c) => shown[c] && OUTCOMES.some((outcome, n) => outcomes.has(outcome) && counts[n] > 0)
      && (!failed || folder.wrong > 0 || counts[4] > 0));
    row.hidden = !some || !names.every((word) => name.toLowerCase().includes(word));
    [...row.cells].slice(1).forEach((cell, c) => { cell.hidden = !shown[c]; });
    if (!row.hidden) {
      folders += 1;
      modules += folder.modules;
    }
  });
  byId("count").value = `${folders} of ${data.folders.length} folders, ${modules} of ${data.modules} modules`;
  byId("nothing").hidden = folders > 0;
  return true;
}

document.getElementById("all").addEventListener("click", goUp);
document.getElementById("earlier").addEventListener("click", () => goTo(view.folder, view.place - 1));
document.getElementById("later").addEventListener("click", () => goTo(view.folder, view.place + 1));
document.getElementById("search").addEventListener("keydown", async (event) => {
  if (event.key !== "Enter" || view) return;
  event.preventDefault();
  // The first module whose name is not before the text.
  const name = event.target.value.trim();
  let number = Math.max(sheetOf(name), 0);
  let all = await loadSheet(number);
  let at = all.cases.findIndex((one) => one >= name);
  if (at < 0 && number + 1 < data.first.length) {
    number += 1;
    all = await loadSheet(number);
    at = 0;
  }
  const found = all.cases[at];
  if (found === undefined || !found.startsWith(name)) {
    byId("count").value = `no module begins with ${name}`;
    return;
  }
  const folder = folderOf(found);
  await goTo(folder, data.folders[folder][1].sheets.indexOf(number));
  stand([Math.max(index.cases.indexOf(found), 0), 0], true);
});
