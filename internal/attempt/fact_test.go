package attempt_test

import (
	"bytes"
	"encoding/gob"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// facts are what is known of the packages of testdata/src that tests ask about, by their folders
// there. One run finds them.
var facts = map[string]*attempt.Fact{
	"staleretry/helpers/store": nil, "staleretry/ownretry/again": nil, "staleretry/behind/nodes": nil, "staleretry/converted/problem": nil,
}

// factOf is what is known of one of these packages.
func factOf(t *testing.T, folder string) *attempt.Fact {
	t.Helper()
	if facts[folder] == nil {
		var patterns []string
		for folder := range facts {
			patterns = append(patterns, "./"+folder)
		}
		drivertest.Pass(t, testmodule.Dir(t, "testdata/src"), patterns, engines.Default.Attempt, func(pass *analysis.Pass, _ any) {
			if f, ok := fact.OfPackage[attempt.Fact](pass, pass.Pkg); ok {
				facts[strings.TrimPrefix(pass.Pkg.Path(), "k8slint.test/")] = &f
			}
		})
	}
	if facts[folder] == nil {
		t.Fatal("no fact")
	}
	return facts[folder]
}

// TestFact states what other packages are told of helpers, and that it is the same
// bytes each time.
func TestFact(t *testing.T) {
	store := factOf(t, "staleretry/helpers/store")
	const of = "(*k8slint.test/staleretry/helpers/store.Store)."
	want := strings.Join([]string{
		of + "Cached: ret0=cached",
		of + "Change: commit $2; err=same; may $2",
		of + "Live: ret0=live",
		of + "Refresh: touch $2",
		of + "Save: commit $2; err=same; may $2",
		of + "Update: commit $2; err=same; ret0=written; may $2",
		"k8slint.test/staleretry/helpers/store.EnsureMarked: ret0=like $0",
		"k8slint.test/staleretry/helpers/store.Mark: ret0=$0; set $0.ObjectMeta.Labels",
		"k8slint.test/staleretry/helpers/store.Marked: ret0=copy $0",
	}, "\n")
	if store.String() != want {
		t.Errorf("got\n%s\nwant\n%s", store, want)
	}
	var first []byte
	for range 10 {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(store); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b.Bytes()
		}
		if !bytes.Equal(first, b.Bytes()) {
			t.Fatal("encodes to other bytes")
		}
	}
	var back attempt.Fact
	if err := gob.NewDecoder(bytes.NewReader(first)).Decode(&back); err != nil || back.String() != want {
		t.Errorf("decodes to %s, %v", &back, err)
	}
	if len(first) > 1000 {
		t.Errorf("%d bytes for nine functions", len(first))
	}
}

// TestRetryRows states which functions are known to other packages as retries: not those
// that give up at a conflict, or read the object before they go on.
func TestRetryRows(t *testing.T) {
	const again = "k8slint.test/staleretry/ownretry/again."
	want := strings.Join([]string{
		"(*k8slint.test/staleretry/ownretry/again.Refresher).OnConflict: through $0",
		again + "Conflicting: again $1",
		again + "Default: again $0 short",
		again + "If: again $2 if $1",
		again + "Latest: touch $2; may $2",
		again + "Object: again $2 with $1; may $1",
		again + "OnConflict: again $2",
		again + "Polled: again $1",
		again + "Stubborn: again $1 any",
	}, "\n")
	if got := factOf(t, "staleretry/ownretry/again").String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestInterfaceRows states what other packages are told of the methods of an interface: nothing of
// those behind which there are several that write.
func TestInterfaceRows(t *testing.T) {
	var got []string
	for line := range strings.Lines(factOf(t, "staleretry/behind/nodes").String()) {
		if !strings.Contains(line, "*") && strings.Contains(line, "(") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	const keeper = "(k8slint.test/staleretry/behind/nodes.Keeper)."
	want := strings.Join([]string{
		keeper + "Find: ret0=live",
		keeper + "Keep: commit $1; err=same; may $1",
		keeper + "Renew: touch $1; may $1",
		keeper + "Replace: commit $1; err=same; ret0=written; may $1",
	}, "\n")
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestConversionRows states what other packages are told of functions that make errors of
// others: nothing of those that do so now and then, or may make none.
func TestConversionRows(t *testing.T) {
	const problem = "k8slint.test/staleretry/converted/problem."
	want := strings.Join([]string{
		problem + "ButConflicts: conflict=same; nil=nil",
		problem + "ByCode: conflict=new; nil=nil",
		problem + "ByStatus: conflict=new; nil=nil",
		problem + "Text: conflict=new; nil=nil",
		problem + "Wrap: conflict=same; nil=nil",
	}, "\n")
	if got := factOf(t, "staleretry/converted/problem").String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
