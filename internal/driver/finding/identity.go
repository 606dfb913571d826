package finding

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// An Identity is what stays of a finding while lines move and messages are
// reworded: the analyzer, the file, and the text of the line.
type Identity struct {
	Analyzer string `json:"analyzer"`
	Category string `json:"category,omitempty"`
	File     string `json:"file"` // relative to the repository, with slashes
	Text     string `json:"text"` // of the line, without indentation
}

// Identities returns the identity of each finding, for file names relative to
// root.
func Identities(findings []Finding, root string) []Identity {
	lines := make(map[string][]string)
	out := make([]Identity, len(findings))
	for i, f := range findings {
		text, ok := lines[f.Pos.File]
		if !ok {
			data, _ := os.ReadFile(f.Pos.File) // gone: the text is empty
			text = strings.Split(string(data), "\n")
			lines[f.Pos.File] = text
		}
		id := Identity{Analyzer: f.Analyzer, Category: f.Category, File: filepath.ToSlash(relative(root, f.Pos.File))}
		if n := f.Pos.Line; n >= 1 && n <= len(text) {
			id.Text = strings.TrimSpace(text[n-1])
		}
		out[i] = id
	}
	return out
}

// Fingerprints returns a hash of each finding's identity. Findings of the same
// identity are numbered, so that fingerprints are unique.
func Fingerprints(findings []Finding, root string) []string {
	count := make(map[Identity]int)
	out := make([]string, len(findings))
	for i, id := range Identities(findings, root) {
		count[id]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %d", id.Analyzer, id.Category, id.File, id.Text, count[id]))
		out[i] = fmt.Sprintf("%x", sum[:16])
	}
	return out
}

func relative(root, name string) string {
	if rel, err := filepath.Rel(root, name); root != "" && err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return name
}
