package cachemutate

import (
	"flag"
	"fmt"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

// update says whether to rewrite testdata/messages.golden. The flag is drivertest's, which
// the tests outside of the package import; this file cannot.
func update() bool { return flag.Lookup("update").Value.String() == "true" }

// writes are one expression of every kind that mutates, as findings have it.
var writes = []string{
	"pod.Spec.NodeName",
	`pod.Labels["a"]`,
	"*pod.Spec.Replicas",
	`pod.Labels["a"]:+=`,
	"pod.Generation:++",
	"*pod.Spec.Replicas:--",
	"it[...]:++",
	"(*pod)",
	"obj.(*corev1.Pod).Labels[key]",
	"it[...]",
	"pod", // of a //k8slint:writes
	`delete(pod.Labels, "a")`,
	"clear(pod.Labels)",
	"copy(pod.Finalizers, others)",
	`append(pod.Finalizers[:0], "b")`,
	"sort.Strings(pod.Finalizers)",
	"slices.DeleteFunc(...)",
	"maps.Copy(pod.Labels, more)",
	"pod.SetLabels(nil)",
	"pod.GetObjectKind().SetGroupVersionKind(...)",
	"src.DeepCopyInto(pod)",
	"controllerutil.AddFinalizer(pod, name)",
	"json.Unmarshal(data, pod)",
	"c.Status().Update(ctx, pod):decode",
	"reflect.ValueOf(pod).Elem().Set(...)",
}

// reads are one source of every kind.
var reads = []string{
	"c.pods.Pods(ns).Get",
	"idx.ByIndex",
	"c.client.List:uncopied",
	"cache.ListAll:handed",
	"an object of the informer",
	"the ObjectNew of a TypedUpdateEvent",
}

var (
	byOption = &Option{Field: "DefaultUnsafeDisableDeepCopy", Posn: "cmd/main.go:14"}
	byType   = &Option{Field: "UnsafeDisableDeepCopy", Type: "k8s.io/api/core/v1.Secret", Posn: "cmd/main.go:20"}
)

// TestMessages: one message of every form, as it is read.
func TestMessages(t *testing.T) {
	var b strings.Builder
	section := func(name string) { fmt.Fprintf(&b, "\n# %s\n\n", name) }
	say := func(message string) {
		sound(t, message, wording.Max)
		fmt.Fprintln(&b, message)
	}
	direct := func(what string) WriteAt { return WriteAt{What: what, Posn: "controllers/pod.go:61"} }
	read := func(w WriteAt, what string, via ...string) bug {
		return bug{write: w, read: what, readPosn: "controllers/pod.go:53", readVia: via}
	}
	label := []string{"label", "Labeler.Set", "func literal in Apply", "set"}

	b.WriteString("The messages of cachemutate: go test ./analyzers/cachemutate -run TestMessages -update\n")
	section("Kinds of writes")
	for _, w := range writes {
		say(read(direct(w), reads[0]).message(wording.Max))
	}
	section("Kinds of writes, by a function that is called")
	for _, w := range writes {
		at := WriteAt{What: w, Posn: "labels/labels.go:30", Via: label[:1]}
		say(read(at, reads[0]).message(wording.Max))
	}
	section("Kinds of sources")
	for _, r := range reads {
		say(read(direct(`pod.Labels["a"]`), r).message(wording.Max))
	}
	section("Ways from the source")
	for _, via := range [][]string{{"getPod"}, {"getPod", "Store.Pod"}, {"getPod", "Store.Pod", "the field Store.pods"}, {"ListIngresses", "Client.ingresses", "Client.list", "lister.All"}, {"the variable controllers.last"}} {
		say(read(direct(`pod.Labels["a"]`), reads[0], via...).message(wording.Max))
	}
	section("Ways to the write")
	for i := range label {
		at := WriteAt{What: `pod.Labels["a"]`, Posn: "labels/labels.go:30", Via: label[i:]}
		say(read(at, reads[0]).message(wording.Max))
		say(read(at, reads[0], "getPod", "Store.Pod").message(wording.Max))
	}
	section("Options that turn deep copies off")
	for _, o := range []*Option{byOption, byType} {
		for _, at := range []WriteAt{direct(`pod.Labels["a"]`), {What: "pod.SetLabels(nil)", Posn: "labels/labels.go:30", Via: label[:2]}} {
			x := read(at, "r.Get")
			x.option = o
			say(x.message(wording.Max))
			say(x.optionMessage(true, wording.Max))
			say(x.optionMessage(false, wording.Max))
		}
	}
	section("Further writes")
	for n := 2; n < 5; n++ {
		places := make([]token.Position, n)
		for i := range places {
			places[i] = token.Position{Filename: "/src/controllers/pod.go", Line: 61 + i}
		}
		say(read(direct(`pod.Labels["a"]`), reads[0]).message(report.Rooms(places)[0]) + report.Also(places))
	}
	section("Long names")
	long := "reconcileTheHorizontalRunnerAutoscalerStatusConditionsOfTheNamespace"
	for _, w := range []WriteAt{
		{What: long + ".Status.Conditions[" + long + "]", Posn: "v1alpha1/" + long + ".go:1061"},
		{What: long + "(" + long + ")", Posn: "v1alpha1/" + long + ".go:1061", Via: []string{long + "." + long, long}},
	} {
		x := bug{write: w, read: "c." + long + ".Get", readPosn: "controllers/" + long + ".go:12345", readVia: []string{long}}
		say(x.message(wording.Max))
		x.option = &Option{Field: byType.Field, Type: "example.org/api." + long, Posn: "cmd/" + long + ".go:7"}
		say(x.message(wording.Max))
		say(x.optionMessage(false, wording.Max))
	}

	const golden = "testdata/messages.golden"
	if update() {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("%s differs from\n%s\nrun go test -run TestMessages -update .", golden, b.String())
	}
}

// TestAnyName: whatever names the source has, a message fits and ends with what
// to do.
func TestAnyName(t *testing.T) {
	for _, name := range []string{"x", strings.Repeat("name", 100), strings.Repeat("größe日本", 60), strings.Repeat("\u202e", 80), strings.Repeat("::error::", 50), strings.Repeat("##[group]", 40), `"` + strings.Repeat(`\`, 90), strings.Repeat("(", 70)} {
		for i, what := range []string{name, name + ".f[" + name + "]", name + "(" + name + ")", name + ".Update(...):decode", "append(" + name + ", x)"} {
			sources := append([]string{name, name + ":uncopied", name + ":handed", "the " + name}, reads...)
			for k := i; k < len(sources); k += 5 { // each with some expression
				r := sources[k]
				for _, n := range []int{0, 4} {
					via := []string{"func literal in " + name, name, name, name}[:n]
					posn := name + "/" + name + ".go:123456"
					x := bug{write: WriteAt{What: what, Posn: posn, Via: via}, read: r, readPosn: posn, readVia: via}
					// With "; also written at" a file of 30 characters and 100 places.
					for _, room := range []int{wording.Max, wording.Max - 75} {
						sound(t, x.message(room), room)
					}
					x.option = &Option{Field: name, Type: name + "." + name, Posn: posn}
					sound(t, x.message(wording.Max), wording.Max)
					sound(t, x.optionMessage(true, wording.Max), wording.Max)
					sound(t, x.optionMessage(false, wording.Max), wording.Max)
				}
			}
		}
	}
}

// register are names that SSA form has and the source has not.
var register = regexp.MustCompile(`\bt[0-9]+\b|varargs|complit|slicelit|makeslice`)

// sound checks what holds for every message.
func sound(t *testing.T, message string, room int) {
	t.Helper()
	switch also := strings.Index(message, "; also written at "); {
	case utf8.RuneCountInString(message) > room:
		t.Errorf("%d characters, more than %d: %s", utf8.RuneCountInString(message), room, message)
	case !utf8.ValidString(message):
		t.Errorf("not UTF-8: %q", message)
	case strings.ContainsAny(message, "\n\r\t"), strings.Contains(message, "  "), strings.Contains(message, " ,"), strings.Contains(message, "()  "):
		t.Errorf("badly spaced: %q", message)
	case register.MatchString(message):
		t.Errorf("the name of a register: %s", message)
	case !strings.HasSuffix(message, "; DeepCopy it first") && also < 0:
		t.Errorf("does not say what to do: %s", message)
	}
}
