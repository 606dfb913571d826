"use strict";
// The script of the report. It reads the findings from the JSON value in the page
// and makes elements of them; all text is set as text, never as markup.
(() => {
  const $ = (id) => document.getElementById(id);
  const { findings, files, link } = JSON.parse($("data").textContent);

  // make returns an element. What is not a property of elements is an attribute;
  // children are elements, texts, or nothing.
  function make(tag, props, ...children) {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(props ?? {})) {
      if (value === undefined || value === null || value === false) continue;
      if (name in e) e[name] = value;
      else e.setAttribute(name, value);
    }
    e.append(...children.flat(Infinity).filter((c) => c !== undefined && c !== null && c !== false && c !== ""));
    return e;
  }
  const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  const baseName = (place) => place.slice(place.lastIndexOf("/") + 1);
  const fileOf = (place) => place.replace(/(:\d+){1,2}$/, "");

  // source is a place, as a link to its line where there is one. Files outside of the
  // repository have none.
  function source(place, text) {
    const [, file, line] = place.match(/^(.*?):(\d+)(?::\d+)?$/) ?? [];
    const shown = make("bdi", {}, text ?? place);
    if (!link || !file || /^(\/|\.\.\/|[A-Za-z]:)/.test(file)) return shown;
    const href = link.replaceAll("{file}", () => file.split("/").map(encodeURIComponent).join("/")).replaceAll("{line}", line);
    return make("a", { href, rel: "noopener noreferrer", target: "_blank", title: "Open the line" }, shown);
  }

  // ---- What is shown: the state, which the address holds ----

  const state = { q: "", analyzers: new Set(), category: "", package: "", severity: "", fix: false, group: "package", keys: true, id: "", step: 0 };

  function readAddress() {
    const p = new URLSearchParams(location.hash.slice(1));
    state.q = p.get("q") ?? "";
    state.analyzers = new Set((p.get("analyzer") ?? "").split(",").filter(Boolean));
    state.category = p.get("category") ?? "";
    state.package = p.get("package") ?? "";
    state.severity = p.get("severity") ?? "";
    state.fix = p.get("fix") === "yes";
    state.group = Object.hasOwn(groups, p.get("group")) ? p.get("group") : "package";
    state.keys = p.get("keys") !== "off";
    state.id = p.get("finding") ?? "";
    state.step = Number.parseInt(p.get("step"), 10) || 0;
  }

  function address(id, step) {
    const p = new URLSearchParams();
    const add = (name, value) => value && p.set(name, value);
    add("q", state.q);
    add("analyzer", [...state.analyzers].sort().join(","));
    add("category", state.category);
    add("package", state.package);
    add("severity", state.severity);
    add("fix", state.fix && "yes");
    add("group", state.group !== "package" && state.group);
    add("keys", !state.keys && "off");
    add("finding", id);
    add("step", step && String(step));
    return "#" + p;
  }

  function writeAddress(isNew) {
    const url = address(state.id, state.step);
    if (url === (location.hash || "#")) return;
    try {
      history[isNew ? "pushState" : "replaceState"](null, "", url);
    } catch {
      // Some viewers of artifacts do not let a page change its address.
    }
  }

  // ---- Filters ----

  for (const f of findings) {
    f.file = fileOf(f.place);
    f.steps ??= [];
    f.text = [f.message, f.analyzer, f.category, f.severity, f.package, f.place, f.fix?.message,
      ...f.steps.flatMap((s) => [s.place, s.code, s.text, s.tail, s.source?.decl])].join(" ").toLowerCase();
  }

  // What the import paths of all packages begin with is not said each time.
  const prefix = (() => {
    const paths = [...new Set(findings.map((f) => f.package))].map((p) => p.split("/").slice(0, -1));
    let n = 0;
    while (paths.every((p) => n < p.length && p[n] === paths[0][n])) n++;
    return paths[0]?.slice(0, n).map((e) => e + "/").join("") ?? "";
  })();
  const short = (name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);

  const groups = {
    package: (f) => f.package, file: (f) => f.file, analyzer: (f) => f.analyzer,
    category: (f) => (f.category ? `${f.analyzer}/${f.category}` : f.analyzer), // as k8slint help takes it
    severity: (f) => f.severity,
  };

  const selects = ["category", "package", "severity"]; // filters that leave one value

  // matches tells whether the filters leave f; the one named except is not asked.
  function matches(f, except) {
    return (except === "analyzers" || state.analyzers.size === 0 || state.analyzers.has(f.analyzer)) &&
      selects.every((name) => except === name || !state[name] || groups[name](f) === state[name]) &&
      (!state.fix || f.fix) &&
      state.q.toLowerCase().split(/\s+/).every((word) => f.text.includes(word));
  }

  // tally counts by a key the findings that the other filters leave. Keys without
  // any stay, so that what can be chosen does not jump.
  function tally(key, except) {
    const counts = new Map(findings.map(key).sort().map((k) => [k, 0]));
    for (const f of findings) if (matches(f, except)) counts.set(key(f), counts.get(key(f)) + 1);
    return counts;
  }

  function showFilters() {
    $("q").value = state.q;
    $("fix").checked = state.fix;
    $("group").value = state.group;
    $("keys").checked = state.keys;
    const chosen = document.activeElement?.closest("#analyzers") && document.activeElement.value;
    $("analyzers").replaceChildren(...[...tally(groups.analyzer, "analyzers")].map(([name, n]) =>
      make("label", {}, make("input", { type: "checkbox", value: name, checked: state.analyzers.has(name) }), name, " ", make("span", {}, String(n)))));
    if (chosen) [...$("analyzers").querySelectorAll("input")].find((i) => i.value === chosen)?.focus();
    for (const name of selects) {
      const counts = tally(groups[name], name);
      const label = name === "package" ? short : (value) => value;
      $(name).replaceChildren(make("option", { value: "" }, "all"),
        ...[...counts].map(([value, n]) => make("option", { value }, `${label(value)} (${n})`)));
      if (state[name] && !counts.has(state[name])) $(name).append(make("option", { value: state[name] }, `${label(state[name])} (0)`));
      $(name).value = state[name];
    }
  }

  // ---- The list ----

  let shown = []; // the findings in the order of the list

  function showList() {
    const sections = new Map();
    for (const f of findings) {
      if (!matches(f)) continue;
      const name = groups[state.group](f);
      if (!sections.has(name)) sections.set(name, []);
      sections.get(name).push(f);
    }
    shown = [];
    const nodes = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, members]) => {
      shown.push(...members);
      // Sections that are out of sight have no content that could label them.
      return make("section", { "aria-label": name },
        make("h3", {}, make("bdi", { title: name }, state.group === "package" ? short(name) : name), make("span", {}, String(members.length))),
        make("ul", {}, members.map(item)));
    });
    if (nodes.length === 0) nodes.push(make("p", { className: "none" }, "No finding matches. ", make("button", { type: "button", onclick: clear }, "Clear the filters")));
    $("list").replaceChildren(...nodes);
    $("shown").textContent = shown.length === findings.length ? plural(findings.length, "finding") : `${shown.length} of ${findings.length}`;
    $("clear").hidden = !(state.q || state.analyzers.size || selects.some((name) => state[name]) || state.fix);
  }

  function item(f) {
    const where = state.group === "file" ? f.place.slice(f.file.length + 1) : state.group === "package" ? baseName(f.place) : f.place;
    const a = make("a", { href: `#finding=${f.id}`, tabIndex: -1 },
      make("span", { className: "what" }, headline(f)[0]),
      make("span", { className: "where" },
        make("bdi", {}, state.group === "file" ? `line ${where}` : where),
        make("span", {}, [state.group !== "analyzer" && state.group !== "category" && f.analyzer, f.severity !== "error" && f.severity, f.fix && "fix"].filter(Boolean).join(" · "))));
    a.finding = f;
    f.item = a;
    return make("li", {}, a);
  }

  // ---- A finding ----

  let current = null; // the finding that is shown

  function show(f, { focus } = {}) {
    current = f;
    for (const a of $("list").querySelectorAll("a[aria-current]")) {
      a.removeAttribute("aria-current");
      a.tabIndex = -1;
    }
    if (!f) {
      $("finding").replaceChildren();
      const first = $("list").querySelector("a");
      if (first) first.tabIndex = 0;
      return;
    }
    const inside = $("finding").contains(document.activeElement);
    $("finding").replaceChildren(detail(f, true));
    $("finding").scrollTo({ top: 0, behavior: "instant" });
    if (f.item?.isConnected) {
      f.item.setAttribute("aria-current", "true");
      f.item.tabIndex = 0;
      f.item.scrollIntoView({ block: "nearest" });
    } else if (shown.length > 0) {
      shown[0].item.tabIndex = 0;
    }
    if (focus === "list") f.item?.focus();
    else if (focus || inside) $("finding").querySelector("h2").focus();
    if (!focus && !inside) $("status").textContent = `Finding ${shown.indexOf(f) + 1} of ${shown.length}: ${f.message}`;
  }

  function choose(f, options) {
    if (!f) return;
    state.id = f.id;
    state.step = 0;
    show(f, options);
    writeAddress(true);
  }

  function move(by, options) {
    const at = shown.indexOf(current);
    choose(shown[at < 0 ? 0 : Math.min(Math.max(at + by, 0), shown.length - 1)], options);
  }

  // detail is all that is told of f. On paper there is nothing to press.
  function detail(f, live) {
    const at = shown.indexOf(f);
    const [title, more] = headline(f);
    return make("article", {},
      make("div", { className: "bar" },
        make("span", { className: `tag ${f.severity}` }, f.severity),
        make("span", { className: "tag" }, f.analyzer),
        f.category && make("span", { className: "tag" }, f.category),
        live && make("span", { className: "go" },
          make("button", { type: "button", disabled: at <= 0, onclick: () => move(-1), "aria-label": "Previous finding", "aria-keyshortcuts": "k" }, "‹"),
          at < 0 ? "not among those shown" : `${at + 1} of ${shown.length}`,
          make("button", { type: "button", disabled: at < 0 || at === shown.length - 1, onclick: () => move(1), "aria-label": "Next finding", "aria-keyshortcuts": "j" }, "›"))),
      make("h2", { tabIndex: -1 }, title),
      more && make("p", { className: "more" }, more),
      f.summary && make("p", { className: "more why" }, f.summary[0].toUpperCase() + f.summary.slice(1) + ". ", f.fix && f.byHand && f.byHand.split(/(?<=\.) /)[0]),
      make("p", { className: "place" }, make("code", {}, source(f.place)), " in package ", make("bdi", {}, f.package)),
      f.steps.length > 1 && [make("h3", {}, "Steps"), way(f)],
      f.steps.length > 0 && [make("h3", {}, "Code"), frames(f)],
      f.fix ? fix(f) : f.byHand && [make("h3", {}, "What to write"), make("p", { className: "note-line" }, f.byHand)],
      silence(f),
      live && about(f.analyzer));
  }

  // headline divides the message of f at its first semicolon, and sets the code
  // that it begins with as such.
  function headline(f) {
    const code = f.steps.find((s) => s.write && s.code && f.message.startsWith(s.code + " "))?.code ?? "";
    const rest = f.message.slice(code.length);
    const end = rest.indexOf("; ");
    const head = end < 0 ? rest : rest.slice(0, end);
    const tail = end < 0 ? "" : rest.slice(end + 2);
    return [[code && make("code", {}, code), head], tail && tail[0].toUpperCase() + tail.slice(1) + "."];
  }

  const sign = (f, i) => make("span", { className: f.steps[i].write ? "num write" : "num" }, String(i + 1));

  // way is the list of steps.
  function way(f) {
    return make("ol", { className: "way" }, f.steps.map((s, i) =>
      make("li", {}, make("a", { href: address(f.id, i + 1), onclick: (e) => goTo(e, i + 1), "data-step": i + 1 },
        sign(f, i),
        make("span", { className: "says" }, s.code && make("code", {}, s.code), s.code && " ", s.text || "the finding", s.tail && [": ", make("code", {}, s.tail)], s.write && make("span", { className: "unseen" }, " (this is the finding)")),
        make("span", { className: "at" }, make("bdi", {}, s.place ? baseName(s.place) : ""))))));
  }

  function goTo(event, step) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    chooseStep(step);
  }

  function chooseStep(step) {
    if (!current || step < 1 || step > current.steps.length) return;
    state.id = current.id;
    state.step = step;
    showStep(true);
    writeAddress(false);
  }

  function showStep(focus) {
    for (const e of $("finding").querySelectorAll("[data-step][aria-current]")) e.removeAttribute("aria-current");
    for (const e of $("finding").querySelectorAll(`[data-step="${state.step}"]`)) e.setAttribute("aria-current", "step");
    const note = $("finding").querySelector(`.note[data-step="${state.step}"]`);
    if (!note) return;
    if (focus) note.focus({ preventScroll: true });
    note.scrollIntoView({ block: "center", inline: "nearest" });
  }

  // ---- Code ----

  // frames are the declarations that the steps lead through, each once, in the
  // order in which they are come to.
  function frames(f) {
    const byPlace = new Map();
    f.steps.forEach((step, i) => {
      const key = step.source ? `${step.source.file} ${step.source.first ?? 0}` : `step ${i}`;
      if (!byPlace.has(key)) byPlace.set(key, []);
      byPlace.get(key).push(i);
    });
    return [...byPlace.values()].map((steps) => (f.steps[steps[0]].source ? frame(f, steps) : away(f, steps[0])));
  }

  // away is a step of which there is no source here.
  function away(f, i) {
    return make("section", { className: "frame", "aria-label": f.steps[i].place },
      make("h4", { className: "title" }, make("code", {}, make("bdi", {}, f.steps[i].place || "somewhere")), make("span", { className: "in" }, "the source is not in this report")),
      make("div", { className: "away" }, note(f, i)));
  }

  function frame(f, steps) {
    const { file, decl, first, last } = f.steps[steps[0]].source;
    const lines = linesOf(files[file]);
    const byLine = new Map();
    for (const i of steps) {
      const n = f.steps[i].source.line;
      if (!byLine.has(n)) byLine.set(n, []);
      byLine.get(n).push(i);
    }
    const wanted = new Set(first ? [first] : []);
    for (const i of steps) {
      const n = f.steps[i].source.line;
      const around = f.steps[i].key ? 4 : 2;
      for (let l = n - around; l <= n + around; l++) if (lines.has(l) && (!first || (first <= l && l <= last))) wanted.add(l);
    }
    const body = make("div", {});
    const row = (n) => [codeLine(lines.get(n), n, (byLine.get(n) ?? []).map((i) => f.steps[i])), (byLine.get(n) ?? []).map((i) => note(f, i))].flat();
    let next = first || Math.min(...wanted);
    for (const n of [...[...wanted].sort((a, b) => a - b), (last || Math.max(...wanted)) + 1]) {
      if (n > next) body.append(...gap(lines, next, n, row));
      if (wanted.has(n)) body.append(...row(n));
      next = n + 1;
    }
    const name = files[file].name;
    return make("section", { className: "frame", "aria-label": decl ? `${decl} in ${name}` : name },
      make("h4", { className: "title" }, make("code", {}, source(`${name}:${f.steps[steps[0]].source.line}`, name)), decl && make("span", { className: "in" }, "in ", make("code", {}, decl))),
      make("div", { className: "code", tabIndex: 0, role: "region", "aria-label": "code" }, body));
  }

  // gap stands for the lines [from, to): few are shown, more can be.
  function gap(lines, from, to, row) {
    const all = Array.from({ length: to - from }, (_, i) => from + i);
    const there = all.every((n) => lines.has(n));
    if (there && all.length <= 2) return all.flatMap(row);
    const text = `⋯ ${plural(all.length, "line")}`;
    if (!there) return [make("div", { className: "gap" }, text)];
    const button = make("button", { className: "gap", type: "button", title: "Show them" }, text);
    button.onclick = () => button.replaceWith(...all.flatMap(row));
    return [button];
  }

  function linesOf(file) {
    file.lines ??= new Map(file.chunks.flatMap((c) => c.lines.map((line, i) => [c.from + i, line])));
    return file.lines;
  }

  // codeLine is a line, coloured, with what steps are about marked.
  function codeLine(parts, n, steps) {
    const code = make("code", {});
    let at = 0, open = null, kind = "";
    for (let i = 0; i < parts.length; i += 2) {
      for (let text = parts[i + 1]; text; ) {
        const over = steps.filter((s) => s.source.from <= at && at < s.source.to);
        const ends = steps.flatMap((s) => [s.source.from, s.source.to]).filter((e) => e > at);
        const length = Math.min(text.length, ...ends.map((e) => e - at));
        const piece = text.slice(0, length);
        const now = over.some((s) => s.write) ? "write" : over.length > 0 ? "via" : "";
        if (now !== kind) {
          open = now ? make("mark", { className: now }) : null;
          if (open) code.append(open);
          kind = now;
        }
        (open ?? code).append(parts[i] ? make("span", { className: parts[i] }, piece) : piece);
        text = text.slice(length);
        at += length;
      }
    }
    return make("div", { className: steps.length > 0 ? "l step" : "l", "data-n": n }, code);
  }

  // note is what step i says below its line.
  function note(f, i) {
    const { label, source, write } = f.steps[i];
    const n = i + 1;
    const e = make("div", { className: write ? "note write" : "note", tabIndex: -1, role: "group", "aria-label": `Step ${n} of ${f.steps.length}`, "data-step": n },
      sign(f, i),
      make("span", { className: "says" }, label || "here"),
      f.steps.length > 1 && make("span", { className: "jump" },
        make("button", { type: "button", disabled: n === 1, onclick: () => chooseStep(n - 1), "aria-label": "Previous step" }, "←"),
        make("button", { type: "button", disabled: n === f.steps.length, onclick: () => chooseStep(n + 1), "aria-label": "Next step" }, "→")));
    e.style.setProperty("--column", String(source?.column ?? 0));
    return e;
  }

  // ---- Fix and analyzer ----

  function fix(f) {
    const kinds = { "+": "ins", "-": "del" };
    const line = (text) => make(kinds[text[0]] ?? "span", { className: text[0] === "@" || text[0] === "\\" ? "hunk" : undefined },
      (text[0] === "@" || text[0] === "\\" ? text : text.slice(1)) || " ");
    return [
      make("h3", {}, "Fix"),
      make("p", { className: "note-line" }, f.fix.message, ". ", make("code", {}, "k8slint -fix"), " does it",
        f.fix.diffs ? ":" : ". The file is not what was analysed any more, so that the edit is not shown."),
      (f.fix.diffs ?? []).map((d) => make("section", { className: "frame", "aria-label": `Change of ${d.file}` },
        make("h4", { className: "title" }, make("code", {}, make("bdi", {}, d.file))),
        make("div", { className: "diff", tabIndex: 0, role: "region", "aria-label": "diff" }, make("div", {}, d.lines.map(line))))),
    ];
  }

  // silence is the comment for a finding that somebody knows to be safe. One click selects it.
  function silence(f) {
    if (f.analyzer === "directive") return null;
    return [make("h3", {}, "If it is safe"), make("p", { className: "note-line" }, "Say why at the end of line ", source(f.place, f.place.slice(f.file.length + 1).split(":")[0]), ": ",
      make("code", { className: "copy" }, `//nolint:${f.analyzer} // why it is safe`))];
  }

  // about is the analyzer's page, which is read when it is opened.
  function about(name) {
    const page = document.querySelector(`template[data-analyzer="${CSS.escape(name)}"]`);
    if (!page) return null;
    const { summary, url } = page.dataset;
    const e = make("details", { className: "about" }, make("summary", {}, make("strong", {}, name), `: ${summary}`));
    e.ontoggle = () => {
      if (e.children.length > 1) return;
      e.append(make("div", { className: "doc" }, page.content.cloneNode(true),
        url && make("p", {}, make("a", { href: url, rel: "noopener noreferrer" }, "This page on the web"))));
    };
    return e;
  }

  // ---- What the user does ----

  // refresh shows the state anew; the finding stays, if the filters leave it.
  function refresh(options) {
    showFilters();
    showList();
    const wanted = findings.find((f) => f.id === state.id);
    if (!options?.isNew && wanted && !shown.includes(wanted)) state.id = "";
    show(wanted && (options?.isNew || shown.includes(wanted)) ? wanted : shown[0] ?? null);
    if (state.step) showStep(false);
  }

  function filter(change) {
    const before = current;
    change();
    state.step = 0;
    refresh();
    if (before !== current) state.id = "";
    $("status").textContent = `${shown.length} of ${plural(findings.length, "finding")} shown`;
    writeAddress(false);
  }

  function clear() {
    filter(() => Object.assign(state, { q: "", analyzers: new Set(), category: "", package: "", severity: "", fix: false }));
    $("q").focus();
  }

  $("q").oninput = (e) => filter(() => (state.q = e.target.value));
  $("fix").onchange = (e) => filter(() => (state.fix = e.target.checked));
  for (const name of [...selects, "group"]) $(name).onchange = (e) => filter(() => (state[name] = e.target.value));
  $("analyzers").onchange = (e) => filter(() => state.analyzers[e.target.checked ? "add" : "delete"](e.target.value));
  $("filters").onsubmit = (e) => e.preventDefault();
  $("filters").onreset = (e) => (e.preventDefault(), clear());
  $("list").onclick = (e) => {
    const a = e.target.closest("a");
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    choose(a.finding, { focus: true });
  };
  $("list").onkeydown = (e) => {
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -findings.length, End: findings.length }[e.key];
    if (!by || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    move(by, { focus: "list" });
  };
  $("q").onkeydown = (e) => {
    if (e.key === "Enter") choose(shown[0], { focus: true });
    else if (e.key === "ArrowDown") choose(shown[0], { focus: "list" });
    else if (e.key === "Escape") (current?.item ?? $("finding")).focus();
    else return;
    e.preventDefault();
  };
  document.querySelector(".skip").onclick = (e) => {
    e.preventDefault();
    ($("finding").querySelector("h2") ?? $("finding")).focus();
  };
  $("help-button").onclick = () => $("help").showModal();
  $("help-close").onclick = () => $("help").close();
  $("keys").onchange = (e) => {
    state.keys = e.target.checked;
    writeAddress(false);
  };

  const keys = {
    j: () => move(1), n: () => move(1), k: () => move(-1), p: () => move(-1),
    "]": () => chooseStep(state.step + 1), ArrowRight: () => chooseStep(state.step + 1),
    "[": () => chooseStep(state.step - 1), ArrowLeft: () => chooseStep(state.step - 1),
    "/": () => $("q").select(), "?": () => $("help").showModal(),
  };
  document.addEventListener("keydown", (e) => {
    const typing = e.target.closest?.("input:not([type=checkbox]), select, dialog");
    const scrolls = e.key.startsWith("Arrow") && e.target.matches?.(".code, .diff") && e.target.scrollWidth > e.target.clientWidth;
    if (!state.keys || typing || scrolls || e.ctrlKey || e.metaKey || e.altKey || !keys[e.key]) return;
    e.preventDefault();
    keys[e.key]();
  });

  addEventListener("hashchange", () => {
    readAddress();
    refresh({ isNew: true });
  });
  addEventListener("beforeprint", () => $("print").replaceChildren(...shown.map((f) => detail(f, false))));
  addEventListener("afterprint", () => $("print").replaceChildren());

  readAddress();
  $("app").hidden = false;
  $("help-button").hidden = false;
  refresh({ isNew: true });
})();
