package cachemutate

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

// finding words m: where m's package shows it, and for a driver that sees the whole program,
// at the write.
func (m joined) finding(x *fixer) report.Finding {
	// Drivers may hand on facts as they are, fields and all.
	if f := m.write.finding; f != nil && m.here {
		return x.finding(f, m.opt)
	}
	pos, end, near := m.opt.pos, m.opt.end, m.opt.Posn
	if m.path != x.pass.Pkg.Path() {
		pos, end = ownership.ImportOf(x.pass, m.path)
		near = posn.Of(x.pass, pos)
	}
	writes := append([]WriteAt{m.write.WriteAt}, m.write.Further...)
	places := placesOf(writes)
	others := report.Also(places)
	if others != "" {
		others = "; also written at " + m.write.Further[0].Posn
	}
	room, there := wording.Max-utf8.RuneCountInString(others), report.Rooms(places)
	trace := m.trace(x.pass)
	var out report.Finding
	for i, at := range writes {
		mutates, _ := effect.SplitWhat(at.What)
		b := bug{write: at, read: m.write.Read, readPosn: m.write.ReadPosn, readVia: m.write.ReadVia, option: m.opt, near: near}
		w := report.Write{
			Pos: pos, End: end, Category: "option", What: mutates, Does: how(at.What), Posn: at.Posn, Trace: trace,
			Message: b.optionMessage(m.path == x.pass.Pkg.Path(), room),
		}
		b.near = at.At[:strings.LastIndexByte(at.At, ':')]
		w.There = &report.There{Posn: at.At, Message: b.message(there[i])}
		out.Writes = append(out.Writes, w)
	}
	out.Writes[0].Message += others
	return out
}

// trace shows what makes m a finding: the option, the imports that join it with the write, and the read.
func (m joined) trace(pass *analysis.Pass) []report.Step {
	out := []report.Step{{Text: fmt.Sprintf("%s: %s turns deep copies off", m.opt.Posn, m.opt.Field)}}
	imports := func(pkg, what string) {
		if pkg == pass.Pkg.Path() {
			return
		}
		if pos, _ := ownership.ImportOf(pass, pkg); pos.IsValid() {
			out = append(out, report.Step{Pos: pos, Text: "this import brings " + what + " into the program"})
		}
	}
	imports(m.path, "the option")
	imports(m.in, "the write")
	read, _ := effect.SplitWhat(m.write.Read)
	return append(out, report.Step{Text: fmt.Sprintf("%s: %s reads the informer cache", m.write.ReadPosn, read)})
}

// placesOf are where a driver that sees the whole program reports writes.
func placesOf(writes []WriteAt) []token.Position {
	var places []token.Position
	for _, w := range writes {
		file, at, _ := strings.Cut(w.At, ":")
		line, _, _ := strings.Cut(at, ":")
		n, _ := strconv.Atoi(line)
		places = append(places, token.Position{Filename: file, Line: n})
	}
	return places
}
