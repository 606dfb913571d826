package lsp

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/fix"
)

// at are the problems of a document that touch a range. There are none if the document is not
// what was analysed.
func (s *server) at(st *state, file string, where span) []*problem {
	doc, ok := s.desk.get(file)
	if st == nil || !ok {
		return nil
	}
	if v, ok := st.versions[file]; !ok || v != doc.version {
		return nil
	}
	var out []*problem
	for _, p := range st.problems[file] {
		if p.shown.Range.touches(where) {
			out = append(out, p)
		}
	}
	return out
}

// hover explains the findings at a place, null if there is none.
func (s *server) hover(p hoverParams) any {
	file := fileOf(p.TextDocument.URI)
	found := s.at(s.schedule.last(s.moduleOf(file)), file, span{p.Position, p.Position})
	if len(found) == 0 {
		return nil
	}
	markdown := slices.Contains(s.capabilities().TextDocument.Hover.ContentFormat, "markdown")
	var parts []string
	for _, f := range found {
		text := s.backend.Explain(f.Finding)
		if markdown {
			text = toMarkdown(text)
		}
		if text != "" && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	h := hover{Contents: markupContent{"plaintext", strings.Join(parts, "\n\n")}, Range: found[0].shown.Range}
	if markdown {
		h.Contents = markupContent{"markdown", strings.Join(parts, "\n\n---\n\n")}
	}
	return h
}

// toMarkdown writes a text of the command's help: lines that begin with a tab are the items of a
// list, and of those with two each is the address of the item before it.
func toMarkdown(text string) string {
	var out []string
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		last := len(out) - 1
		switch {
		case strings.HasPrefix(line, "\t\t") && last >= 0:
			out[last] = "- [" + strings.TrimPrefix(out[last], "- ") + "](" + strings.TrimSpace(line) + ")"
		case strings.HasPrefix(line, "\t"):
			out = append(out, "- "+strings.TrimSpace(line))
		case strings.HasPrefix(line, "See http"):
			out = append(out, "[Documentation]("+strings.TrimPrefix(line, "See ")+")")
		case line != "" && last >= 0 && out[last] != "":
			out[last] += "  " // a line of its own
			out = append(out, line)
		default:
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// codeActions are the fixes of the findings in a range.
func (s *server) codeActions(ctx context.Context, p codeActionParams) ([]codeAction, error) {
	out := []codeAction{}
	if only := p.Context.Only; len(only) > 0 && !slices.Contains(only, quickFix) && !slices.Contains(only, "") {
		return out, nil
	}
	if s.capabilities().TextDocument.CodeAction.CodeActionLiteralSupport == nil {
		return out, nil
	}
	file := fileOf(p.TextDocument.URI)
	dir := s.moduleOf(file)
	if dir == "" {
		return out, nil
	}
	st, err := s.schedule.settled(ctx, dir)
	if err != nil {
		return nil, err
	}
	for _, problem := range s.at(st, file, p.Range) {
		for i := range problem.Fixes {
			edit, ok := s.edit(problem, i)
			if !ok {
				continue
			}
			a := codeAction{Title: problem.Fixes[i].Message, Kind: quickFix, Diagnostics: []diagnostic{problem.shown}, IsPreferred: i == 0, Edit: edit}
			same := func(b codeAction) bool { return b.Title == a.Title && reflect.DeepEqual(b.Edit, a.Edit) }
			if k := slices.IndexFunc(out, same); k >= 0 {
				out[k].Diagnostics = append(out[k].Diagnostics, problem.shown) // one copy fixes several findings
				continue
			}
			out = append(out, a)
		}
	}
	return out, nil
}

// edit is what the i-th fix of p does, as the command would do it. There is none if a file is
// not what was analysed.
func (s *server) edit(p *problem, i int) (workspaceEdit, bool) {
	changes := fix.PreviewOf(p.Candidate, p.Fixes[i], s.desk.read)
	if len(changes) == 0 {
		return workspaceEdit{}, false
	}
	versioned := s.capabilities().Workspace.WorkspaceEdit.DocumentChanges
	var out workspaceEdit
	for _, c := range changes {
		list := edits(string(c.Old), string(c.New))
		uri := s.desk.uri(c.File)
		if !versioned {
			if out.Changes == nil {
				out.Changes = make(map[string][]textEdit)
			}
			out.Changes[uri] = list
			continue
		}
		doc := versionedDocument{URI: uri}
		if open, ok := s.desk.get(c.File); ok {
			doc.Version = &open.version
		}
		out.DocumentChanges = append(out.DocumentChanges, textDocumentEdit{doc, list})
	}
	return out, true
}
