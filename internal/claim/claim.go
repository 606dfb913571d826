// Package claim declares what analyzers say about Kubernetes.
//
// Each category of findings is a claim: that code of its form goes wrong on
// certain API servers, with certain releases of the libraries. A Claim names
// those versions, where they are written down, and the tests that show it, so
// that each can be checked, and corrected when Kubernetes changes. The pages
// under docs/analyzers, the command's help and the severities in all output
// formats are made from it.
package claim

import (
	"errors"
	"maps"
	"slices"
	"strings"
)

// A Severity says how much a true finding matters.
type Severity int

const (
	// Note: true, but of little weight. Not shown by default.
	Note Severity = iota + 1
	// Warning: it takes a rare circumstance, an old or aggregated server, or load.
	Warning
	// Error: on supported servers, data or events are lost, or the process dies.
	Error
)

var severities = [...]string{Note: "note", Warning: "warning", Error: "error"}

// String is the name that the flag -severity takes.
func (s Severity) String() string {
	if s < 0 || int(s) >= len(severities) {
		return ""
	}
	return severities[s]
}

// Set implements [flag.Value].
func (s *Severity) Set(name string) error {
	i := slices.Index(severities[:], name)
	if i <= 0 {
		return errors.New("want error, warning or note")
	}
	*s = Severity(i)
	return nil
}

// A Claim is what the findings of one category say.
type Claim struct {
	// Category is that of the diagnostics. With the analyzer's name and a
	// slash before it, it is the claim's ID: retrycase/lost-events.
	Category string
	Severity Severity
	// Summary says in one line, without a period, which code is reported.
	Summary string
	// ByHand says what to write where no fix is suggested, and why there may be none.
	ByHand string
	// Flag is the flag that turns the category on, without its value: "" if it
	// is on by default.
	Flag string
	// Server and Client are the versions of the API server and of the
	// libraries for which it holds. With no Server, the claim is not about
	// Kubernetes, and needs no Sources.
	Server, Client string
	// Sources are where that is written: an issue or pull request
	// (kubernetes#123072), or a file at a release (k8s.io/client-go@v0.34.1
	// tools/watch/retrywatcher.go).
	Sources []string
	// Test is the package below testdata/src with code that is reported, and
	// its safe twin.
	Test string
	// Run is the test of test/apiserver that shows the bug on a real API
	// server, with its subtest after a slash, "" if none does.
	Run string
}

// claims are those of each analyzer, by its name.
var claims = map[string][]Claim{}

// Declare says what the analyzer claims. An analyzer calls it once, in a
// variable of its package.
func Declare(analyzer string, list ...Claim) []Claim {
	if _, ok := claims[analyzer]; ok {
		panic("claims of " + analyzer + " are declared twice")
	}
	claims[analyzer] = list
	return list
}

// Of returns the claims of the analyzer, in the order of their declaration.
func Of(analyzer string) []Claim { return claims[analyzer] }

// Analyzers returns the names of the analyzers that have claims, sorted.
func Analyzers() []string { return slices.Sorted(maps.Keys(claims)) }

// ID is the name of an analyzer's category everywhere: retrycase/lost-events. With no
// category, it is the analyzer's name.
func ID(analyzer, category string) string {
	if category == "" {
		return analyzer
	}
	return analyzer + "/" + category
}

// Find returns the claim with the given ID.
func Find(id string) (Claim, bool) {
	analyzer, category, _ := strings.Cut(id, "/")
	for _, c := range claims[analyzer] {
		if c.Category == category {
			return c, true
		}
	}
	return Claim{}, false
}

// SeverityOf returns the severity of the analyzer's findings of the category.
// What nobody has declared is an error, so that it is seen.
func SeverityOf(analyzer, category string) Severity {
	if c, ok := Find(ID(analyzer, category)); ok {
		return c.Severity
	}
	return Error
}

// Shown reports whether findings of the analyzer's category are shown where least is
// the least severity that is. Categories that a flag turns on are shown unless only
// errors are: who sets the flag wants to see them.
func Shown(analyzer, category string, least Severity) bool {
	c, ok := Find(ID(analyzer, category))
	return !ok || c.Severity >= least || c.Flag != "" && least <= Warning
}

// Link is the address of a source, "" if it has none: issues and pull requests
// of a repository, files of a module at a release.
func Link(source string) string {
	if repo, number, ok := strings.Cut(source, "#"); ok {
		if !strings.Contains(repo, "/") {
			repo = "kubernetes/" + repo
		}
		return "https://github.com/" + repo + "/issues/" + number
	}
	module, file, _ := strings.Cut(source, " ")
	path, tag, ok := strings.Cut(module, "@")
	if !ok {
		return ""
	}
	switch {
	case strings.HasPrefix(path, "k8s.io/"):
		path = "kubernetes/" + strings.TrimPrefix(path, "k8s.io/")
	case strings.HasPrefix(path, "sigs.k8s.io/"):
		path = "kubernetes-sigs/" + strings.TrimPrefix(path, "sigs.k8s.io/")
	case strings.HasPrefix(path, "github.com/"):
		path = strings.TrimPrefix(path, "github.com/")
	default:
		return ""
	}
	return "https://github.com/" + path + "/blob/" + tag + "/" + file
}
