package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/k8slint/k8slint/test/report/browser"
)

const root = "../.."

var (
	built   = sync.OnceValues(build)
	temp    string // holds what build makes
	missing = errors.New("the site is not built")
)

func TestMain(m *testing.M) {
	var err error
	if temp, err = os.MkdirTemp("", "k8slint-site"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(temp)
	os.Exit(code)
}

// site is the folder with the built site. Without node or npm's registry the test
// is skipped.
func site(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: the site is not built")
	}
	dir, err := built()
	if errors.Is(err, missing) {
		t.Skip("SKIPPED, NOTHING OF THE SITE IS TESTED: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// build builds the site in a copy, as npm run build does in the folder site.
func build() (string, error) {
	for _, name := range []string{"node", "npm"} {
		if _, err := exec.LookPath(name); err != nil {
			return "", fmt.Errorf("%w: there is no %s (Debian: apt-get install nodejs npm)", missing, name)
		}
	}
	for _, name := range []string{"package.json", ".vitepress/config.mjs"} {
		text, err := os.ReadFile(filepath.Join(root, "site", name))
		if err != nil {
			return "", err
		}
		file := filepath.Join(temp, "site", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return "", err
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return "", err
		}
	}
	if err := os.CopyFS(filepath.Join(temp, "docs"), os.DirFS(filepath.Join(root, "docs"))); err != nil {
		return "", err
	}
	if out, err := npm("install", "--no-audit", "--no-fund", "--no-package-lock"); err != nil {
		for _, offline := range []string{"ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT", "ECONNRESET"} {
			if strings.Contains(out, offline) {
				return "", fmt.Errorf("%w: npm cannot reach its registry (%s)", missing, offline)
			}
		}
		return "", fmt.Errorf("npm install: %w\n%s", err, out)
	}
	if out, err := npm("run", "build"); err != nil {
		return "", fmt.Errorf("npm run build: %w\n%s", err, out)
	}
	return filepath.Join(temp, "out"), nil
}

func npm(args ...string) (string, error) {
	cmd := exec.Command("npm", args...)
	cmd.Dir = filepath.Join(temp, "site")
	cmd.Env = append(os.Environ(), "SITE_OUT="+filepath.Join(temp, "out"))
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestBroken: a link to a missing page, picture or place is broken, and others are
// not.
func TestBroken(t *testing.T) {
	got, err := Broken(fstest.MapFS{
		"index.html":   {Data: []byte(`<h1 id="top"></h1><a class="a" href="a/b.html#x">b</a><a href="/">here</a><a href="https://example.com/none">far</a><a href="none.html"></a><a href="#none"></a>`)},
		"a/b.html":     {Data: []byte(`<h2 id="x"></h2><a href="../index.html#top"></a><img alt="" src="/none.png"><img src="c.png"><a href="/index.html#x"></a>`)},
		"a/c.png":      {},
		"a/index.html": {Data: []byte(`<a href="/a/">self</a>`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a/b.html: /index.html#x: ", "a/b.html: /none.png: ", "index.html: #none: ", "index.html: none.html: "}
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("broken: %q, want %q", got, want)
	}
}

// TestLinks: every page in docs is a page of the site that the sidebar names, and no
// link between them is broken.
func TestLinks(t *testing.T) {
	dir := site(t)
	broken, err := Broken(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range broken {
		t.Error("broken link: ", b)
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(os.DirFS(filepath.Join(temp, "docs")), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".md" || name == "README.md" {
			return err
		}
		page := "/" + strings.TrimSuffix(name, ".md") + ".html"
		if folder, ok := strings.CutSuffix(page, "README.html"); ok {
			page = folder
		}
		if !strings.Contains(string(index), `href="`+page+`"`) {
			t.Errorf("the sidebar does not name %s: add it to site/.vitepress/config.mjs", page)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A tab is a page of the site in Chromium.
type tab struct {
	*browser.Browser
	t   *testing.T
	url string
}

// open opens a page of the site in a window of this width.
func open(t *testing.T, width int, scheme, page string) *tab {
	t.Helper()
	server := httptest.NewServer(http.FileServer(http.Dir(site(t))))
	t.Cleanup(server.Close)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	t.Cleanup(cancel)
	b, err := browser.Start(ctx, width, 800)
	if errors.Is(err, browser.ErrMissing) {
		t.Skip("SKIPPED, THE SITE IS NOT LOOKED AT IN A BROWSER: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	p := &tab{b, t, server.URL}
	p.do(b.Scheme(scheme))
	_, err = b.Open(server.URL + page)
	p.do(err)
	p.await(`document.querySelector("#app").__vue_app__ !== undefined`) // it answers to clicks
	if got := p.text(slips); got != "" {
		t.Errorf("%s shows %q", page, got)
	}
	t.Cleanup(func() {
		for _, problem := range b.Problems() {
			t.Errorf("%s complains: %s", page, problem)
		}
		for _, request := range b.Requests("") {
			if !strings.HasPrefix(request, server.URL) && !strings.HasPrefix(request, "data:") {
				t.Errorf("%s asks somebody else: %s", page, request)
			}
		}
	})
	return p
}

// slips is text that is code of a template, shown by mistake.
const slips = `(() => {
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; (n = texts.nextNode()); ) {
		if (n.data.includes("{{") && !n.parentNode.closest("script, style, code, pre")) return n.data;
	}
	return "";
})()`

func (p *tab) do(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// await waits until an expression is true, for as long as a busy machine needs.
func (p *tab) await(condition string) {
	p.t.Helper()
	var err error
	for range 10 {
		if err = p.Await(condition); err == nil {
			return
		}
	}
	p.t.Fatal(err)
}

// text is the value of an expression that is a string.
func (p *tab) text(expression string) (s string) {
	p.t.Helper()
	p.do(p.Eval(expression, &s))
	return s
}

// TestSearch: a reader who pastes the type in a panic gets to the analyzer's page.
func TestSearch(t *testing.T) {
	p := open(t, 1200, "light", "/index.html")
	p.do(p.Click(".VPNavBarSearch button"))
	p.await(`document.activeElement?.id === "localsearch-input"`)
	p.do(p.Type("DeletedFinalStateUnknown"))
	p.await(`[...document.querySelectorAll(".VPLocalSearchBox a.result")].some((a) => a.href.includes("/analyzers/tombstone.html"))`)
	p.do(p.Keys("Enter"))
	p.await(`location.pathname !== "/index.html" && document.querySelector("main h1") !== null`)
}

// TestCode: code is coloured, and can be copied.
func TestCode(t *testing.T) {
	p := open(t, 1200, "light", "/analyzers/cachemutate.html")
	p.await(`document.querySelectorAll("div.language-go span[style*=color], div.language-go span[style*=shiki]").length > 10`)
	p.await(`document.querySelector("div.language-go button.copy") !== null`)
	if got := p.text(`document.querySelector("div.language-go code").innerText`); !strings.Contains(got, "svc.Annotations") {
		t.Errorf("the first code block has %q", got)
	}
}

// TestDark: the site follows the reader's system, and text stays readable.
func TestDark(t *testing.T) {
	const brightness = `(() => {
		const sum = (colour) => colour.match(/[\d.]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);
		return sum(getComputedStyle(document.querySelector("main p")).color) - sum(getComputedStyle(document.body).backgroundColor);
	})()`
	for scheme, brighter := range map[string]bool{"light": false, "dark": true} {
		p := open(t, 1200, scheme, "/tutorial.html")
		var difference float64
		p.do(p.Eval(brightness, &difference))
		if (difference > 0) != brighter || difference > -200 && difference < 200 {
			t.Errorf("%s: the text is %v brighter than the page", scheme, difference)
		}
	}
}

// TestNarrow: on a phone no page is wider than the screen; wide tables and code
// scroll by themselves.
func TestNarrow(t *testing.T) {
	p := open(t, 400, "light", "/index.html")
	for _, page := range []string{"/index.html", "/tutorial.html", "/symptoms.html", "/reference.html", "/accuracy.html", "/ci.html", "/analyzers/cachemutate.html", "/analyzers/lostwrite.html"} {
		_, err := p.Open(p.url + page)
		p.do(err)
		if got := p.text(`String(document.documentElement.scrollWidth)`); got != "400" {
			t.Errorf("%s is %s px wide on a screen of 400", page, got)
		}
	}
}
