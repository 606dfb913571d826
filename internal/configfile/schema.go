package configfile

import (
	"encoding/json"
	"flag"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/claim"
)

// SchemaURL is where editors find the schema.
const SchemaURL = "https://raw.githubusercontent.com/k8slint/k8slint/main/docs/k8slint.schema.json"

type object = map[string]any

// Schema is the JSON schema of a file about the analyzers, for editors. It is made from
// the types of this package.
func Schema(analyzers []*analysis.Analyzer) ([]byte, error) {
	s := schema{analyzers}
	doc := s.of(reflect.TypeFor[File](), "")
	doc["$schema"] = "http://json-schema.org/draft-07/schema#"
	doc["$id"] = SchemaURL
	doc["title"] = "The configuration of k8slint"
	data, err := json.MarshalIndent(doc, "", "  ")
	return append(data, '\n'), err
}

type schema struct{ analyzers []*analysis.Analyzer }

// of describes a value of type t in a field with the tag.
func (s schema) of(t reflect.Type, tag reflect.StructTag) object {
	switch t.Kind() {
	case reflect.Struct:
		properties := object{}
		for i := range t.NumField() {
			f := t.Field(i)
			if name := f.Tag.Get("yaml"); name != "" {
				p := s.of(f.Type, f.Tag)
				p["description"] = f.Tag.Get("doc")
				properties[name] = p
			}
		}
		return object{"type": "object", "additionalProperties": false, "properties": properties}
	case reflect.Slice:
		return object{"type": "array", "items": s.of(t.Elem(), tag)}
	case reflect.Map:
		if tag.Get("ids") == "flags" {
			return s.flags()
		}
		values := s.of(t.Elem(), reflect.StructTag(`enum:"`+tag.Get("enum")+`"`))
		return object{"type": "object", "propertyNames": object{"enum": s.ids()}, "additionalProperties": values}
	case reflect.Int:
		return object{"type": "integer", "const": Version}
	case reflect.Bool:
		return object{"type": "boolean"}
	}
	out := object{"type": "string"}
	switch {
	case tag.Get("enum") != "":
		out["enum"] = strings.Split(tag.Get("enum"), ",")
	case tag.Get("ids") == "any":
		out["enum"] = s.ids()
	}
	return out
}

// ids are the analyzers and their categories.
func (s schema) ids() []string {
	var out []string
	for _, a := range s.analyzers {
		out = append(out, a.Name)
		for _, c := range claim.Of(a.Name) {
			out = append(out, claim.ID(a.Name, c.Category))
		}
	}
	return out
}

// flags describes those of all analyzers.
func (s schema) flags() object {
	properties := object{}
	for _, a := range s.analyzers {
		its := object{}
		a.Flags.VisitAll(func(f *flag.Flag) {
			its[f.Name] = object{"type": flagTypes(f), "description": f.Usage}
		})
		if len(its) > 0 {
			properties[a.Name] = object{"type": "object", "additionalProperties": false, "properties": its}
		}
	}
	return object{"type": "object", "additionalProperties": false, "properties": properties}
}

func flagTypes(f *flag.Flag) any {
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
		return "boolean"
	}
	return []string{"string", "number", "array"}
}

// Template is a new file, in which every key is explained and none is set.
func Template() string {
	var b strings.Builder
	b.WriteString("# yaml-language-server: $schema=" + SchemaURL + "\n# The settings of k8slint: k8slint config prints those in force. Flags win over this file.\n")
	t := reflect.TypeFor[File]()
	for i := range t.NumField() {
		f := t.Field(i)
		name := f.Tag.Get("yaml")
		if name == "" {
			continue
		}
		comment := "# "
		if name == "version" {
			comment = ""
		}
		b.WriteString("\n# " + f.Tag.Get("doc") + "\n" + comment + name + ": " + f.Tag.Get("example") + "\n")
	}
	return b.String()
}
