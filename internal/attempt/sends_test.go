package attempt

import (
	"reflect"
	"testing"

	"github.com/k8slint/k8slint/internal/kube"
)

// TestSends: what is told to other packages of where an object is sent is read as it was written.
func TestSends(t *testing.T) {
	for text, want := range map[string][]sendsTo{
		"":                               nil,
		"main $2":                        {{2, kube.ToMain, true}},
		"status $0 perhaps":              {{0, kube.ToStatus, false}},
		"main $1 perhaps; status $2":     {{1, kube.ToMain, false}, {2, kube.ToStatus, true}},
		"commit $1; set $1.Status; main": nil,
	} {
		got := parseSends(text)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
		for i, s := range got {
			if again := parseSends(s.String()); len(again) != 1 || again[0] != want[i] {
				t.Errorf("%v is written as %q", s, s.String())
			}
		}
	}
}
