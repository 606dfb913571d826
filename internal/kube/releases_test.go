package kube

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// elsewhere are modules that the test modules do not use. They are downloaded
// without their dependencies, and their declarations looked at.
//
// Neither norman (github.com/rancher/norman) nor releases of wrangler before 3
// are to be had through the Go module proxy.
var elsewhere = map[string]string{
	"dario.cat/mergo":                "v1.0.2",
	"github.com/imdario/mergo":       "v0.3.16",
	"github.com/jinzhu/copier":       "v0.4.0",
	"github.com/cenkalti/backoff":    "v2.2.1+incompatible",
	"github.com/cenkalti/backoff/v3": "v3.2.2",
	"github.com/cenkalti/backoff/v4": "v4.3.0",
	"github.com/avast/retry-go":      "v3.0.0+incompatible",
	"github.com/avast/retry-go/v3":   "v3.1.1",
	"github.com/avast/retry-go/v4":   "v4.7.0",
	"github.com/google/go-cmp":       "v0.7.0",
	"golang.org/x/exp":               "v0.0.0-20250620022241-b7579e27df2b",
	"golang.org/x/sync":              "v0.24.0",
	"knative.dev/pkg":                "v0.0.0-20230612155445-74c4be5e935e",
	"istio.io/istio":                 "v0.0.0-20260827124520-eed52ebb66ad",
	"github.com/rancher/wrangler/v3": "v3.7.1",

	"github.com/go-viper/mapstructure/v2": "v2.5.0",
	"github.com/mitchellh/mapstructure":   "v1.5.0",
}

// A release is one set of the modules that k8slint knows.
type release struct {
	name     string
	versions map[string]string         // of modules, by path: "0.24"; "" is the standard library
	packages map[string]*types.Package // by import path; what the release lacks is not in it
}

// version is the version of the module that has the package of that path, "" if
// none of the release's would.
func (r *release) version(path string) string {
	for mod, v := range r.versions {
		if mod != "" && under(path, []string{mod}) {
			return v
		}
	}
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		return r.versions[""]
	}
	return ""
}

// Everything that the tables name is there, in the real modules at each release
// that is supported, and has the shape that its row says.
func TestRowsInReleases(t *testing.T) {
	testmodule.Slow(t, "downloads releases of client-go and controller-runtime")
	all := releases(t)
	for _, p := range libraries {
		for _, name := range p.names() {
			found := false
			for _, r := range all {
				version := r.version(p.Path)
				if version == "" {
					continue
				}
				want, err := satisfies(version, p.Releases[name])
				if err != nil {
					t.Fatalf("%s: %v", p.full(name), err)
				}
				problem := p.check(r.packages[p.Path], name)
				if want && problem != nil {
					t.Errorf("%s in %s (%s): %v", p.full(name), r.name, version, problem)
				}
				if !want && problem == nil {
					t.Errorf("%s is in %s (%s), its row says %s", p.full(name), r.name, version, p.Releases[name])
				}
				found = found || problem == nil
			}
			if !found {
				t.Errorf("%s names nothing in any release", p.full(name))
			}
		}
	}
	for _, name := range otherNames() {
		name, cond, _ := strings.Cut(name, " ")
		found := false
		for _, r := range all {
			path, rest := split(name)
			version := r.version(path)
			if version == "" {
				continue
			}
			want, err := satisfies(version, cond)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			exists := declares(r.packages[path], rest)
			if exists != want {
				t.Errorf("%s in %s (%s): exists: %v, want %v", name, r.name, version, exists, want)
			}
			found = found || exists
		}
		if !found {
			t.Errorf("%s names nothing in any release", name)
		}
	}
}

// otherNames are what the lists of types, fields and functions name that are not
// rows, with the releases that have it.
func otherNames() []string {
	var out []string
	for n := range stores {
		if strings.HasPrefix(n, "Typed") {
			n += " >=0.37"
		}
		out = append(out, cachePkg+"."+n)
	}
	for n := range storeMakers {
		out = append(out, cachePkg+"."+n)
	}
	for n := range managerClients {
		out = append(out, n)
	}
	for n := range clientReads {
		out = append(out, n)
	}
	for n := range alwaysHasPhase {
		out = append(out, n+"."+StatusField+"."+PhaseField)
	}
	for n := range alwaysSet {
		out = append(out, metaPkg+"."+MetadataField+"."+n)
	}
	for _, n := range metaFields {
		out = append(out, metaPkg+"."+MetadataField+"."+n)
	}
	for n := range opaque {
		if n != "error" && !strings.HasPrefix(n, "github.com/go-logr") {
			out = append(out, n)
		}
	}
	for n := range reflectOps {
		out = append(out, n)
	}
	for n := range equalities {
		if strings.HasSuffix(n, "NilDifferentFromEmpty") {
			n += " >=0.25"
		}
		out = append(out, n)
	}
	out = append(out, EqualityPackage+".Semantic")
	for n := range collectors {
		out = append(out, stdSlices.Path+"."+n)
	}
	for n := range conditionMethods {
		if !ofNorman[n] {
			out = append(out, "(github.com/rancher/wrangler/v3/pkg/condition.Cond)."+n)
		}
	}
	for _, n := range []string{"OnChange", "OnRemove", "AddGenericHandler", "AddGenericRemoveHandler"} {
		out = append(out, "(*github.com/rancher/wrangler/v3/pkg/generic.Controller)."+n)
	}
	for n := range errorTests {
		switch {
		case ofRepositories[n]:
		case n == "IsHTTP2ConnectionLost":
			out = append(out, "k8s.io/apimachinery/pkg/util/net."+n+" >=0.27")
		case ofUtilNet[n]:
			out = append(out, "k8s.io/apimachinery/pkg/util/net."+n)
		case n == "IsNoMatchError":
			out = append(out, apiMeta+"."+n)
		case n == "IsStoreReadError":
			out = append(out, "k8s.io/apimachinery/pkg/api/errors."+n+" >=0.33")
		default:
			out = append(out, "k8s.io/apimachinery/pkg/api/errors."+n)
		}
	}
	out = append(out,
		Tombstone+"."+TombstoneField,
		cachePkg+".DeletedObject.OptionalObj >=0.37",
		Unstructured+"."+ContentField,
		UnstructuredList+"."+ItemsField,
		rtPkg+".Unstructured",
		ComparePackage+".CompareResourceVersion >=0.35",
		ObjectAll+" <0.15",
		ctrlCachePkg+".DisableDeepCopyByObject <0.15",
		ctrlCachePkg+".Options."+NoCopyByObject+" <0.15",
		ctrlCachePkg+".Options.Default"+NoCopyField+" >=0.16",
		ctrlCachePkg+".Config."+NoCopyField+" >=0.16",
		ctrlCachePkg+".ByObject."+NoCopyField+" >=0.15",
		clientPkg+".ListOptions."+NoCopyField+" >=0.14",
		clientPkg+"."+NoCopyField+"Option >=0.14",
		clientPkg+".CacheOptions.DisableFor >=0.15",
		ctrlPkg+"/manager.Options.ClientDisableCacheFor <0.15",
		cachePkg+"."+filteringHandler+".FilterFunc",
		apiMeta+".Accessor",
		cachePkg+".MetaNamespaceKeyFunc",
		cachePkg+".DeletionHandlingMetaNamespaceKeyFunc",
		cachePkg+".ObjectToName >=0.27",
		cachePkg+".DeletionHandlingObjectToName >=0.29",
		metaPkg+".ListOptions."+ResourceVersionField,
		metaPkg+".SingleObject",
		"("+clientPkg+".StatusClient).Status",
		"k8s.io/apimachinery/pkg/runtime/schema.GroupVersion",
		clientPkg+".ListOption",
		clientPkg+".ListOptions.Raw",
		ctrlCachePkg+".Options",
		ctrlCachePkg+".New",
		ctrlCachePkg+".Cache",
	)
	slices.Sort(out)
	return out
}

// ofNorman are the methods of condition.Cond that wrangler's does not have.
var ofNorman = set("ReasonAndMessageFromError", "Do", "DoUntilTrue", "Once", "Track")

// ofRepositories are predicates that are no exported functions of apimachinery.
var ofRepositories = set("IsExpired", "IsResourceVersionTooOld", "isExpiredError", "IsTooLargeResourceVersion", "IsStorageError")

// ofUtilNet are those of apimachinery's util/net.
var ofUtilNet = set("IsConnectionRefused", "IsConnectionReset", "IsProbableEOF")

// split is a full name as the package's path and the name in it.
func split(name string) (path, rest string) {
	pre := ""
	for _, p := range []string{"(*", "("} {
		if r, ok := strings.CutPrefix(name, p); ok {
			pre, name = p, r
			break
		}
	}
	slash := strings.LastIndexByte(name, '/')
	path, rest, _ = strings.Cut(name[slash+1:], ".")
	return name[:slash+1] + path, pre + rest
}

// declares reports whether pkg declares name: a function, a method, a type, or
// (with dots) the field of one.
func declares(pkg *types.Package, name string) bool {
	if pkg == nil {
		return false
	}
	if strings.HasPrefix(name, "(") {
		_, err := function(pkg, name)
		return err == nil
	}
	name, path, _ := strings.Cut(name, ".")
	obj := pkg.Scope().Lookup(name)
	if obj == nil {
		return false
	}
	return path == "" || walk(obj.Type(), "/"+strings.ReplaceAll(path, ".", "/"), pkg) == nil
}

// releases loads the packages that the tables name at all releases.
func releases(t *testing.T) []*release {
	var paths []string
	for _, p := range libraries {
		paths = append(paths, p.Path)
	}
	for _, n := range otherNames() {
		n, _, _ = strings.Cut(n, " ")
		path, _ := split(n)
		paths = append(paths, path)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)

	root := testmodule.Root()
	mods, err := filepath.Glob(filepath.Join(root, "testdata", "versions", "*"))
	if err != nil {
		t.Fatal(err)
	}
	mods = slices.DeleteFunc(append(mods, filepath.Join(root, "testdata", "src")), func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		return err != nil
	})
	if len(mods) < 6 {
		t.Fatalf("only %d releases", len(mods))
	}
	all := make([]*release, len(mods)+2)
	t.Run("load", func(t *testing.T) { // they are independent of each other
		for i, dir := range mods {
			t.Run(filepath.Base(dir), func(t *testing.T) {
				t.Parallel()
				all[i] = load(t, dir, paths)
			})
		}
		t.Run("elsewhere", func(t *testing.T) {
			t.Parallel()
			all[len(mods)] = declared(t, paths)
		})
		t.Run("std", func(t *testing.T) {
			t.Parallel()
			all[len(mods)+1] = standard(t, paths)
		})
	})
	if t.Failed() {
		t.FailNow()
	}
	return all
}

var (
	minorVersion = regexp.MustCompile(`^v(\d+\.\d+)`)
	requirement  = regexp.MustCompile(`(?m)^(?:require)?\s+(\S+) v\d`)
)

// load type-checks the declarations of those of the packages that belong to
// Kubernetes, in the versions of its modules that the module in dir requires.
func load(t *testing.T, dir string, paths []string) *release {
	r := &release{name: filepath.Base(dir), versions: map[string]string{}}
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	var mods []string
	for _, m := range requirement.FindAllStringSubmatch(string(data), -1) {
		first, _, _ := strings.Cut(m[1], "/")
		if strings.HasSuffix(first, "k8s.io") && slices.ContainsFunc(paths, func(path string) bool { return under(path, []string{m[1]}) }) {
			mods = append(mods, m[1])
		}
	}
	dirs := map[string]string{}
	for _, mod := range download(t, dir, mods...) {
		if m := minorVersion.FindStringSubmatch(mod.Version); m != nil {
			r.versions[mod.Path] = m[1]
		}
		for _, path := range paths {
			dir := filepath.Join(mod.Dir, filepath.FromSlash(strings.TrimPrefix(path, mod.Path)))
			if _, err := os.Stat(dir); err == nil && under(path, []string{mod.Path}) {
				dirs[path] = dir // else the release has no such package
			}
		}
	}
	r.packages = check(t, dirs)
	return r
}

// standard type-checks the declarations of packages of the standard library.
func standard(t *testing.T, paths []string) *release {
	r := &release{name: "std", versions: map[string]string{
		"": strings.TrimPrefix(regexp.MustCompile(`^go\d+\.\d+`).FindString(runtime.Version()), "go"),
	}}
	dirs := map[string]string{}
	for _, path := range paths {
		if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
			dirs[path] = filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(path))
		}
	}
	r.packages = check(t, dirs)
	return r
}

// declared type-checks the declarations of packages of the modules elsewhere.
func declared(t *testing.T, paths []string) *release {
	r := &release{name: "elsewhere", versions: map[string]string{}}
	var mods []string
	for mod, version := range elsewhere {
		mods = append(mods, mod+"@"+version)
	}
	dirs := map[string]string{}
	for _, mod := range download(t, t.TempDir(), mods...) {
		r.versions[mod.Path] = "0.0"
		for _, path := range paths {
			if moduleOf(path) == mod.Path {
				dirs[path] = filepath.Join(mod.Dir, filepath.FromSlash(strings.TrimPrefix(path, mod.Path)))
			}
		}
	}
	r.packages = check(t, dirs)
	return r
}

// moduleOf is the module elsewhere that has the package of that path: the one with
// the longest name, as a major version's lies below the first.
func moduleOf(path string) string {
	longest := ""
	for mod := range elsewhere {
		if under(path, []string{mod}) && len(mod) > len(longest) {
			longest = mod
		}
	}
	return longest
}

// check type-checks the declarations of the packages in the given folders, by
// import path. Of what they import, it knows the packages among them: types of
// others are invalid, which is no error here.
func check(t *testing.T, dirs map[string]string) map[string]*types.Package {
	t.Helper()
	c := &checker{t: t, dirs: dirs, done: map[string]*types.Package{}}
	for path := range dirs {
		c.Import(path)
	}
	return c.done
}

type checker struct {
	t    *testing.T
	dirs map[string]string
	done map[string]*types.Package
}

// Import is the package of the given path.
func (c *checker) Import(path string) (*types.Package, error) {
	dir, ok := c.dirs[path]
	if !ok {
		return nil, errors.New("not looked at")
	}
	if p, ok := c.done[path]; ok {
		return p, nil
	}
	bp, err := build.ImportDir(dir, 0)
	var empty *build.NoGoError
	switch {
	case errors.As(err, &empty):
		return nil, err // folders of packages, in this release
	case err != nil:
		c.t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range bp.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			c.t.Fatal(err)
		}
		files = append(files, f)
	}
	cfg := types.Config{IgnoreFuncBodies: true, Importer: c, Error: func(error) {}}
	c.done[path], _ = cfg.Check(path, fset, files, nil)
	return c.done[path], nil
}

// A module is what the go command says of one that it has downloaded.
type module struct{ Path, Version, Dir, Error string }

// download downloads modules, in the versions that they are given with or that the
// module in dir requires.
func download(t *testing.T, dir string, modules ...string) []module {
	t.Helper()
	cmd := exec.Command("go", append([]string{"mod", "download", "-json"}, modules...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.Output()
	var list []module
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var m module
		if err := dec.Decode(&m); err != nil || m.Error != "" {
			t.Fatalf("%s: %v %s", m.Path, err, m.Error)
		}
		list = append(list, m)
	}
	if len(list) != len(modules) || err != nil {
		t.Fatalf("%d of %d modules of %s: %v", len(list), len(modules), dir, err)
	}
	return list
}
