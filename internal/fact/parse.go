package fact

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Parse reads the text form of what ptr points to into it. The error says what is wrong, and from where.
func Parse(text string, ptr any) error {
	p := &parser{rest: text}
	x := reflect.ValueOf(ptr).Elem()
	x.SetZero()
	p.structure(x)
	if p.err == nil && p.rest != "" {
		p.fail("want %q or the end", ";")
	}
	return p.err
}

// A parser reads what is left of a text, until the first error.
type parser struct {
	rest string
	err  error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format+" at %q", append(args, p.rest)...)
	}
	p.rest = ""
}

// take reads what, if that comes next.
func (p *parser) take(what string) bool {
	rest, ok := strings.CutPrefix(p.rest, what)
	p.rest = rest
	return ok
}

func (p *parser) structure(x reflect.Value) {
	for i := range x.NumField() {
		if x.Field(i).Type() == paramType {
			x.Field(i).SetInt(int64(NoParam))
		}
	}
	for first := true; p.err == nil && p.rest != "" && p.rest[0] != ')'; first = false {
		if !first && !p.take("; ") {
			return
		}
		p.field(x)
	}
}

func (p *parser) field(x reflect.Value) {
	if f := x.FieldByName("Param"); strings.HasPrefix(p.rest, "$") && f.IsValid() {
		p.value(f)
		return
	}
	name := p.word()
	for i := range x.NumField() {
		if x.Type().Field(i).IsExported() && fieldName(x.Type(), i) == name {
			p.fieldValue(x.Field(i))
			return
		}
	}
	p.fail("no field %q of %v", name, x.Type())
}

func (p *parser) fieldValue(f reflect.Value) {
	switch f.Kind() {
	case reflect.Bool:
		f.SetBool(true)
	case reflect.Slice:
		for p.take(" ") {
			elem := reflect.New(f.Type().Elem()).Elem()
			p.value(elem)
			f.Set(reflect.Append(f, elem))
		}
	default:
		if !p.take(" ") {
			p.fail("want a value")
			return
		}
		p.value(f)
	}
}

func (p *parser) value(x reflect.Value) {
	switch x.Kind() {
	case reflect.String:
		x.SetString(p.word())
	case reflect.Int:
		if x.Type() == paramType && !p.take("$") {
			p.fail("want $ and a number")
			return
		}
		n, err := strconv.ParseInt(p.word(), 10, strconv.IntSize)
		if err != nil {
			p.fail("want a number")
		}
		x.SetInt(n)
	case reflect.Struct:
		if !p.take("(") {
			p.fail("want %q", "(")
			return
		}
		if p.structure(x); !p.take(")") {
			p.fail("want %q", ")")
		}
	case reflect.Pointer:
		x.Set(reflect.New(x.Type().Elem()))
		p.value(x.Elem())
	default:
		panic(fmt.Sprintf("fact: no text form of %v", x.Type()))
	}
}

// word reads a word.
func (p *parser) word() string {
	if quoted, err := strconv.QuotedPrefix(p.rest); err == nil && quoted[0] == '"' {
		p.rest = p.rest[len(quoted):]
		word, _ := strconv.Unquote(quoted)
		return word
	}
	n := strings.IndexAny(p.rest, ";() \n")
	if n < 0 {
		n = len(p.rest)
	}
	word := p.rest[:n]
	if !isPlain(word) {
		p.fail("want a word")
		return ""
	}
	p.rest = p.rest[len(word):]
	return word
}
