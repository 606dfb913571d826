package finding

import (
	"crypto/sha256"
	"fmt"
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
// root. Only lines of the analysed sources are part of it.
func Identities(findings []Finding, sources *Sources, root string) []Identity {
	out := make([]Identity, len(findings))
	for i, f := range findings {
		id := Identity{Analyzer: f.Analyzer, Category: f.Category, File: filepath.ToSlash(relative(root, f.Pos.File))}
		at := sources.Place(f)
		if text := sources.Lines(at.File); at.Valid() && at.Line <= len(text) {
			id.Text = strings.TrimSpace(text[at.Line-1])
		}
		out[i] = id
	}
	return out
}

// Fingerprints returns a hash of each finding's identity. Findings of the same
// identity are numbered, so that fingerprints are unique.
func Fingerprints(findings []Finding, sources *Sources, root string) []string {
	count := make(map[Identity]int)
	out := make([]string, len(findings))
	for i, id := range Identities(findings, sources, root) {
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
