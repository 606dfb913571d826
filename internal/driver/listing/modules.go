package listing

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// A module is one whose packages lie in a folder that is not the module cache.
type module struct {
	path string // its packages' import paths begin with it
	dir  string
	main bool
}

// localModules returns the modules that env's go.work or go.mod has in folders.
func localModules(env *goEnv) []module {
	var out []module
	mains := []string{filepath.Dir(env.GOMOD)}
	if inWorkspace(env) {
		work := readModFile(env.GOWORK)
		for _, dir := range work.uses {
			mains = append(mains, dir)
		}
		out = append(out, work.replaced...)
	}
	for i, dir := range mains {
		if i > 0 && dir == mains[0] {
			continue
		}
		f := readModFile(filepath.Join(dir, "go.mod"))
		out = append(append(out, module{path: f.module, dir: dir, main: true}), f.replaced...)
	}
	return out
}

func inWorkspace(env *goEnv) bool { return env.GOWORK != "" && env.GOWORK != "off" }

// A modFile is what a go.mod or a go.work says of folders.
type modFile struct {
	module   string
	uses     []string
	replaced []module
}

// readModFile reads a go.mod or a go.work. It does not judge it; the go command
// does. One that cannot be read says nothing.
func readModFile(name string) modFile {
	var f modFile
	data, _ := os.ReadFile(name)
	dir := filepath.Dir(name)
	block := ""
	for line := range strings.Lines(string(data)) {
		words := modWords(line)
		if len(words) == 0 {
			continue
		}
		switch {
		case words[0] == ")":
			block = ""
			continue
		case block == "" && len(words) > 1 && words[len(words)-1] == "(":
			block = words[0]
			continue
		case block != "":
			words = append([]string{block}, words...)
		}
		switch words[0] {
		case "module":
			if len(words) > 1 {
				f.module = words[1]
			}
		case "use":
			for _, w := range words[1:] {
				f.uses = append(f.uses, joined(dir, w))
			}
		case "replace":
			for i := 2; i+1 < len(words); i++ {
				if words[i] == "=>" && isFolder(words[i+1]) {
					f.replaced = append(f.replaced, module{path: words[1], dir: joined(dir, words[i+1])})
				}
			}
		}
	}
	return f
}

func joined(dir, name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// isFolder reports whether what stands behind "=>" is a folder.
func isFolder(s string) bool {
	return s == "." || s == ".." || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "/") ||
		runtime.GOOS == "windows" && (strings.HasPrefix(s, `.\`) || strings.HasPrefix(s, `..\`) || filepath.IsAbs(s))
}

// modWords splits a line into words, without its comment.
func modWords(line string) []string {
	var out []string
	for {
		line = strings.TrimLeft(line, " \t\r\n")
		if line == "" || strings.HasPrefix(line, "//") {
			return out
		}
		if q := line[0]; q == '"' || q == '`' {
			quoted, err := strconv.QuotedPrefix(line)
			if err != nil {
				return out
			}
			word, _ := strconv.Unquote(quoted)
			out = append(out, word)
			line = line[len(quoted):]
			continue
		}
		if c := line[0]; c == '(' || c == ')' || c == ',' {
			out = append(out, line[:1])
			line = line[1:]
			continue
		}
		end := strings.IndexAny(line, " \t\r\n(),")
		if end < 0 {
			end = len(line)
		}
		if i := strings.Index(line[:end], "//"); i >= 0 {
			return append(out, line[:i])
		}
		out = append(out, line[:end])
		line = line[end:]
	}
}
