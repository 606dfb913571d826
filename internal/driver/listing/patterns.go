package listing

import (
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Unmatched returns the patterns with a wildcard that name none of roots, which
// were listed in dir. The go command says of them no more than a warning, which
// go/packages does not hand on; of other patterns that name nothing it says
// that they are in error.
func Unmatched(dir string, patterns []string, roots []*packages.Package) []string {
	var out []string
	for _, pattern := range patterns {
		if strings.Contains(pattern, "...") && !matchesAny(dir, strings.TrimPrefix(pattern, "pattern="), roots) {
			out = append(out, pattern)
		}
	}
	return out
}

func matchesAny(dir, pattern string, roots []*packages.Package) bool {
	slash := filepath.ToSlash(pattern)
	inFolder := strings.HasPrefix(slash, "./") || strings.HasPrefix(slash, "../") || filepath.IsAbs(pattern)
	var want []*regexp.Regexp
	if !inFolder {
		want = append(want, wildcard(slash))
	} else {
		for _, dir := range foldersOf(dir) {
			abs := pattern
			if !filepath.IsAbs(pattern) {
				abs = filepath.Join(dir, pattern)
			}
			want = append(want, wildcard(filepath.ToSlash(filepath.Clean(abs))))
		}
	}
	for _, r := range roots {
		if r.PkgPath == pattern {
			return true // an error that names the pattern
		}
		have := []string{r.PkgPath}
		if inFolder {
			have = foldersOf(r.Dir)
		}
		for _, w := range want {
			for _, h := range have {
				if w.MatchString(filepath.ToSlash(h)) {
					return true
				}
			}
		}
	}
	return false
}

// foldersOf returns the absolute names of a folder: as it is written, and without
// symbolic links.
func foldersOf(dir string) []string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return []string{dir}
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil || real == abs {
		return []string{abs}
	}
	return []string{abs, real}
}

// wildcard returns what a pattern of the go command matches: "..." is any text,
// and "/..." at the end can be nothing.
func wildcard(pattern string) *regexp.Regexp {
	text := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\.\.\.`, `.*`)
	if rest, ok := strings.CutSuffix(text, `/.*`); ok {
		text = rest + `(/.*)?`
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		text = "(?i:" + text + ")" // the go command's names are the file system's
	}
	return regexp.MustCompile(`^(?s:` + text + `)$`)
}
