package configfile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/k8slint/k8slint/internal/wording"
	"github.com/k8slint/k8slint/internal/yamlfile"
)

// Parse reads the content of a file in the folder root. The error is the first that there
// is, and says how many others there are.
func Parse(name, root string, data []byte) (*File, error) {
	f := &File{name: name, root: root, at: make(map[string]place)}
	doc, err := yamlfile.Document(name, data)
	if doc == nil {
		return f, err
	}
	p := &parser{file: f}
	p.value("", doc, reflect.ValueOf(f).Elem(), "")
	if _, ok := f.at["version"]; ok && f.Version != Version && len(p.errs) == 0 {
		return nil, f.errorf("version", "this k8slint reads version %d only", Version)
	}
	return f, yamlfile.First(p.errs)
}

// A parser reads values as the fields of File want them.
type parser struct {
	file *File
	errs []*yamlfile.Error
}

func (p *parser) errorf(n *yaml.Node, format string, args ...any) {
	p.errs = append(p.errs, yamlfile.At(p.file.name, n, format, args...))
}

// value reads n, which stands at key, into v.
func (p *parser) value(key string, n *yaml.Node, v reflect.Value, tag reflect.StructTag) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	p.file.at[key] = place{n.Line, n.Column}
	switch v.Kind() {
	case reflect.Struct:
		p.fields(key, n, v)
	case reflect.Map:
		p.mapping(key, n, v, tag)
	case reflect.Slice:
		if n.Kind != yaml.SequenceNode {
			p.errorf(n, "want a list")
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
		for i, element := range n.Content {
			p.value(fmt.Sprintf("%s[%d]", key, i), element, v.Index(i), tag)
		}
	case reflect.Interface:
		if text, ok := flagValue(n); ok {
			v.Set(reflect.ValueOf(text))
		} else {
			p.errorf(n, "want text, a number, true, false or a list of these")
		}
	default:
		p.scalar(n, v, tag)
	}
}

// flagValue is how n is written on a command line.
func flagValue(n *yaml.Node) (string, bool) {
	switch n.Kind {
	case yaml.ScalarNode:
		return n.Value, n.Tag != "!!null"
	case yaml.SequenceNode:
		var list []string
		for _, element := range n.Content {
			text, ok := flagValue(element)
			if !ok {
				return "", false
			}
			list = append(list, text)
		}
		return strings.Join(list, ","), true
	}
	return "", false
}

// fields reads the keys of a struct.
func (p *parser) fields(key string, n *yaml.Node, v reflect.Value) {
	index := make(map[string]int)
	var names []string
	for i := range v.NumField() {
		if name := v.Type().Field(i).Tag.Get("yaml"); name != "" {
			index[name] = i
			names = append(names, name)
		}
	}
	p.pairs(n, func(k, value *yaml.Node) {
		i, ok := index[k.Value]
		if !ok {
			p.errorf(k, "unknown key %s%s", k.Value, hint(k.Value, names))
			return
		}
		p.value(join(key, k.Value), value, v.Field(i), v.Type().Field(i).Tag)
	})
}

// mapping reads a map, whose keys are text.
func (p *parser) mapping(key string, n *yaml.Node, v reflect.Value, tag reflect.StructTag) {
	v.Set(reflect.MakeMap(v.Type()))
	p.pairs(n, func(k, value *yaml.Node) {
		element := reflect.New(v.Type().Elem()).Elem()
		p.value(join(key, k.Value), value, element, tag)
		if element.Kind() != reflect.Interface || !element.IsNil() {
			v.SetMapIndex(reflect.ValueOf(k.Value), element)
		}
	})
}

// pairs calls do with each key of n, and its value.
func (p *parser) pairs(n *yaml.Node, do func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		p.errorf(n, "want keys and values")
		return
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		switch {
		case k.Kind != yaml.ScalarNode:
			p.errorf(k, "want a name")
		case seen[k.Value]:
			p.errorf(k, "%s is here twice", k.Value)
		default:
			seen[k.Value] = true
			do(k, n.Content[i+1])
		}
	}
}

// scalar reads text, a number, or true or false.
func (p *parser) scalar(n *yaml.Node, v reflect.Value, tag reflect.StructTag) {
	want := map[reflect.Kind]struct{ tag, words string }{
		reflect.String: {"!!str", "text"},
		reflect.Int:    {"!!int", "a number"},
		reflect.Bool:   {"!!bool", "true or false"},
	}[v.Kind()]
	if n.Kind != yaml.ScalarNode || n.Tag != want.tag || n.Decode(v.Addr().Interface()) != nil {
		p.errorf(n, "want %s", want.words)
		return
	}
	if enum := tag.Get("enum"); enum != "" && !slices.Contains(strings.Split(enum, ","), n.Value) {
		words := strings.Split(enum, ",")
		last := len(words) - 1
		p.errorf(n, "%q: want %s or %s", n.Value, strings.Join(words[:last], ", "), words[last])
	}
}

func join(key, name string) string {
	if key == "" {
		return name
	}
	return key + "." + name
}

// hint names the key that is meant, or all of them.
func hint(name string, names []string) string {
	if near := wording.Nearest(name, names); near != "" {
		return "; did you mean " + near + "?"
	}
	return ": want " + strings.Join(names, ", ")
}
