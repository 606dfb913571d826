package kube

import (
	"strings"
	"testing"
)

// TestAnalysed: a row is a package, what is known of it, and the answer.
func TestAnalysed(t *testing.T) {
	rows := `
		example.com/p                          main         => yes
		example.com/p                          main reaches => yes
		example.com/p                                       => no
		example.com/p                          reaches      => yes
		example.com/p                          named        => yes
		example.com/p [example.com/p.test]     reaches      => yes
		fmt                                    std          => no
		fmt                                    std named    => yes
		vendor/golang.org/x/net                std          => no
		k8s.io/client-go/tools/cache           reaches      => no
		k8s.io/client-go/tools/cache           main reaches => no
		k8s.io/client-go/tools/cache           named        => yes
		a/vendor/k8s.io/client-go/tools/cache  main reaches => no
		k8s.io/client-go/tools [x.test]        reaches      => no
		k8s.io/apiserver/pkg/server            reaches      => no
		k8s.io/apiserver/pkg/server            main reaches => yes
		k8s.io/apiserver/pkg/server            named        => yes
		a/vendor/k8s.io/apiserver/pkg/server   reaches      => no
		k8s.io/kubernetes/pkg/controller       reaches      => yes
		sigs.k8s.io/yaml                                    => no
	`
	known := map[string]func(*Candidate){
		"named":   func(c *Candidate) { c.Named = true },
		"std":     func(c *Candidate) { c.Std = true },
		"main":    func(c *Candidate) { c.Main = true },
		"reaches": func(c *Candidate) { c.Reaches = true },
	}
	for row := range strings.Lines(strings.TrimSpace(rows)) {
		left, want, _ := strings.Cut(strings.TrimSpace(row), "=>")
		var c Candidate
		var path []string
		for word := range strings.FieldsSeq(left) {
			if set := known[word]; set != nil {
				set(&c)
			} else {
				path = append(path, word)
			}
		}
		c.Path = strings.Join(path, " ")
		if got := c.Analysed(); got != (strings.TrimSpace(want) == "yes") {
			t.Errorf("%+v: analysed %v", c, got)
		}
	}
}

// TestStdPath: which import paths are of the standard library, by their form.
func TestStdPath(t *testing.T) {
	for path, want := range map[string]bool{
		"fmt": true, "net/http": true, "vendor/golang.org/x/net": true, "command-line-arguments": true, "mine/a.b": true,
		"example.com/p": false, "k8s.io": false,
	} {
		if got := StdPath(path); got != want {
			t.Errorf("StdPath(%q) = %v", path, got)
		}
	}
}

// TestStandard: which import paths are packages of the standard library.
func TestStandard(t *testing.T) {
	for path, want := range map[string]bool{
		"fmt":                        true,
		"encoding/json":              true,
		"agent/internal/handlers":    false, // of a module without a dot
		"example.com/agent/handlers": false,
	} {
		if got := Standard(path); got != want {
			t.Errorf("Standard(%q) = %v, want %v", path, got, want)
		}
	}
}
