//go:build unix

package main

import (
	"fmt"
	"strings"
)

// A breakage is a way in which people leave files in the middle of their work.
type breakage struct {
	name  string
	apply func(src string) string
}

// breakages are applied to each family if asked for.
var breakages = append([]breakage{
	{"unclosed", unclosed},
	{"markers-start", func(src string) string { return conflict(src, len(src)/20) }},
	{"markers-middle", func(src string) string { return conflict(src, len(src)/2) }},
	{"markers-end", func(src string) string { return conflict(src, len(src)-len(src)/20) }},
}, tenths()...)

// unclosed leaves out the last brace that closes something in the first half of src.
func unclosed(src string) string {
	i := strings.LastIndexByte(src[:len(src)/2], '}')
	if i < 0 {
		return src + "\nfunc unclosed() {\n"
	}
	return src[:i] + src[i+1:]
}

// conflict puts the markers of a merge that conflicts around the line at pos.
func conflict(src string, pos int) string {
	from := strings.LastIndexByte(src[:pos], '\n') + 1
	to := from + strings.IndexByte(src[from:]+"\n", '\n') + 1
	line := src[from:min(to, len(src))]
	return src[:from] + "<<<<<<< HEAD\n" + line + "=======\n" + line + ">>>>>>> other\n" + src[min(to, len(src)):]
}

// tenths cut the source off after each tenth of it.
func tenths() []breakage {
	var out []breakage
	for i := 1; i < 10; i++ {
		out = append(out, breakage{fmt.Sprintf("cut-%d0%%", i), func(src string) string { return src[:len(src)*i/10] }})
	}
	return out
}

// twins are the families, each broken in every way.
func twins(of []family) []family {
	var out []family
	for _, f := range of {
		for _, b := range breakages {
			out = append(out, family{f.name + "/" + b.name, f.what, f.size, func(n int) string { return b.apply(f.source(n)) }})
		}
	}
	return out
}

// depths are shapes that are nested, or chained, far deeper than people do: 7,500, 15,000
// and 30,000 deep. Those that are not closed are broken by themselves.
var depths = []family{
	{"deep-blocks", "blocks in blocks", 7500, wrapped("{\n", "}\n")},
	{"deep-blocks-open", "blocks in blocks, not closed", 7500, wrapped("{\n", "")},
	{"deep-parens", "parentheses in parentheses", 7500, wrapped("(", ")")},
	{"deep-parens-open", "parentheses in parentheses, not closed", 7500, wrapped("(", "")},
	{"deep-literals", "literals in literals", 7500, declared("[]any{", "}")},
	{"deep-literals-open", "literals in literals, not closed", 7500, declared("[]any{\n", "")},
	{"deep-funcs-open", "function literals in function literals, not closed", 7500, wrapped("func() {\n", "")},
	{"deep-types-open", "structs in structs, not closed", 7500, func(n int) string { return "type T " + strings.Repeat("struct { F ", n) + "\n" }},
	{"deep-ifs-open", "ifs in ifs, not closed", 7500, wrapped("if x > 0 {\n", "")},
	{"chain-else-ifs-open", "else-ifs, the last not closed", 1250, wrapped("if x == 0 { o.Labels[`a`] = `b` } else ", "{")},
	{"chain-selectors-open", "o.Next.Next. and no more", 1250, wrapped("o.Next.", "")},
	{"chain-calls-open", "calls in calls, not closed", 1250, wrapped("Get(", "")},
	{"chain-strings-open", "a sum whose last string is not closed", 1250, declared("`a` + ", "`")},
	{"chain-unary", "signs before a number", 7500, declared("-", "1")},
	{"deep-status", "blocks in blocks between a change of the status and the write that drops it", 7500, reconciler("shop.Status.Phase = `ready`\n", nest("{\n", "}\n"), "return reconcile.Result{}, r.Update(ctx, shop)\n")},
	{"deep-status-open", "the same, not closed", 7500, reconciler("shop.Status.Phase = `ready`\n", nest("{\n", ""), "return reconcile.Result{}, r.Update(ctx, shop)\n")},
	{"chain-status", "helpers between a change of the status and the write that drops it", 1250, helpers("shop.Status.Phase = `ready`", "return r.Update(ctx, shop)")},
	{"chain-status-write", "helpers between a change of the spec and the write that drops it", 1250, helpers("shop.Spec.Replicas = nil", "return r.Status().Update(ctx, shop)")},
	{"chain-finalizer", "helpers between Reconcile and the finalizer", 1250, helpers("", "controllerutil.AddFinalizer(shop, `a/b`)\nreturn r.Update(ctx, shop)")},
	{"chain-owner", "helpers between Reconcile and the owner reference", 1250, helpers("", "return controllerutil.SetControllerReference(shop, &Shop{}, r.scheme)")},
	{"chain-queue", "helpers between the queue's Get and Done", 1250, func(n int) string {
		return "\nimport \"k8s.io/client-go/util/workqueue\"\n\nfunc Next(q workqueue.RateLimitingInterface) {\n\tkey, _ := q.Get()\n\tF0(q, key)\n}\n" +
			rows("func F%d(q workqueue.RateLimitingInterface, key any) { F%[2]d(q, key) }\n")(n) + fmt.Sprintf("func F%d(q workqueue.RateLimitingInterface, key any) { q.Done(key) }\n", n)
	}},
	{"chain-watch", "helpers between the watch and what stops it", 1250, func(n int) string {
		return client + "func Wait(ctx context.Context, c Pods) error {\n\tw, err := c.Watch(ctx, metav1.ListOptions{ResourceVersion: `1`})\n\tif err != nil {\n\t\treturn err\n\t}\n\tF0(w)\n\treturn nil\n}\n" +
			rows("func F%d(w watch.Interface) { F%[2]d(w) }\n")(n) + fmt.Sprintf("func F%d(w watch.Interface) { w.Stop() }\n", n)
	}},
	{"ways-status", "helpers that each call the next in two places, before a write that drops a change", 25, forks("shop.Status.Phase = `ready`", "return r.Update(ctx, shop)")},
	{"ways-status-write", "the same for a change of the spec", 25, forks("shop.Spec.Replicas = nil", "return r.Status().Update(ctx, shop)")},
	{"ways-finalizer", "the same before a finalizer", 25, forks("", "controllerutil.AddFinalizer(shop, `a/b`)\nreturn r.Update(ctx, shop)")},
	{"ways-owner", "the same before an owner reference", 25, forks("", "return controllerutil.SetControllerReference(shop, &Shop{}, r.scheme)")},
	{"ways-error", "the same before a write whose error is logged", 25, func(n int) string {
		return strings.Replace(forks("", "return r.Update(ctx, shop)")(n), "return reconcile.Result{}, r.f0(ctx, shop)", "if err := r.f0(ctx, shop); err != nil {\n\tprintln(err.Error())\n}\nreturn reconcile.Result{}, nil", 1)
	}},
	{"ways-queue", "the same between the queue's Get and Done", 25, func(n int) string {
		return "\nimport \"k8s.io/client-go/util/workqueue\"\n\nfunc Next(q workqueue.RateLimitingInterface) {\n\tkey, _ := q.Get()\n\tF0(q, key, 1)\n}\n" +
			rows("func F%d(q workqueue.RateLimitingInterface, key any, n int) {\n\tif n > %[1]d {\n\t\tF%[2]d(q, key, n)\n\t} else {\n\t\tF%[2]d(q, key, n-1)\n\t}\n}\n")(n) + fmt.Sprintf("func F%d(q workqueue.RateLimitingInterface, key any, n int) { q.Done(key) }\n", n)
	}},
	{"ways-watch", "the same between a watch and what stops it", 25, func(n int) string {
		return client + "func Wait(ctx context.Context, c Pods) error {\n\tw, err := c.Watch(ctx, metav1.ListOptions{ResourceVersion: `1`})\n\tif err != nil {\n\t\treturn err\n\t}\n\tF0(w, 1)\n\treturn nil\n}\n" +
			rows("func F%d(w watch.Interface, n int) {\n\tif n > %[1]d {\n\t\tF%[2]d(w, n)\n\t} else {\n\t\tF%[2]d(w, n-1)\n\t}\n}\n")(n) + fmt.Sprintf("func F%d(w watch.Interface, n int) { w.Stop() }\n", n)
	}},
	{"ways-start", "the same between a loop and its watch", 25, func(n int) string {
		return client + "func Run(ctx context.Context, c Pods) {\n\trv := ``\n\tfor {\n\t\tw, err := W0(ctx, c, rv)\n\t\tif errors.IsInternalError(err) {\n\t\t\tcontinue\n\t\t}\n\t\tif err != nil {\n\t\t\treturn\n\t\t}\n\t\tfor ev := range w.ResultChan() {\n\t\t\trv = ev.Object.GetResourceVersion()\n\t\t}\n\t}\n}\n" +
			rows("func W%d(ctx context.Context, c Pods, rv string) (watch.Interface, error) {\n\tif cond() {\n\t\treturn W%[2]d(ctx, c, rv)\n\t}\n\treturn W%[2]d(ctx, c, rv)\n}\n")(n) +
			fmt.Sprintf("func W%d(ctx context.Context, c Pods, rv string) (watch.Interface, error) {\n\treturn c.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})\n}\n", n)
	}},
}

// nest is n times open and then n times shut.
func nest(open, shut string) func(n int) string {
	return func(n int) string { return strings.Repeat(open, n) + strings.Repeat(shut, n) }
}

// forks is helpers, each of which calls the next in two places: there are 2 to the n ways to the last.
func forks(before, after string) func(n int) string {
	return steps(before, "func (r *Reconciler) f%d(ctx context.Context, shop *Shop) error {\n\tif len(shop.Name) > %[1]d {\n\t\treturn r.f%[2]d(ctx, shop)\n\t}\n\treturn r.f%[2]d(ctx, shop)\n}\n", after)
}

// helpers is a Reconcile that does before, and n functions, each of which calls the next, the last of which does
// after.
func helpers(before, after string) func(n int) string {
	return steps(before, "func (r *Reconciler) f%d(ctx context.Context, shop *Shop) error { return r.f%[2]d(ctx, shop) }\n", after)
}

func steps(before, each, after string) func(n int) string {
	return func(n int) string {
		return reconciler(before+"\n", none, "return reconcile.Result{}, r.f0(ctx, shop)\n")(0) + rows(each)(n) +
			fmt.Sprintf("func (r *Reconciler) f%d(ctx context.Context, shop *Shop) error {\n%s\n}\n", n, after)
	}
}

// wrapped is a function of n times open and then n times shut.
func wrapped(open, shut string) func(n int) string {
	return inFunc(object, "x int", "o := Get(`o`)\no.Labels[`a`] = `b`", nest(open, shut), "")
}

// declared is a variable of n times open and then n times shut, and a function behind it.
func declared(open, shut string) func(n int) string {
	return func(n int) string {
		return object + "var V = " + strings.Repeat(open, n) + strings.Repeat(shut, n) + "\n\nfunc F() { Get(`o`).Labels[`a`] = `b` }\n"
	}
}
