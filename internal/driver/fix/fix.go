// Package fix applies suggested fixes to files, or shows what they would do.
package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

// A Change is a file before and after.
type Change struct {
	File     string
	Old, New []byte
}

// Plan works out what the first fix of each finding does to its files. A fix
// that overlaps with one before it is left for the next run: both together may
// not be right. rest is the findings that stay.
func Plan(findings []finding.Finding) (changes []Change, rest []finding.Finding, err error) {
	byFile := make(map[string][]finding.Edit)
	for _, f := range findings {
		if len(f.Fixes) == 0 || !compatible(byFile, f.Fixes[0].Edits) {
			rest = append(rest, f)
			continue
		}
		for _, e := range f.Fixes[0].Edits {
			if !slices.Contains(byFile[e.File], e) {
				byFile[e.File] = append(byFile[e.File], e)
			}
		}
	}
	for name, edits := range byFile {
		old, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		fixed, err := apply(old, edits)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		changes = append(changes, Change{name, old, fixed})
	}
	slices.SortFunc(changes, func(a, b Change) int { return strings.Compare(a.File, b.File) })
	return changes, rest, nil
}

// compatible reports whether edits overlap with none that were chosen. The
// same insertion twice (an import) is one.
func compatible(chosen map[string][]finding.Edit, edits []finding.Edit) bool {
	for _, e := range edits {
		for _, c := range chosen[e.File] {
			if c == e && e.Start == e.End {
				continue
			}
			if e.Start < c.End && c.Start < e.End || e.Start == c.Start || e.Start == e.End && c.Start < e.Start && e.Start < c.End {
				return false
			}
		}
	}
	return true
}

// apply makes edits and formats the result, if the file was formatted.
func apply(old []byte, edits []finding.Edit) ([]byte, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(old) {
			return nil, fmt.Errorf("the fix does not fit; the file has changed since it was analysed")
		}
		out.Write(old[at:e.Start])
		out.WriteString(e.New)
		at = e.End
	}
	out.Write(old[at:])
	if formatted, err := format.Source(old); err == nil && bytes.Equal(formatted, old) {
		if better, err := format.Source(out.Bytes()); err == nil {
			return better, nil
		}
	}
	return out.Bytes(), nil
}

// Write writes the new content, whole or not at all.
func (c Change) Write() error {
	st, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	now, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, c.Old) {
		return fmt.Errorf("%s: the file has changed since it was analysed", c.File)
	}
	tmp, err := os.CreateTemp(filepath.Dir(c.File), ".k8slint-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once it is renamed
	_, err = tmp.Write(c.New)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), st.Mode().Perm())
	}
	if err == nil {
		err = os.Rename(tmp.Name(), c.File)
	}
	return err
}
