package effect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Parse reads the text of an effect. It is an error where the text is none.
func Parse(text string) (*Effect, error) {
	e := &Effect{}
	if text == "" {
		return e, nil
	}
	for clause := range strings.SplitSeq(text, "; ") {
		if err := e.parse(clause); err != nil {
			return nil, fmt.Errorf("%q: %w", clause, err)
		}
	}
	return e, nil
}

func (e *Effect) parse(clause string) error {
	verb, rest, _ := strings.Cut(clause, " ")
	switch {
	case clause == "list":
		e.Lists = true
		return nil
	case verb == "watch":
		return e.parseWatch(rest)
	case verb == "set", verb == "raise":
		into, from, _ := strings.Cut(rest, "=")
		s := Set{Ordered: verb == "raise"}
		var err error
		if s.Into, err = parsePlace(into); err == nil {
			s.From, err = parseSource(from)
		}
		e.Sets = append(e.Sets, s)
		return err
	case verb == "again":
		return e.parseAgain(rest)
	}
	if index, from, ok := strings.Cut(strings.TrimPrefix(clause, "ret"), "="); ok && strings.HasPrefix(clause, "ret") {
		return e.parseResult(index, from)
	}
	return fmt.Errorf("want watch, list, set, raise, ret or again")
}

func (e *Effect) parseWatch(text string) error {
	words := strings.Fields(text)
	if len(words) == 0 {
		return fmt.Errorf("want a place")
	}
	w := Watch{Own: words[0] == "own"}
	if !w.Own {
		var err error
		if w.From, err = parsePlace(words[0]); err != nil {
			return err
		}
	}
	flags := w.flags()
	for _, word := range words[1:] {
		i := slices.IndexFunc(flags, func(f flag) bool { return f.name == word })
		if i < 0 {
			return fmt.Errorf("no watch is %s", word)
		}
		*flags[i].set = true
	}
	e.Watches = append(e.Watches, w)
	return nil
}

func (e *Effect) parseAgain(text string) error {
	param, when, _ := strings.Cut(text, " ")
	p, err := parsePlace(param)
	if err != nil {
		return err
	}
	when, bounded := strings.CutSuffix(when, " bounded")
	i := slices.Index(whenNames[:], when)
	if i < 0 || p.Path != "" {
		return fmt.Errorf("want a parameter and never, always, until done or on error")
	}
	e.Again = append(e.Again, Again{p.Param, When(i), bounded})
	return nil
}

func (e *Effect) parseResult(index, from string) error {
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 {
		return fmt.Errorf("want the index of a result")
	}
	r := Result{Index: i}
	for text := range strings.SplitSeq(from, ",") {
		s, err := parseSource(text)
		if err != nil {
			return err
		}
		r.From = append(r.From, s)
	}
	e.Results = append(e.Results, r)
	return nil
}

func parseSource(text string) (Source, error) {
	if i := slices.Index(kindNames[:], text); i > int(FromParam) {
		return Source{Kind: Kind(i)}, nil
	}
	p, err := parsePlace(text)
	return Source{Place: p}, err
}

func parsePlace(text string) (Place, error) {
	number, path := text, ""
	if i := strings.IndexByte(text, '.'); i >= 0 {
		number, path = text[:i], text[i:]
	}
	n, ok := strings.CutPrefix(number, "$")
	i, err := strconv.Atoi(n)
	if !ok || err != nil || i < 0 || strings.ContainsAny(path, " ,=;") {
		return Place{}, fmt.Errorf("want $N or $N.field, not %q", text)
	}
	return Place{i, path}, nil
}
