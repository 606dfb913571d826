package test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// notRun are the commands of pages that the tests do not run, and why.
var notRun = map[string]string{
	"go run ./internal/alltests":        "runs these tests",
	"go run ./internal/alltests -short": "runs these tests",
	"go test ./...":                     "takes minutes, and runs anyway",
	"bash .ci/run":                      "runs these tests",
	"go run ./internal/gendocs -new sleepy && go run ./internal/gendocs":                                                                                   "adds an analyzer to the sources; TestSkeleton builds one",
	"go test ./analyzers -run TestFindings/sleepy":                                                                                                         "tests the analyzer of the command above it",
	"go run ./internal/gendocs -new uncopied -engine && go run ./internal/gendocs":                                                                         "as above",
	"go test ./analyzers -run TestFindings/uncopied":                                                                                                       "as above",
	"go run ./internal/golden -base HEAD~1 -C ../a-large-repository":                                                                                       "needs a large repository",
	"go run ./bench/recorded -mirrors ~/mirrors":                                                                                                           "needs clones of many repositories",
	"go install github.com/k8slint/k8slint/cmd/k8slint@latest":                                                                                             "needs the release: the command is built from the sources here",
	"go run github.com/k8slint/k8slint/cmd/k8slint@v0.1.0 ./...":                                                                                           "needs the release",
	"k8slint -format=rdjson ./... | reviewdog -f=rdjson -name=k8slint -reporter=github-pr-review -fail-level=error":                                        "needs reviewdog and a pull request; internal/driver tests the form",
	"go vet -vettool=$(which k8slint) -rvassign ./...":                                                                                                     "analyses all dependencies anew, as the one above it",
	"go vet -vettool=$(which k8slint) -cachemutate=false ./...":                                                                                            "analyses all dependencies anew, as the one above it",
	"go test ./internal/kube ./internal/ssaquery ./internal/pathcond ./internal/pointsto ./internal/ownership/... ./internal/watchflow ./internal/copyfix": "takes minutes, and runs anyway",
}

// A page is one of the documentation, whose commands are run.
type page struct {
	name string // relative to the root, with slashes
	// dir makes the folder that a reader of the page is in.
	dir func(t *testing.T) string
}

// pages are the pages that may have commands. They are read in a repository of
// the reader's own, a copy of the examples, and the page on many modules in one
// of two modules.
func pages(t *testing.T) []page {
	names := []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md"}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			names = append(names, relative(t, root, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var list []page
	for _, name := range names {
		dir := cloned
		if name == "docs/modules.md" {
			dir = func(t *testing.T) string {
				dir := twoModules(t)
				commit(t, dir)
				return dir
			}
		}
		list = append(list, page{name, dir})
	}
	return list
}

// cloned is a git repository of the examples, as cloned from a remote.
func cloned(t *testing.T) string {
	t.Helper()
	dir := copyExamples(t)
	commit(t, dir)
	return dir
}

// commit makes dir a git repository with one commit, which is origin's too.
func commit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "-A"},
		{"-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-q", "-m", "examples"},
		{"update-ref", "refs/remotes/origin/main", "HEAD"},
	} {
		if out := run(t, dir, nil, "git", args...); out.code != 0 {
			t.Fatalf("git %v: %s", args, out.stderr)
		}
	}
}

// A fence is a fenced block of a page.
type fence struct {
	start, end int    // lines: that of the opening fence, and of the closing one
	info       string // what stands behind the opening fence
	text       string
	// comment is the HTML comment on the line above, without its marks.
	comment string
}

// fences returns the fenced blocks of lines.
func fences(lines []string) []fence {
	var list []fence
	for i := 0; i < len(lines); i++ {
		info, ok := strings.CutPrefix(lines[i], "```")
		if !ok {
			continue
		}
		f := fence{start: i, info: info}
		if i > 0 {
			if c, ok := strings.CutPrefix(lines[i-1], "<!-- "); ok {
				f.comment = strings.TrimSuffix(c, " -->")
			}
		}
		for i++; i < len(lines) && lines[i] != "```"; i++ {
			f.text += lines[i] + "\n"
		}
		f.end = i
		list = append(list, f)
	}
	return list
}

// outputBehind returns the block that shows what the commands of block i print:
// a text block right behind it.
func outputBehind(blocks []fence, lines []string, i int) (fence, bool) {
	if i+1 == len(blocks) || !strings.HasPrefix(blocks[i+1].info, "text") {
		return fence{}, false
	}
	between := strings.Join(lines[blocks[i].end+1:blocks[i+1].start], "")
	return blocks[i+1], between == ""
}

// TestPagesREADME runs the commands of every page, in the order of the page, as
// a reader would, and compares what they print where the page shows it:
//
//   - an sh block is run line by line;
//   - a text block right behind it shows the output of its last command; that of
//     "text terminal" what a terminal of 80 columns shows, without the colours;
//   - a block below <!-- file: NAME --> is written to that file first.
func TestPagesREADME(t *testing.T) {
	t.Parallel() // beside TestDrivers
	used := map[string]bool{}
	all, ran := pages(t), 0
	for _, p := range all {
		t.Run(p.name, func(t *testing.T) {
			p.run(t, used)
			ran++
		})
	}
	for _, command := range slices.Sorted(maps.Keys(notRun)) {
		if !used[command] && ran == len(all) { // not if -run leaves some out
			t.Errorf("no page has the command %q: take it off the list", command)
		}
	}
}

func (p page) run(t *testing.T, used map[string]bool) {
	name := filepath.Join(root, filepath.FromSlash(p.name))
	lines := strings.Split(readFile(t, name), "\n")
	blocks := fences(lines)
	if !slices.ContainsFunc(blocks, func(f fence) bool { return f.info == "sh" }) {
		return
	}
	dir := p.dir(t)
	changed := false
	// From the end, so that lines keep their numbers, would run commands in the
	// wrong order: so new text is collected first.
	outputs := map[int]string{}
	for i, block := range blocks {
		if file, ok := strings.CutPrefix(block.comment, "file: "); ok {
			write(t, filepath.Join(dir, filepath.FromSlash(file)), block.text)
		}
		if block.info != "sh" {
			continue
		}
		shown, hasOutput := outputBehind(blocks, lines, i)
		printed := p.commands(t, dir, block, shown, used)
		if hasOutput && printed != shown.text {
			if !*update {
				t.Errorf("line %d shows\n%s\nbut what is printed is\n%s\nrun go test -run README -update .", shown.start+1, shown.text, printed)
			}
			outputs[shown.start], changed = printed, true
		}
	}
	if changed && *update {
		for _, block := range slices.Backward(blocks) {
			if printed, ok := outputs[block.start]; ok {
				text := strings.Split(strings.TrimSuffix(printed, "\n"), "\n")
				lines = slices.Replace(lines, block.start+1, block.end, text...)
			}
		}
		write(t, name, strings.Join(lines, "\n"))
	}
}

// comment is what stands behind a command.
var comment = regexp.MustCompile(`(^|\s+)# .*$`)

// commands runs the lines of block and returns what the last one prints.
func (p page) commands(t *testing.T, dir string, block, shown fence, used map[string]bool) string {
	t.Helper()
	var printed string
	for line := range strings.Lines(strings.ReplaceAll(block.text, "\\\n", " ")) {
		command := strings.TrimSpace(comment.ReplaceAllString(strings.TrimRight(line, "\n"), ""))
		if command == "" {
			continue
		}
		if notRun[command] != "" {
			used[command] = true
			continue
		}
		in := dir
		if strings.HasPrefix(command, "go run ./cmd/k8slint") {
			in = root // "in a clone of this repository"
		}
		if shown.info == "text terminal" {
			command = strings.Replace(command, "k8slint ", "k8slint -color=always ", 1)
		}
		out := shell(t, in, strings.Replace(command, "-benchtime=20x", "-benchtime=1x", 1))
		if !succeeded(command, out) {
			t.Errorf("line %d: %s: exit code %d\n%s%s", block.start+1, command, out.code, out.stdout, out.stderr)
		}
		printed = colour.ReplaceAllString(out.stdout, "")
	}
	return timings.ReplaceAllString(strings.TrimRight(printed, "\n")+"\n", "$1…$2")
}

// timings are the times in what go test prints: "ok  	pkg	1.234s".
var timings = regexp.MustCompile(`(?m)(^ok\s+\S+\s+)[0-9.]+(s)`)

// shell runs one command line in dir, with k8slint on the PATH.
func shell(t *testing.T, dir, command string) result {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	path := filepath.Dir(k8slint) + string(os.PathListSeparator) + os.Getenv("PATH")
	env := []string{"PATH=" + path, "COLUMNS=80"}
	if dir != root {
		env = append(env, "GOWORK=") // the pages tell of workspaces, too
	}
	return run(t, dir, env, "bash", "-o", "pipefail", "-c", command)
}

// succeeded reports whether a command did what it is for. To find something is
// no failure: exit code 3, which go run makes 1, and go vet's 1.
func succeeded(command string, out result) bool {
	switch {
	case out.code == 0:
		return true
	case strings.Contains(command, "go run ./cmd/k8slint"):
		return strings.HasSuffix(out.stderr, "exit status 3\n")
	case strings.HasPrefix(command, "go vet -vettool"):
		return out.code == 1 && finds.MatchString(out.stderr)
	case strings.HasPrefix(command, "diff "):
		return out.code == 1
	case strings.Contains(command, "| xargs"):
		return out.code == 123 && finds.MatchString(out.stdout)
	default:
		return out.code == 3 && strings.Contains(command, "k8slint ")
	}
}

// finds matches a finding on its line.
var finds = regexp.MustCompile(`(?m)^\S+\.go:[0-9]+:[0-9]+: [a-z]+: `)

// TestFences keeps the reading of pages right.
func TestFences(t *testing.T) {
	lines := strings.Split("# A\n<!-- file: a.yaml -->\n```yaml\na: 1\n```\n\n```sh\nls # all\n```\n\n```text\na.yaml\n```\n", "\n")
	got := fences(lines)
	want := []fence{
		{2, 4, "yaml", "a: 1\n", "file: a.yaml"},
		{6, 8, "sh", "ls # all\n", ""},
		{10, 12, "text", "a.yaml\n", ""},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %s", fmt.Sprintf("%+v", got))
	}
	if out, ok := outputBehind(got, lines, 1); !ok || out.start != 10 {
		t.Errorf("the output of the second block: %v, %v", out, ok)
	}
	if _, ok := outputBehind(got, lines, 0); ok {
		t.Error("the first block has no output")
	}
}
