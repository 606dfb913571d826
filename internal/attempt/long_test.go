package attempt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/attempt"
	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/drivertest"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/testmodule"
)

const longHead = `package long

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1client "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
)

func check(i int) error { return nil }

var hook func(*metav1.ObjectMeta)
`

// long is a function that sends a refused object again, and one that it calls. N is their
// number; branches that have nothing to do with it go to one of the four places.
const long = `
func prepareN(ctx context.Context, maps corev1client.ConfigMapInterface, flag bool, n int) error {
	callee
	_, err := maps.Get(ctx, "a", metav1.GetOptions{})
	return err
}

func FN(ctx context.Context, maps corev1client.ConfigMapInterface, flag bool, n int) error {
	other, err := maps.Get(ctx, "b", metav1.GetOptions{})
	if err != nil {
		return err
	}
	hook(&other.ObjectMeta)
	cm, err := maps.Get(ctx, "a", metav1.GetOptions{})
	if err != nil {
		return err
	}
	before
	if err := prepareN(ctx, maps, flag, n); err != nil {
		return err
	}
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		inside
		_, err := maps.Update(ctx, cm, metav1.UpdateOptions{})
		return err
	})
	if err != nil {
		return err
	}
	behind
	return nil
}
`

// circle are n functions that each call all others, and lose a change of the status.
func circle(n int) string {
	b := strings.Builder{}
	b.WriteString(strings.Replace(longHead, "package long", "package circle", 1))
	for i := range n {
		fmt.Fprintf(&b, "\nfunc C%d(ctx context.Context, pods corev1client.PodInterface, n int) error {\npod, err := pods.Get(ctx, \"a\", metav1.GetOptions{})\nif err != nil {\nreturn err\n}\npod.Status.Reason = \"C\"\nswitch n {\n", i)
		for j := range n {
			fmt.Fprintf(&b, "case %d: return C%[1]d(ctx, pods, n-1)\n", j)
		}
		b.WriteString("}\n_, err = pods.Update(ctx, pod, metav1.UpdateOptions{})\nreturn err\n}\n")
	}
	return strings.Replace(b.String(), "\t\"k8s.io/client-go/util/retry\"", "", 1)
}

// inCircle: what each of n functions loses is found, although there are n factorial ways through them.
func inCircle(t *testing.T, n int, result *attempt.Result) {
	found := map[string]bool{}
	for _, l := range result.Losses(func(fn *ssa.Function) { t.Errorf("%s is not followed to its end", fn) }) {
		found[l.Write.Parent().Name()] = true
	}
	if len(found) != n {
		t.Errorf("%d functions that call each other: found in %d", n, len(found))
	}
}

// handedOn is a reconciler that keeps n objects in a struct, and hands each to code that is not known, or not, before it
// loses a change of the status.
func handedOn(n int) string {
	var fields, calls strings.Builder
	for i := range n {
		fmt.Fprintf(&fields, ", o%d", i)
		fmt.Fprintf(&calls, "if n > %d {\nif err := hook(s.o%[1]d); err != nil {\nreturn err\n}\n}\n", i)
	}
	return fmt.Sprintf("package scope\n\nimport (\n\"context\"\n\ncorev1 \"k8s.io/api/core/v1\"\nmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n"+
		"corev1client \"k8s.io/client-go/kubernetes/typed/core/v1\"\n)\n\nvar hook func(*corev1.Pod) error\n\ntype scope struct { last%s *corev1.Pod }\n\n"+
		"func reconcile(ctx context.Context, pods corev1client.PodInterface, s *scope, n int) error {\n%s"+
		"pod, err := pods.Get(ctx, \"a\", metav1.GetOptions{})\nif err != nil {\nreturn err\n}\npod.Status.Reason = \"C\"\n_, err = pods.Update(ctx, pod, metav1.UpdateOptions{})\nreturn err\n}\n", fields.String(), calls.String())
}

// ignored is a reconciler that calls n functions with several ways out, and n more at its end, in one block each, and
// loses a change of the status.
func ignored(n int) string {
	return fmt.Sprintf(strings.Replace(longHead, "package long", "package ignored", 1)+`
func store(ctx context.Context, maps corev1client.ConfigMapInterface, name string) error {
	cm, err := maps.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	cm.Labels[name] = "true"
	_, err = maps.Update(ctx, cm, metav1.UpdateOptions{})
	return err
}

func reconcile(ctx context.Context, maps corev1client.ConfigMapInterface, pods corev1client.PodInterface) error {
	pod, err := pods.Get(ctx, "a", metav1.GetOptions{})
	if err != nil {
		return err
	}
	%s%s
	pod.Status.Reason = "C"
	_, err = pods.Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
var _ = retry.RetryOnConflict
`, strings.Repeat("_ = store(ctx, maps, pod.Name)\n", n), strings.Repeat("defer func() { _ = store(ctx, maps, pod.Name) }()\n", n))
}

// manyChanged is a reconciler that changes each of n objects or not, sends them, and loses the change of one.
func manyChanged(n int) string {
	var changes, sends strings.Builder
	for i := range n {
		fmt.Fprintf(&changes, "p%d, err := pods.Get(ctx, \"%[1]d\", metav1.GetOptions{})\nif err != nil {\nreturn err\n}\nif check(%[1]d) == nil {\np%[1]d.Status.Reason = \"C\"\n}\n", i)
		fmt.Fprintf(&sends, "if _, err := pods.%s(ctx, p%d, metav1.UpdateOptions{}); err != nil {\nreturn err\n}\n", map[bool]string{true: "Update", false: "UpdateStatus"}[i == n/2], i)
	}
	return strings.Replace(strings.Replace(longHead, "package long", "package changed", 1), "\t\"k8s.io/client-go/util/retry\"\n", "", 1) +
		fmt.Sprintf("\nfunc reconcile(ctx context.Context, pods corev1client.PodInterface) error {\n%s%sreturn nil\n}\n", changes.String(), sends.String())
}

// logged is a reconciler that writes n objects, logs which of the writes is refused, and hands another object to code that
// is not known, or not, before it writes that twice.
func logged(n int) string {
	var writes strings.Builder
	for i := range n {
		fmt.Fprintf(&writes, "if n > %d {\nhook(&cm.ObjectMeta)\n}\nif m, err := maps.Get(ctx, \"%[1]d\", metav1.GetOptions{}); err == nil {\nm.Name = \"a\"\nif _, err := maps.Update(ctx, m, metav1.UpdateOptions{}); err != nil {\nprintln(err.Error())\n}\n}\n", i)
	}
	return strings.NewReplacer("package long", "package logged", "client-go/util/retry", "apimachinery/pkg/api/errors").Replace(longHead) + fmt.Sprintf(`
func reconcile(ctx context.Context, maps corev1client.ConfigMapInterface, n int) error {
	cm, err := maps.Get(ctx, "a", metav1.GetOptions{})
	if err != nil {
		return err
	}
	%scm.Data = nil
	if _, err := maps.Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
		return err
	}
	cm.Labels = nil
	if _, err := maps.Update(ctx, cm, metav1.UpdateOptions{}); !errors.IsConflict(err) {
		return err
	}
	return nil
}
`, writes.String())
}

// branches are n branches in a row.
func branches(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "if flag { n++ } else if n > %d { n += %[1]d }\nif err := check(%[1]d); err != nil { return err }\n", i)
	}
	return b.String()
}

// nestedBranches are n branches, each in the one before.
func nestedBranches(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "if n > %d {\nn += %[1]d\nif err := check(%[1]d); err != nil { return err }\n", i)
	}
	return b.String() + strings.Repeat("}\n", n)
}

// changedOrNot are n objects, each of which is changed or not, before all are written: too many states.
func changedOrNot(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "m%d, err := maps.Get(ctx, \"m\", metav1.GetOptions{})\nif err != nil { return err }\nif check(%[1]d) == nil { m%[1]d.Name = \"a\" }\n", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "for range 5 {\nif _, err := maps.Update(ctx, m%d, metav1.UpdateOptions{}); err == nil { break }\n}\n", i)
	}
	return b.String()
}

// TestLong: a bug is found behind, between and before any number of branches that have
// nothing to do with it, also in loops, in each other and in a function that is called, before
// what has too many states, behind what is done with many other objects, many calls in one block and many writes that are
// refused, and in functions that all call each other.
func TestLong(t *testing.T) {
	loop := func(n int) string { return "for i := 0; i < n; i++ {\n" + branches(n) + "}\n" }
	type function struct {
		at       string
		code     func(int) string
		branches int
	}
	var functions []function
	sizes := []int{1, 100}
	if testmodule.All() {
		sizes = append(sizes, 10, 1000)
	}
	for _, n := range sizes {
		functions = append(functions,
			function{"before", branches, n}, function{"inside", branches, n}, function{"behind", branches, n}, function{"callee", branches, n},
			function{"before", loop, n}, function{"inside", loop, n},
			function{"behind", changedOrNot, min(n, 20)},
			function{"before", nestedBranches, min(n, 300)}, function{"inside", nestedBranches, min(n, 300)})
	}
	src := longHead
	for i, f := range functions {
		text := strings.NewReplacer("prepareN", fmt.Sprint("prepare", i), "FN", fmt.Sprint("F", i)).Replace(long)
		for _, at := range []string{"before", "inside", "behind", "callee"} {
			code := ""
			if at == f.at {
				code = f.code(f.branches)
			}
			text = strings.Replace(text, "\t"+at+"\n", code, 1)
		}
		src += text
	}
	dir := testmodule.With(t, map[string]string{"long/long.go": src, "origins/origins.go": origins, "circle/circle.go": circle(12), "scope/scope.go": handedOn(30), "ignored/ignored.go": ignored(40), "changed/changed.go": manyChanged(14), "logged/logged.go": logged(60)})
	drivertest.Pass(t, dir, []string{"./long", "./origins", "./circle", "./scope", "./ignored", "./changed", "./logged"}, engines.Default.Attempt, func(pass *analysis.Pass, result any) {
		if pass.Pkg.Name() == "origins" {
			manyOrigins(t, pass, result.(*attempt.Result))
			return
		}
		if pass.Pkg.Name() == "circle" {
			inCircle(t, 12, result.(*attempt.Result))
			return
		}
		if name := pass.Pkg.Name(); name == "scope" || name == "ignored" || name == "changed" {
			if lost := result.(*attempt.Result).Losses(func(fn *ssa.Function) { t.Errorf("%s is not followed to its end", fn) }); len(lost) != 1 {
				t.Errorf("a reconciler of package %s: found %v", name, lost)
			}
			return
		}
		if pass.Pkg.Name() == "logged" {
			if out := result.(*attempt.Result).Outcomes; !slices.ContainsFunc(out, func(o attempt.Outcome) bool { return o.Kind == attempt.SecondWrite }) {
				t.Error("the second write behind many that are refused is not found")
			}
			return
		}
		sent := map[string]bool{} // again, what was refused
		for _, o := range result.(*attempt.Result).Outcomes {
			if o.Kind == attempt.Again && o.Same() && o.Region.Call != nil {
				sent[o.Region.Call.Parent().Name()] = true
			}
		}
		for i, f := range functions {
			if !sent[fmt.Sprint("F", i)] {
				t.Errorf("%d branches %s: the bug is not found", f.branches, f.at)
			}
		}
	})
}

// origins is a package of functions whose arguments can be a few objects, or very many. TestLong
// analyses it, too.
var origins = "package origins\n\nimport (\n\"context\"\n\ncorev1 \"k8s.io/api/core/v1\"\nmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\ncorev1client \"k8s.io/client-go/kubernetes/typed/core/v1\"\n)\n" +
	objects("few", 10) + objects("tooMany", 60)

func objects(name string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func %s(*corev1.ConfigMap) {}\nfunc calls%[1]s(ctx context.Context, maps corev1client.ConfigMapInterface, n int) {\nvar cm *corev1.ConfigMap\nswitch n {\ndefault:\nreturn\n", name)
	for i := range n {
		fmt.Fprintf(&b, "case %d:\ncm, _ = maps.Get(ctx, \"%[1]d\", metav1.GetOptions{})\n", i)
	}
	return b.String() + "}\n" + name + "(cm)\n}\n"
}

// manyOrigins: of an argument that can be very many objects it is not known whether
// all were read, and that is told.
func manyOrigins(t *testing.T, pass *analysis.Pass, result *attempt.Result) {
	pkg := pass.ResultOf[engines.Default.SSA].(*ssabuild.SSA).Pkg
	for name, want := range map[string]bool{"few": true, "tooMany": false} {
		if got := result.Callers.Of(pkg.Func(name).Params[0]); got.OnlyRead() != want {
			t.Errorf("%s gets %+v", name, got)
		}
	}
	told := bound.Of(pass).All()
	if len(told) != 1 || !strings.HasSuffix(told[0].Name, ".callstooMany") || !strings.Contains(told[0].What, "an argument to its source") {
		t.Errorf("told: %v", told)
	}
}
