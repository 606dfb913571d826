package kube

import "testing"

// TestPackages: what is done with packages, by import path.
func TestPackages(t *testing.T) {
	namesTable(t, map[string]func(string) bool{
		"covered":    Covered,
		"aside":      Aside,
		"machinery":  IsAPIMachinery,
		"passes":     PassesHandlers,
		"kubernetes": IsKubernetes,
	}, `
		k8s.io/api                               => covered kubernetes
		k8s.io/api/core/v1                       => covered kubernetes
		k8s.io/apiserver/pkg/server              => aside kubernetes
		k8s.io/apiextras                         => kubernetes
		k8s.io/apimachinery                      => covered kubernetes machinery
		k8s.io/apimachinery/pkg/runtime          => covered kubernetes machinery
		example.com/vendor/k8s.io/apimachinery/x => kubernetes machinery
		k8s.io/apimachineryx                     => kubernetes
		sigs.k8s.io/controller-runtime/pkg/cache => covered kubernetes
		k8s.io/kubectl/pkg/cmd/get               => aside kubernetes
		k8s.io/kubectl/pkg/util                  => kubernetes
		github.com/rancher/wrangler/v3/pkg       => passes
		github.com/rancher/wranglers             => -
		github.com/rancher/rancher               => -
		k8s.io                                   => -
	`)
	for path, want := range map[string]string{
		"k8s.io/api":                         "k8s.io/api",
		"a/vendor/k8s.io/api":                "k8s.io/api",
		"a/vendor/b/vendor/k8s.io/api":       "k8s.io/api",
		"example.com/p [example.com/p.test]": "example.com/p",
		"/vendor/golang.org/x/net":           "golang.org/x/net",
		"vendor/golang.org/x/net":            "vendor/golang.org/x/net",
	} {
		if got := Unvendored(path); got != want {
			t.Errorf("Unvendored(%q) = %q", path, got)
		}
	}
	for path, want := range map[string]string{
		"k8s.io/api":                               "k8s.io/api",
		"k8s.io/api/core/v1":                       "k8s.io/api",
		"sigs.k8s.io/yaml/goyaml.v2":               "sigs.k8s.io/yaml",
		"github.com/a/b":                           "github.com/a/b",
		"github.com/a/b/v2/c":                      "github.com/a/b",
		"x/vendor/gitlab.com/a/b/c":                "gitlab.com/a/b",
		"bitbucket.org/a":                          "bitbucket.org/a",
		"example.com/a/b":                          "example.com",
		"alone":                                    "alone",
		"github.com/a/b/c [github.com/a/b/c.test]": "github.com/a/b",
	} {
		if got := Repository(path); got != want {
			t.Errorf("Repository(%q) = %q", path, got)
		}
	}
}

// TestReaches: which packages depend on the Kubernetes libraries.
func TestReaches(t *testing.T) {
	w := newWorld(t, objects+`
-- sigs.k8s.io/controller-runtime/pkg/cache --
package cache

import _ "k8s.io/apimachinery/pkg/runtime"
-- example.com/manager --
package manager

import _ "sigs.k8s.io/controller-runtime/pkg/cache"
-- example.com/above --
package above

import (
	_ "example.com/manager"
)
-- example.com/alone --
package alone
`)
	for path, want := range map[string][2]bool{
		"k8s.io/apimachinery/pkg/runtime": {true, false},
		"k8s.io/api/core/v1":              {true, false},
		"example.com/manager":             {true, true},
		"example.com/above":               {true, true},
		"example.com/alone":               {false, false},
	} {
		for range 2 { // the second time, from memory
			got := [2]bool{ReachesAPIMachinery(w.pkgs[path]), ReachesManagerCache(w.pkgs[path])}
			if got != want {
				t.Errorf("%s: %v, want %v", path, got, want)
			}
		}
	}
}
