package crd

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"sync"

	"go.yaml.in/yaml/v3"
)

// A document is the text of one CustomResourceDefinition.
type document struct {
	file string // from the module's root, with slashes
	line int    // of the file in which text begins
	text []byte

	once sync.Once
	def  definition
	err  error
}

// at is a line of the file, as "crds/sites.yaml:12".
func (d *document) at(line int) string { return fmt.Sprintf("%s:%d", d.file, line) }

// names reports whether the document may define the kind.
func (d *document) names(kind string) bool { return bytes.Contains(d.text, []byte(kind)) }

// A definition is what a document says.
type definition struct {
	group, kind string
	versions    []version
}

type version struct {
	name   string
	status Verdict
	line   int // of the file
}

// version is the one that q asks for.
func (d definition) version(q Question) (version, bool) {
	if d.kind != q.Kind || q.Group != "" && d.group != q.Group {
		return version{}, false
	}
	for _, v := range d.versions {
		if v.name == q.Version {
			return v, true
		}
	}
	return version{}, false
}

// definition parses the document, once.
func (d *document) definition() (definition, error) {
	d.once.Do(func() { d.def, d.err = d.parse() })
	return d.def, d.err
}

// action is a line that begins with an action of a template. Descriptions can contain
// braces.
var action = regexp.MustCompile(`(?m)^\s*\{\{`)

var (
	errTemplate = errors.New("it is a template, so that what is installed cannot be known")
	errNotYAML  = errors.New("it is not YAML")
	errOther    = errors.New("its spec is not that of a CustomResourceDefinition")
)

// manifest is the part of a CustomResourceDefinition that is read: of
// apiextensions.k8s.io/v1, and of v1beta1, where the subresources of all versions can be
// said at once, and a single version has a field of its own.
type manifest struct {
	Spec struct {
		Group string `yaml:"group"`
		Names struct {
			Kind string `yaml:"kind"`
		} `yaml:"names"`
		Version      yaml.Node `yaml:"version"`
		Subresources yaml.Node `yaml:"subresources"`
		Versions     []struct {
			Name         yaml.Node `yaml:"name"`
			Subresources yaml.Node `yaml:"subresources"`
		} `yaml:"versions"`
	} `yaml:"spec"`
}

func (d *document) parse() (definition, error) {
	if action.Match(d.text) {
		return definition{}, errTemplate
	}
	var m manifest
	var wrong *yaml.TypeError
	switch err := yaml.Unmarshal(d.text, &m); {
	case err == nil:
	case bytes.Contains(d.text, []byte("{{")):
		return definition{}, errTemplate
	case errors.As(err, &wrong):
		return definition{}, errOther
	default:
		return definition{}, errNotYAML
	}
	def := definition{group: m.Spec.Group, kind: m.Spec.Names.Kind}
	add := func(name string, line int, subresources yaml.Node) {
		if subresources.IsZero() {
			subresources = m.Spec.Subresources // of all versions
		}
		status, at := statusIn(subresources)
		if at > 0 {
			line = at
		}
		def.versions = append(def.versions, version{name, status, d.line + line - 1})
	}
	for _, v := range m.Spec.Versions {
		add(v.Name.Value, v.Name.Line, v.Subresources)
	}
	if v := m.Spec.Version; v.Value != "" && len(m.Spec.Versions) == 0 {
		add(v.Value, v.Line, yaml.Node{})
	}
	return def, nil
}

// statusIn says whether there is a status in subresources, and the line of the document
// that says so; 0 if there are no subresources.
func statusIn(subresources yaml.Node) (Verdict, int) {
	n := &subresources
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == "status" && n.Content[i+1].Tag != "!!null" {
				return Has, n.Content[i].Line
			}
		}
	}
	return HasNot, n.Line
}
