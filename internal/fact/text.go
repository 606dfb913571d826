package fact

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Param is a parameter of a function by its number, from 0; a method's receiver is the first where the analyzer
// says so.
type Param int

// NoParam stands for something that is no parameter.
const NoParam Param = -1

var paramType = reflect.TypeFor[Param]()

// Format is the text form of the struct v, see the package documentation.
func Format(v any) string { return formatStruct(reflect.ValueOf(v)) }

func formatStruct(x reflect.Value) string {
	var fields []string
	for i := range x.NumField() {
		switch name, f := fieldName(x.Type(), i), x.Field(i); {
		case !x.Type().Field(i).IsExported():
		case f.Type() == paramType:
			if f.Int() != int64(NoParam) {
				fields = append(fields, strings.TrimSpace(name+" "+formatValue(f)))
			}
		case f.IsZero(), f.Kind() == reflect.Slice && f.Len() == 0:
		case f.Kind() == reflect.Bool:
			fields = append(fields, name)
		case f.Kind() != reflect.Slice:
			fields = append(fields, name+" "+formatValue(f))
		default:
			for j := range f.Len() {
				name += " " + formatValue(f.Index(j))
			}
			fields = append(fields, name)
		}
	}
	return strings.Join(fields, "; ")
}

// fieldName is the name of the i-th field of the struct t in texts, "" if it needs none: what is written says what it is.
func fieldName(t reflect.Type, i int) string {
	f := t.Field(i)
	if f.Type == paramType && f.Name == "Param" {
		return ""
	}
	first, n := utf8.DecodeRuneInString(f.Name)
	return string(unicode.ToLower(first)) + f.Name[n:]
}

func formatValue(x reflect.Value) string {
	switch x.Kind() {
	case reflect.String:
		return formatWord(x.String())
	case reflect.Int:
		if x.Type() == paramType {
			return "$" + strconv.FormatInt(x.Int(), 10)
		}
		return strconv.FormatInt(x.Int(), 10)
	case reflect.Struct:
		return "(" + formatStruct(x) + ")"
	case reflect.Pointer:
		return formatValue(x.Elem())
	}
	panic(fmt.Sprintf("fact: no text form of %v", x.Type()))
}

func formatWord(s string) string {
	if isPlain(s) {
		return s
	}
	return strconv.Quote(s)
}

// isPlain reports whether s needs no quotes.
func isPlain(s string) bool {
	return s != "" && s[0] != '"' && s[0] != '$' && !strings.ContainsFunc(s, func(r rune) bool {
		return strings.ContainsRune(";() ", r) || !unicode.IsPrint(r) || r == utf8.RuneError
	})
}
