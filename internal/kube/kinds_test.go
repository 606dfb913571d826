package kube

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// registryReleases are releases of k8s.io/kubernetes, around those that rows name.
var registryReleases = []string{"v1.19.0", "v1.20.0", "v1.21.0", "v1.22.0", "v1.27.3", "v1.32.0", "v1.33.0", "v1.35.0", "v1.36.1"}

// registryFolders are the kinds that are not in a folder of their own name.
var registryFolders = map[string]string{
	"Endpoints":                 "endpoint",
	"CertificateSigningRequest": "certificates",
}

var (
	setsGeneration = regexp.MustCompile(`Generation(\+\+| = .*Generation \+ ?1)`)
	notNamespaced  = regexp.MustCompile(`NamespaceScoped\(\) bool \{\s*return false`)
)

// TestKindsInRegistry: the strategies of the API server do what the rows say, in each
// release. The source is the module k8s.io/kubernetes, 100 MB a release, so that the test
// takes what the module cache has, and with K8SLINT_REGISTRY=1 downloads the others.
func TestKindsInRegistry(t *testing.T) {
	for _, release := range registryReleases {
		t.Run(release, func(t *testing.T) {
			root := filepath.Join(registry(t, release), "pkg", "registry")
			checked := 0
			for k, g := range generations {
				text, ok := strategy(t, root, k)
				if !ok {
					continue // the release has no such kind
				}
				checked++
				want := !g.Never && !before(release, g.Since)
				if got := setsGeneration.MatchString(text); got != want {
					t.Errorf("%v: the strategy raises the generation: %v; the row says %v", k, got, want)
				}
				if got := notNamespaced.MatchString(text); got != clusterScoped[k] {
					t.Errorf("%v: cluster-scoped: %v; the row says %v", k, got, clusterScoped[k])
				}
			}
			if checked < 40 {
				t.Errorf("only %d kinds found", checked)
			}
			statusesIn(t, release, root)
		})
	}
	for k := range clusterScoped {
		if _, ok := generations[k]; !ok {
			t.Errorf("%v has no row in generations, so that nothing checks its scope", k)
		}
	}
}

var (
	prepares     = regexp.MustCompile(`(?s)\nfunc \((?:\w+ )?\*?(\w+)\) PrepareForUpdate\(.*?\n}\n`)
	comment      = regexp.MustCompile(`(?m)//.*$`)
	putsStatus   = regexp.MustCompile(`\.Status = \w+(\.\(.*\))?\.Status\n`)
	putsField    = regexp.MustCompile(`\.(Annotations|Finalizers|Labels|OwnerReferences) = old`)
	resetsForAll = regexp.MustCompile(`ResetObjectMetaForStatus\(|\.ObjectMeta = old`)

	// alphaStatus are the kinds that had a status in some releases only: NetworkPolicy in 1.24 to
	// 1.27, DeviceTaintRule not yet in 1.33.
	alphaStatus = []string{"v1.27.3 NetworkPolicy", "v1.33.0 DeviceTaintRule"}
)

// statusesIn checks the rows of statusEndpoints against the strategies below root.
func statusesIn(t *testing.T, release, root string) {
	t.Helper()
	checked := 0
	kinds := map[GroupKind]bool{}
	for k := range generations {
		kinds[k] = true
	}
	for k := range statusEndpoints {
		kinds[k] = true
	}
	for k := range kinds {
		text, ok := strategy(t, root, k)
		if !ok || slices.Contains(alphaStatus, release+" "+k.Kind) {
			continue
		}
		var main, status string
		for _, m := range prepares.FindAllStringSubmatch(text, -1) {
			body := comment.ReplaceAllString(m[0], "")
			switch name := strings.ToLower(m[1]); {
			case strings.Contains(name, "status"):
				status = body
			case main == "":
				main = body
			}
		}
		row, has := statusEndpoints[k]
		if status == "" {
			if has {
				t.Errorf("%v: the release has no strategy of a status; the row says it has", k)
			}
			continue
		}
		checked++
		if !has {
			t.Errorf("%v: the release has a strategy of its status, and there is no row", k)
			continue
		}
		if got, want := putsStatus.MatchString(main), !before(release, row.Since); got != want {
			t.Errorf("%v: a write of the object puts the status back: %v; the row says %v", k, got, want)
		}
		var got []string
		if resetsForAll.MatchString(status) {
			got = MetadataFields
		} else {
			for _, m := range putsField.FindAllStringSubmatch(status, -1) {
				got = append(got, m[1])
			}
		}
		want := row.resets
		if before(release, row.resetsSince) {
			want = nil
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: a write of the status resets %q; the row says %q", k, got, want)
		}
	}
	if checked < 20 {
		t.Errorf("only %d kinds with a status found", checked)
	}
}

func registry(t *testing.T, release string) string {
	cmd := exec.Command("go", "mod", "download", "-json", "k8s.io/kubernetes@"+release)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if os.Getenv("K8SLINT_REGISTRY") == "" {
		cmd.Env = append(cmd.Env, "GOPROXY=off")
	}
	out, err := cmd.Output()
	var mod struct{ Dir string }
	if json.Unmarshal(out, &mod) != nil || err != nil || mod.Dir == "" {
		t.Skipf("NOT CHECKED: the source of k8s.io/kubernetes %s is not in the module cache; K8SLINT_REGISTRY=1 downloads it", release)
	}
	return mod.Dir
}

// strategy is the text of the strategy of k below root.
func strategy(t *testing.T, root string, k GroupKind) (string, bool) {
	t.Helper()
	group := "core"
	for folder, name := range groups {
		if name == k.Group {
			group = folder
		}
	}
	if k.Group != "" && groups[group] != k.Group {
		group = k.Group
	}
	folder := registryFolders[k.Kind]
	if folder == "" {
		folder = strings.ToLower(k.Kind)
	}
	text, err := os.ReadFile(filepath.Join(root, group, folder, "strategy.go"))
	return string(text), err == nil
}

// before reports whether release ("v1.21.0") comes before since ("1.22").
func before(release, since string) bool {
	minor := func(s string) int {
		n, _ := strconv.Atoi(strings.Split(strings.TrimPrefix(s, "v"), ".")[1])
		return n
	}
	return since != "" && minor(release) < minor(since)
}

// TestGroups: the groups have the names that k8s.io/api gives them.
func TestGroups(t *testing.T) {
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/api")
	cmd.Dir = testmodule.Dir(t, "testdata/src")
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "*", "v1", "register.go"))
	name := regexp.MustCompile(`GroupName = "(.*)"`)
	var seen []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		m := name.FindSubmatch(text)
		if m == nil {
			continue
		}
		folder := filepath.Base(filepath.Dir(filepath.Dir(f)))
		want, ok := groups[folder]
		if !ok {
			want = folder
		}
		if got := string(m[1]); got != want && slices.ContainsFunc(rowGroups(), func(g string) bool { return g == want || g == got }) {
			t.Errorf("%s: the group is %q, not %q", folder, got, want)
		}
		seen = append(seen, folder)
	}
	if len(seen) < 10 {
		t.Errorf("only %q", seen)
	}
}

func rowGroups() []string {
	var out []string
	for k := range generations {
		out = append(out, k.Group)
	}
	return out
}

// TestStatusOf: the three things that can be known of a kind, and the parts of its metadata.
func TestStatusOf(t *testing.T) {
	if s, known := StatusOf(GroupKind{"", "ConfigMap"}); s != nil || !known {
		t.Errorf("ConfigMap: %v %v, want known to have no status", s, known)
	}
	if s, known := StatusOf(GroupKind{"example.com", "Site"}); s != nil || known {
		t.Errorf("Site: %v %v, want nothing known", s, known)
	}
	s, known := StatusOf(GroupKind{"apps", "Deployment"})
	if s == nil || !known {
		t.Fatalf("Deployment: %v %v, want a status", s, known)
	}
	var stored []string
	for _, f := range MetadataFields {
		if s.Stores(f) {
			stored = append(stored, f)
		}
	}
	if want := []string{"Annotations", "Finalizers", "OwnerReferences"}; !slices.Equal(stored, want) {
		t.Errorf("a write of a Deployment's status stores %q, want %q", stored, want)
	}
}
