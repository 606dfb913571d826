// Package report_test opens what -format=html prints in a browser, and does with it
// what its readers do: by mouse, by keyboard, on paper.
package report_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/k8slint/k8slint/test/report/browser"
)

const (
	root          = "../.."
	width, height = 1200, 750
)

var k8slint string // the command under test

func TestMain(m *testing.M) {
	code, err := setUp(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "setting up:", err)
		os.Exit(1)
	}
	os.Exit(code)
}

func setUp(m *testing.M) (int, error) {
	temp, err := os.MkdirTemp("", "k8slint-report")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(temp)
	os.Setenv("GOWORK", "off")
	os.Setenv("K8SLINT_CACHE", filepath.Join(temp, "cache"))
	k8slint = filepath.Join(temp, "k8slint")
	if out, err := exec.Command("go", "build", "-C", root, "-o", k8slint, "./cmd/k8slint").CombinedOutput(); err != nil {
		return 0, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return m.Run(), nil
}

// write writes the report on packages of the module in dir, and returns its address.
func write(t *testing.T, wantCode int, dir string, packages ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "report.html")
	out, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var stderr strings.Builder
	cmd := exec.Command(k8slint, append([]string{"-C", dir, "-format=html"}, packages...)...)
	cmd.Stdout, cmd.Stderr = out, &stderr
	err = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != wantCode {
		t.Fatalf("k8slint exits with %d, want %d: %v\n%s", code, wantCode, err, stderr.String())
	}
	return "file://" + filepath.ToSlash(name)
}

// A tab is one of a browser, in a test.
type tab struct {
	*browser.Browser
	t   *testing.T
	url string
}

// open opens a page. At the end of the test it must have asked for nothing and
// complained of nothing.
func open(t *testing.T, url string) *tab {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute) // t's ends before Cleanup
	t.Cleanup(cancel)
	b, err := browser.Start(ctx, width, height)
	if errors.Is(err, browser.ErrMissing) {
		t.Skip("SKIPPED, NOTHING OF THE REPORT IS TESTED IN A BROWSER: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	p := &tab{b, t, url}
	p.do(b.Scheme("light")) // and nothing moves slowly
	p.reload(url)
	t.Cleanup(p.quiet)
	return p
}

// reload opens an address, of the page or with a fragment of it.
func (p *tab) reload(url string) time.Duration {
	p.t.Helper()
	took, err := p.Open(url)
	if err != nil {
		p.t.Fatal(err)
	}
	return took
}

func (p *tab) quiet() {
	p.t.Helper()
	if r := p.Requests(p.url); len(r) > 0 {
		p.t.Errorf("the page asks for %q", r)
	}
	if r := p.Problems(); len(r) > 0 {
		p.t.Errorf("the page complains: %q", r)
	}
	equal(p.t, "slips", p.text(slips), "")
}

// slips is a text that somebody's script shows by mistake.
const slips = `(() => {
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; (n = texts.nextNode()); ) {
		if (/^\s*(false|undefined|null|NaN|\[object .*\])\s*$/.test(n.data) && !n.parentNode.closest("script, template, .code, .diff")) return n.data;
	}
	return "";
})()`

func (p *tab) do(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// text is the value of an expression of JavaScript that is a string.
func (p *tab) text(expression string) (s string) {
	p.t.Helper()
	p.do(p.Eval(expression, &s))
	return s
}

func (p *tab) number(expression string) (n float64) {
	p.t.Helper()
	p.do(p.Eval(expression, &n))
	return n
}

// isTrue fails the test if an expression is false.
func (p *tab) isTrue(expression string) {
	p.t.Helper()
	ok := false
	p.do(p.Eval(expression, &ok))
	if !ok {
		p.t.Errorf("not true: %s", expression)
	}
}

// An item is a finding in the list.
type item struct {
	Place, Analyzer, Category, Package, Severity string
	Fix                                          bool
	Steps                                        int
	Files                                        int // that the steps lead through
}

// list are the findings in the list.
func (p *tab) list() (out []item) {
	p.t.Helper()
	p.do(p.Eval(`[...document.querySelectorAll("#list a")].map(({ finding: f }) => ({
		place: f.place, analyzer: f.analyzer, category: f.category, package: f.package, severity: f.severity, fix: !!f.fix, steps: f.steps.length,
		files: new Set(f.steps.map((s) => s.source?.file)).size,
	}))`, &out))
	return out
}

// only are those of items that are so.
func only(items []item, is func(item) bool) (out []item) {
	for _, i := range items {
		if is(i) {
			out = append(out, i)
		}
	}
	return out
}

// choose clicks on the finding at a place.
func (p *tab) choose(place string) {
	p.t.Helper()
	p.do(p.Eval(fmt.Sprintf(`[...document.querySelectorAll("#list a")].find((a) => a.finding.place === %q).click()`, place), nil))
	equal(p.t, "the finding", p.place(), place)
}

// fragment is what the address of the page says.
func (p *tab) fragment() url.Values {
	p.t.Helper()
	v, err := url.ParseQuery(strings.TrimPrefix(p.text(`location.hash`), "#"))
	p.do(err)
	return v
}

func (p *tab) address() string { return p.text(`location.href`) }

// place is that of the finding that is shown.
func (p *tab) place() string {
	p.t.Helper()
	return p.text(`document.querySelector("article .place code")?.textContent ?? ""`)
}

// step is the step that is shown, whose note is seen and has the focus or, if the
// page was just opened, is seen.
func (p *tab) step() string {
	p.t.Helper()
	return p.text(`(() => {
		const [link, note] = document.querySelectorAll("[data-step][aria-current=step]");
		if (!link || !note) return "none";
		const r = note.getBoundingClientRect();
		const seen = r.top >= 0 && r.bottom <= innerHeight;
		return link.dataset.step + (note.dataset.step === link.dataset.step ? "" : " and " + note.dataset.step) + (seen ? "" : ", not seen");
	})()`)
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		t.Errorf("%s: %s, want %s", what, g, w)
	}
}

// TestFindings: the list shows every finding of the examples, and a click shows one with
// its steps and fix.
func TestFindings(t *testing.T) {
	p := open(t, write(t, 3, root+"/examples", "./..."))
	all := p.list()
	n := len(all)
	if n < 7 {
		t.Fatalf("%d findings in the list", n)
	}
	equal(t, "the title", p.text(`document.title`), fmt.Sprintf("k8slint: %d findings in github.com/k8slint/k8slint/examples", n))
	equal(t, "the first finding", p.place(), all[0].Place)
	p.isTrue(`document.querySelector("#list a[aria-current=true]") === document.querySelector("#list a")`)
	p.choose(only(all, func(i item) bool { return i.Analyzer == "cachemutate" && i.Fix })[0].Place)
	p.isTrue(`document.querySelectorAll("article .frame mark.write").length > 0`)
	p.isTrue(`document.querySelector("article h2 code").textContent === document.querySelector(".way li:last-child code").textContent`)
	p.isTrue(`document.querySelector("article .diff ins").textContent.includes("DeepCopy()")`)
	p.isTrue(`document.querySelectorAll("article code .k").length > 3`) // keywords
	t.Run("page of the analyzer", func(t *testing.T) {
		p.isTrue(`document.querySelector(".about .doc") === null`)
		p.do(p.Click(".about summary"))
		p.do(p.Await(`document.querySelector(".about .doc h4")?.textContent === "Why"`))
	})
	t.Run("mouse", func(t *testing.T) {
		p.do(p.Click("#list li:nth-child(2) a"))
		equal(t, "the finding", p.place(), all[1].Place)
		p.isTrue(`document.activeElement === document.querySelector("article h2")`)
		p.do(p.Click(`article button[aria-label="Next finding"]`))
		equal(t, "the next", p.place(), all[2].Place)
		p.do(p.Click(`article button[aria-label="Previous finding"]`))
		equal(t, "the one before", p.place(), all[1].Place)
		p.do(p.Eval(`history.back()`, nil))
		p.do(p.Await(fmt.Sprintf(`document.querySelector("article .place code").textContent === %q`, all[2].Place)))
	})
	t.Run("keyboard", func(t *testing.T) {
		p.reload(p.url)
		p.do(p.Keys("j"))
		equal(t, "j", p.place(), all[1].Place)
		p.isTrue(`document.getElementById("status").textContent.startsWith("Finding 2 of ")`)
		p.do(p.Keys("n", "k", "p"))
		equal(t, "n, k, p", p.place(), all[0].Place)
		p.do(p.Keys("k"))
		equal(t, "before the first", p.place(), all[0].Place)
		p.do(p.Eval(`document.querySelector("#list a[aria-current]").focus()`, nil))
		p.do(p.Keys("ArrowDown", "ArrowDown"))
		equal(t, "down in the list", p.place(), all[2].Place)
		p.isTrue(`document.activeElement.getAttribute("aria-current") === "true"`)
		p.do(p.Keys("End"))
		p.isTrue(fmt.Sprintf(`document.querySelector("article .go").textContent.includes("%d of %d")`, n, n))
		p.do(p.Keys("Enter"))
		p.isTrue(`document.activeElement === document.querySelector("article h2")`)
	})
	t.Run("help", func(t *testing.T) {
		p.reload(p.url)
		p.do(p.Keys("?"))
		p.isTrue(`document.getElementById("help").open`)
		p.do(p.Click("#keys"))
		p.do(p.Keys("Escape"))
		p.isTrue(`!document.getElementById("help").open`)
		p.do(p.Keys("j"))
		equal(t, "j, turned off", p.place(), all[0].Place)
		equal(t, "the address", p.fragment().Get("keys"), "off")
	})
}

// TestSteps: mouse and keys lead from step to step through the functions of a trace.
func TestSteps(t *testing.T) {
	p := open(t, write(t, 3, root+"/examples", "./..."))
	all := p.list()
	long := only(all, func(i item) bool { return i.Steps == 4 && i.Files > 1 })[0].Place
	p.choose(long)
	p.isTrue(`document.querySelectorAll(".way li").length === 4 && document.querySelectorAll(".note").length === 4`)
	p.isTrue(`document.querySelectorAll(".frame:has(.code)").length >= 2 && document.querySelector(".frame .in").textContent.startsWith("in ")`)
	equal(t, "at first", p.step(), "none")
	p.do(p.Click(`.way a[data-step="3"]`))
	equal(t, "after a click", p.step(), "3")
	p.isTrue(`document.activeElement.matches(".note[data-step='3']")`)
	p.do(p.Click(`.note[data-step="3"] button[aria-label="Next step"]`))
	equal(t, "after a click on the arrow", p.step(), "4")
	p.do(p.Keys("ArrowRight"))
	equal(t, "behind the last", p.step(), "4")
	p.do(p.Keys("ArrowLeft", "["))
	equal(t, "after the left arrow and [", p.step(), "2")
	p.do(p.Keys("]"))
	equal(t, "after ]", p.step(), "3")
	equal(t, "the address", p.fragment().Get("step"), "3")
	p.reload(p.address())
	equal(t, "opened again", p.step(), "3")
	equal(t, "opened again", p.place(), long)
	t.Run("lines between", func(t *testing.T) {
		p.choose(only(all, func(i item) bool { return i.Analyzer == "retrycase" })[0].Place)
		before := p.number(`document.querySelectorAll(".frame .l").length`)
		p.do(p.Click("button.gap"))
		if after := p.number(`document.querySelectorAll(".frame .l").length`); after <= before {
			t.Errorf("%v lines before, %v after", before, after)
		}
		p.isTrue(`[...document.querySelectorAll(".frame .l")].every((l, i, all) => i === 0 || l.parentNode !== all[i-1].parentNode || Number(l.dataset.n) > Number(all[i-1].dataset.n))`)
	})
}

// TestEvery goes through every step of every finding.
func TestEvery(t *testing.T) {
	p := open(t, write(t, 3, root+"/examples", "./..."))
	n := len(p.list())
	for i := range n {
		if i > 0 {
			p.do(p.Keys("j"))
		}
		equal(t, "finding", p.text(`document.querySelector("article .go").textContent.match(/\d+/)[0]`), i+1)
		steps := int(p.number(`document.querySelectorAll(".way li").length`))
		p.isTrue(`[document.querySelectorAll(".way li").length].every((n) => n === document.querySelectorAll(".note").length || n === 0 && document.querySelectorAll(".note").length === 1)`) // one step needs no list
		for k := range steps {
			p.do(p.Keys("ArrowRight"))
			equal(t, p.place(), p.step(), k+1)
		}
		equal(t, "the finding in the address", p.text(`new URLSearchParams(location.hash.slice(1)).get("finding")`) != "", true)
	}
}

// TestFilters: search and filters narrow the list, and the address holds them.
func TestFilters(t *testing.T) {
	p := open(t, write(t, 3, root+"/examples", "./..."))
	all := p.list()
	p.do(p.Keys("/"))
	p.do(p.Type("slicesof labels"))
	found := p.list()
	if len(found) == 0 || len(found) >= len(all) {
		t.Errorf("found %v", found)
	}
	equal(t, "what is told", p.text(`document.getElementById("status").textContent`), fmt.Sprintf("%d of %d findings shown", len(found), len(all)))
	equal(t, "the address", p.fragment().Get("q"), "slicesof labels")
	p.reload(p.address())
	equal(t, "opened again", p.list(), found)
	equal(t, "opened again", p.text(`document.getElementById("q").value`), "slicesof labels")
	p.do(p.Keys("/", "x", "q", "z"))
	equal(t, "no match", len(p.list()), 0)
	p.isTrue(`document.querySelector("#list .none") && document.querySelector("article") === null`)
	p.do(p.Click("#list .none button"))
	equal(t, "cleared", p.list(), all)
	p.isTrue(`document.activeElement.id === "q"`)
	p.do(p.Keys("Escape"))
	p.isTrue(`document.activeElement === document.querySelector("#list a[aria-current]")`)

	p.do(p.Click(`#analyzers label:has([value="retrycase"])`))
	p.do(p.Click(`#analyzers label:has([value="rvassign"])`))
	two := only(all, func(i item) bool { return i.Analyzer == "retrycase" || i.Analyzer == "rvassign" })
	equal(t, "two analyzers", p.list(), two)
	equal(t, "the address", p.fragment().Get("analyzer"), "retrycase,rvassign")
	p.do(p.Click("#fix"))
	two = only(two, func(i item) bool { return i.Fix })
	equal(t, "with a fix", p.list(), two)
	p.reload(p.address())
	equal(t, "opened again", p.list(), two)
	p.do(p.Click("#clear"))
	equal(t, "cleared", p.list(), all)

	choose := func(id, value string) {
		t.Helper()
		p.do(p.Eval(fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event("change")); })()`, id, value), nil))
	}
	choose("severity", "warning")
	equal(t, "warnings", p.list(), only(all, func(i item) bool { return i.Severity == "warning" }))
	const rollout = "github.com/k8slint/k8slint/examples/before/rollout"
	choose("severity", "")
	// Both tombstone and watcherror have this category.
	choose("category", "watcherror/panics")
	panics := only(all, func(i item) bool { return i.Analyzer == "watcherror" && i.Category == "panics" })
	equal(t, "of a category", p.list(), panics)
	if others := only(all, func(i item) bool { return i.Category == "panics" }); len(panics) == 0 || len(panics) == len(others) {
		t.Errorf("%d findings of watcherror/panics, %d of panics", len(panics), len(others))
	}
	equal(t, "the address", p.fragment().Get("category"), "watcherror/panics")
	p.reload(p.address())
	equal(t, "opened again", p.list(), panics)
	choose("severity", "warning")
	equal(t, "warnings of a category of errors", len(p.list()), 0)
	p.do(p.Click("#clear"))
	equal(t, "cleared", p.list(), all)
	choose("group", "category")
	p.isTrue(`(() => { const names = [...document.querySelectorAll("#list h3 bdi")].map((e) => e.textContent); return names.join() === names.sort().join() && names.includes("watcherror/panics") && names.includes("tombstone/panics"); })()`)
	choose("severity", "error")
	choose("package", rollout)
	equal(t, "of a package", p.list(), only(all, func(i item) bool { return i.Severity == "error" && i.Package == rollout }))
	choose("group", "analyzer")
	p.isTrue(`(() => { const names = [...document.querySelectorAll("#list h3 bdi")].map((e) => e.textContent); return names.length > 1 && names.join() === names.sort().join() && names.includes("watcherror"); })()`)
	equal(t, "the address", p.fragment().Get("severity")+" "+p.fragment().Get("group"), "error analyzer")
	// An address of a finding that its filters leave out shows it all the same.
	p.reload(p.url + "#finding=" + p.fragment().Get("finding") + "&q=no+such+word")
	equal(t, "nothing in the list", len(p.list()), 0)
}

// TestAccessible asks the browser what it tells a screen reader.
func TestAccessible(t *testing.T) {
	p := open(t, write(t, 3, root+"/examples", "./..."))
	var tree struct {
		Nodes []struct {
			Ignored    bool
			Role, Name struct{ Value any }
		}
	}
	p.do(p.Call("Accessibility.getFullAXTree", map[string]any{}, &tree))
	count := make(map[string]int)
	for _, n := range tree.Nodes {
		if n.Ignored {
			continue
		}
		role, name := fmt.Sprint(n.Role.Value), strings.TrimSpace(fmt.Sprint(n.Name.Value))
		count[role]++
		if slices.Contains([]string{"button", "link", "checkbox", "combobox", "searchbox", "navigation", "search", "region", "heading"}, role) && (name == "" || name == "<nil>") {
			t.Errorf("a %s has no name", role)
		}
	}
	for _, role := range []string{"banner", "navigation", "search", "main", "searchbox", "status", "article", "list", "heading", "region"} {
		if count[role] == 0 {
			t.Errorf("there is no %s: %v", role, count)
		}
	}
	if count["main"] != 1 || count["navigation"] != 1 {
		t.Errorf("landmarks: %v", count)
	}
	equal(t, "headings", p.text(`(() => {
		let last = 0, bad = "";
		for (const h of document.querySelectorAll("header h1, nav h2, nav h3, article h2, article h3, article h4")) {
			const level = Number(h.tagName[1]);
			if (level > last + 1) bad += h.textContent;
			last = level;
		}
		return bad;
	})()`), "")
	// Each text can be told from what is behind it: 4.5 to 1 (WCAG 2.2, 1.4.3).
	for _, scheme := range []string{"light", "dark"} {
		p.do(p.Scheme(scheme))
		equal(t, "too little contrast, "+scheme, p.text(contrast), "")
	}
	p.isTrue(`getComputedStyle(document.body).backgroundColor !== "rgb(255, 255, 255)"`)
	p.do(p.Scheme("light"))
	p.isTrue(`getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)"`)
}

// contrast lists texts that are seen and are too near in colour to what is behind
// them. What cannot be used may be (1.4.3).
const contrast = `(() => {
	const parse = (c) => { const m = c.match(/[\d.]+/g).map(Number); return { rgb: m.slice(0, 3), a: m[3] ?? 1 }; };
	const light = (rgb) => { const [r, g, b] = rgb.map((v) => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
	const bad = new Set();
	for (const e of document.querySelectorAll("body *")) {
		if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility() || e.closest("script, style, template, noscript, dialog, option, :disabled, .unseen, .skip")) continue;
		let back = null;
		for (let p = e; p && !back; p = p.parentElement) { const c = parse(getComputedStyle(p).backgroundColor); if (c.a === 1) back = c.rgb; }
		const [a, b] = [light(parse(getComputedStyle(e).color).rgb), light(back)].sort((x, y) => y - x);
		if ((a + .05) / (b + .05) < 4.5) bad.add(e.tagName + "." + e.className + " " + ((a + .05) / (b + .05)).toFixed(2));
	}
	return [...bad].join(", ");
})()`

// TestPaper: the printed report has every finding with its steps and fix.
func TestPaper(t *testing.T) {
	p := open(t, write(t, 3, root+"/examples", "./..."))
	n := len(p.list())
	pdf, err := p.PDF()
	p.do(err)
	pages := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1))
	if !strings.HasPrefix(string(pdf), "%PDF") || pages < 3 {
		t.Errorf("%d bytes, %d pages", len(pdf), pages)
	}
	p.do(p.Eval(`dispatchEvent(new Event("beforeprint"))`, nil))
	equal(t, "findings on paper", p.number(`document.querySelectorAll("#print article").length`), n)
	p.isTrue(`document.querySelectorAll("#print .frame mark").length > 10 && document.querySelectorAll("#print .diff ins").length > 3`)
	equal(t, "slips", p.text(slips), "")
	p.do(p.Eval(`dispatchEvent(new Event("afterprint"))`, nil))
	equal(t, "then", p.number(`document.querySelectorAll("#print article").length`), 0)
}

// TestNoScript: without scripts the report lists every finding.
func TestNoScript(t *testing.T) {
	p := open(t, write(t, 3, root+"/examples", "./..."))
	n := len(p.list())
	p.do(p.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil))
	p.reload(p.url)
	equal(t, "findings without a script", p.number(`[...document.querySelectorAll(".plain li")].filter((e) => e.checkVisibility()).length`), n)
}

// TestClean: without findings the report says so, and what was looked for.
func TestClean(t *testing.T) {
	p := open(t, write(t, 0, root+"/examples", "./after/..."))
	equal(t, "the page", p.text(`document.querySelector("main h2").textContent`), "Nothing to fix")
	p.isTrue(`document.querySelectorAll("main dt").length >= 9`)
}

// module writes a module that requires what the examples do.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(root, "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	_, require, _ := strings.Cut(read("go.mod"), "\n")
	files["go.mod"], files["go.sum"] = "module example.com/m\n"+require, read("go.sum")
	for name, content := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const imports = "import corelisters \"k8s.io/client-go/listers/core/v1\"\n\n"

// TestHostile opens a report on what somebody wrote who means harm to its readers.
func TestHostile(t *testing.T) {
	const attack = "</script><script>hacked=1</script><img src=x onerror=hacked=2><!--${hacked=3}"
	dir := module(t, map[string]string{
		"a/x\u202e<img src=x onerror=hacked=4>.go": "package a\n\n" + imports +
			"func sync(pods corelisters.PodLister, name string) {\n\tpod, _ := pods.Pods(`" + attack + "\u202e\u2066`).Get(name) // " + attack + "\n" +
			"\tpod.Labels[\"" + attack + "\u202e\"] = \"\u202e\x07\"\n\tpod.Labels[\"" + strings.Repeat("long", 4000) + "\"] = name\n}\n",
		"broken/b.go": "package broken\n\nvar x int = \"" + attack + "\u202e\"\n",
	})
	p := open(t, write(t, 1, dir, "./..."))
	p.isTrue(`typeof hacked === "undefined"`)
	p.isTrue(`document.querySelectorAll("script").length === 2 && document.querySelectorAll("img").length === 0`)
	equal(t, "findings", len(p.list()), 1)
	p.isTrue(`document.querySelector("article .place").textContent.includes("a/x\\u202e<img src=x onerror=hacked=4>.go:7")`)
	p.isTrue(`document.querySelector("article .frame mark.write").textContent.includes("</script><script>hacked=1</script>")`)
	p.isTrue(`document.querySelector("article .frame .x").textContent.includes("\\u202e")`)
	p.isTrue(`!/[\u202e\u2066\x07]/.test(document.documentElement.textContent)`)
	p.isTrue(`document.querySelector(".failures").textContent.includes("broken/b.go:3:13")`)
	p.isTrue(`document.documentElement.scrollWidth <= innerWidth`)
	p.do(p.Type("/<img"))
	equal(t, "found by name", len(p.list()), 1)
	p.reload(p.url + "#q=" + url.QueryEscape(attack) + "&package=" + url.QueryEscape(attack) + "&analyzer=" + url.QueryEscape(attack) + "&severity=%3Cimg%3E&group=__proto__&finding=%22%5D&step=1e9")
	p.isTrue(`typeof hacked === "undefined" && document.querySelectorAll("img").length === 0`)
	equal(t, "findings", len(p.list()), 0)
	p.reload(p.url + "#group=__proto__&step=x&finding=constructor&%")
	equal(t, "findings", len(p.list()), 1)
}

// TestThousand measures; how fast a machine is, is nothing to fail for.
func TestThousand(t *testing.T) {
	files := make(map[string]string)
	for pkg := range 20 {
		for file := range 5 {
			var b strings.Builder
			fmt.Fprintf(&b, "package p%d\n\n%s", pkg, imports)
			for f := range 10 {
				fmt.Fprintf(&b, "// sync%d%d has a bug.\nfunc sync%d%d(pods corelisters.PodLister, namespace, name string) error {\n"+
					"\tpod, err := pods.Pods(namespace).Get(name)\n\tif err != nil {\n\t\treturn err\n\t}\n", file, f, file, f)
				for i := range 12 {
					fmt.Fprintf(&b, "\tif len(pod.Spec.Containers) == %d {\n\t\treturn nil\n\t}\n", i)
				}
				b.WriteString("\tpod.Labels[\"a\"] = \"b\"\n\treturn nil\n}\n\n")
			}
			files[fmt.Sprintf("p%d/f%d.go", pkg, file)] = b.String()
		}
	}
	url := write(t, 3, module(t, files), "./...")
	p := open(t, url)
	equal(t, "findings", len(p.list()), 1000)
	st, err := os.Stat(strings.TrimPrefix(url, "file://"))
	p.do(err)
	load, paint := time.Hour, time.Hour.Seconds()
	for range 5 {
		load = min(load, p.reload(url))
		p.do(p.Await(`performance.getEntriesByName("first-contentful-paint").length > 0`))
		paint = min(paint, p.number(`performance.getEntriesByName("first-contentful-paint")[0].startTime`))
	}
	move := p.number(`(() => { const t = performance.now(); document.querySelector("[aria-label='Next finding']").click(); document.body.offsetHeight; return performance.now() - t; })()`)
	search := p.number(`(() => { const t = performance.now(); q.value = "sync7"; q.dispatchEvent(new Event("input")); document.body.offsetHeight; return performance.now() - t; })()`)
	t.Logf("1,000 findings, %.1f MB: loaded in %v, painted after %.0f ms; the next finding takes %.0f ms, a search %.0f ms",
		float64(st.Size())/1e6, load.Round(time.Millisecond), paint, move, search)
}
