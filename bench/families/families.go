//go:build unix

package main

import (
	"fmt"
	"strings"
)

// A family is packages of one shape, of any size.
type family struct {
	name, what string
	size       int // the smallest that is measured: some thousand lines at four times as many
	source     func(n int) string
}

// families are shapes that people write and machines write much more of. In
// each the object, or the watch, goes through all of it.
var families = []family{
	{"ifs", "if c { o = Get() }; write, in a row", 200, inFunc(object, "x int", "o := Get(`o`)", rows("if x > %d {\n\to = Get(`%[1]d`)\n}\no.Labels[`%[1]d`] = `b`"), "")},
	{"writes", "writes of one object in a row", 750, inFunc(object, "x int", "o := Get(`o`)", rows("o.Labels[`%d`] = `b`"), "")},
	{"branches", "writes of one object, each in a branch", 400, inFunc(object, "x int", "o := Get(`o`)", rows("if x == %d {\n\to.Labels[`a`] = `b`\n\treturn\n}"), "")},
	{"copies", "if c { o = o.DeepCopy() }; write, in a row", 200, inFunc(object, "x int", "o := Get(`o`)", rows("if x > %d {\n\to = o.DeepCopy()\n}\no.Labels[`%[1]d`] = `b`"), "")},
	{"flags", "a flag for each copy, asked at each write", 150, inFunc(object, "x int", "o := Get(`o`)", rows("copied%d := false\nif x > %[1]d {\n\to, copied%[1]d = o.DeepCopy(), true\n}\nif copied%[1]d {\n\to.Labels[`b`] = `b`\n}"), "")},
	{"errors", "a call and if err != nil { return }, in a row", 400, inFunc(object+"\nfunc Find(name string) (*Obj, error) { return Get(name), nil }\n", "x int", "var o *Obj\nvar err error", rows("o, err = Find(`%d`)\nif err != nil {\n\treturn\n}\no.Labels[`a`] = `b`"), "")},
	{"loops", "loops in a row, one variable", 150, inFunc(object, "x int", "o := Get(`o`)", rows("for i := 0; i < x; i++ {\n\to.Labels[`%d`] = `b`\n\to = o.Next\n}"), "")},
	{"retried", "loops in a row that get, copy or write", 150, inFunc(object, "x int", "o := Get(`o`)", rows("for cond() {\n\tif x > %d {\n\t\to = o.DeepCopy()\n\t\tcontinue\n\t}\n\to.Labels[`a`] = `b`\n}"), "")},
	{"nested-ifs", "ifs in ifs", 100, nested(object, "o := Get(`o`)", "if x > %d {\no.Labels[`%[1]d`] = `b`", "}")},
	{"else-ifs", "if c { write } else if …", 500, inFunc(object, "x int", "o := Get(`o`)", func(n int) string {
		return strings.ReplaceAll(rows("if x == %d { o.Labels[`%[1]d`] = `b` } else ")(n), "\n", "") + "{\n}\n"
	}, "")},
	{"nested-loops", "loops in loops", 25, nested(object, "o := Get(`o`)", "for i%d := 0; i%[1]d < x; i%[1]d++ {\no.Labels[`%[1]d`] = `b`\no = o.Next", "}")},
	{"literals", "function literals in a row, one captured object", 250, inFunc(object, "x int", "o := Get(`o`)", rows("f%d := func() { o.Labels[`%[1]d`] = `b` }\nf%[1]d()"), "")},
	{"nested-literals", "function literals in function literals", 25, nested(object, "o := Get(`o`)", "func() {\no.Labels[`%d`] = `b`", "}()")},
	{"directives", "comments in a row that silence nothing", 5000, inFunc(object, "x int", "", rows("//nolint:cachemutate // of row %d"), "")},
	{"switch", "a switch with a write in each case", 500, inFunc(object, "x int", "o := Get(`o`)\nswitch x {", rows("case %d:\n\to.Labels[`a`] = `b`"), "}")},
	{"type-switch", "a type switch with a write in each case", 250, typeSwitch},
	{"ands", "a condition of n terms", 2500, terms("&&")},
	{"ors", "a condition of n alternatives", 2500, terms("||")},
	{"mixed", "a condition of both", 2500, terms("&& x != 3 ||")},
	{"recursion", "functions that call the next one round", 1500, func(n int) string {
		return object + rows("func F%d(o *Obj, n int) int {\n\tif n > %[1]d {\n\t\to.Labels[`a`] = `b`\n\t\treturn F%[2]d(o, n-1)\n\t}\n\treturn n\n}\nfunc G%[1]d() { F%[1]d(Get(`o`), 3) }\n")(n) +
			fmt.Sprintf("func F%d(o *Obj, n int) int { return F0(o, n) }\n", n)
	}},
	{"clique", "functions that each call all", 30, clique},
	{"chain", "functions that call the next, the last one writes", 1500, func(n int) string {
		return object + rows("func F%d(o *Obj) { F%[2]d(o.Next) }\n")(n-1) + fmt.Sprintf("func F%d(o *Obj) { F0(o); o.Labels[`a`] = `b` }\nfunc G() { F0(Get(`o`)) }\n", n-1)
	}},
	{"callers", "callers of one function", 1500, func(n int) string {
		return object + "func set(o *Obj) { o.Labels[`a`] = `b` }\n" + rows("func F%d() { set(Get(`o`)) }\n")(n)
	}},
	{"functions", "functions without any object", 10000, func(n int) string { return rows("func F%d(a, b int) int { return a*b + %[1]d }\n")(n) }},
	{"generics", "types that a generic function is used with", 250, func(n int) string {
		return object + "func each[T any](ts []T, f func(T)) {\n\tfor _, t := range ts {\n\t\tf(t)\n\t}\n}\n" +
			rows("type T%d struct{ o *Obj }\nfunc F%[1]d() { each([]T%[1]d{{Get(`o`)}}, func(t T%[1]d) { t.o.Labels[`a`] = `b` }) }\n")(n)
	}},
	{"wide", "a struct of n maps, each of which is written", 400, func(n int) string {
		return "type Obj struct {\n" + rows("F%d map[string]string")(n) + "}\n//k8slint:shared\nfunc Get() *Obj { return nil }\nfunc set(o *Obj) {\n" + rows("o.F%d[`a`] = `b`")(n) + "}\nfunc F() { set(Get()) }\n"
	}},
	{"deep", "structs in structs", 250, func(n int) string {
		return rows("type T%d struct{ F *T%[2]d; M map[string]string }\n")(n-1) + fmt.Sprintf("type T%d struct{ M map[string]string }\n", n-1) +
			"//k8slint:shared\nfunc Get() *T0 { return nil }\nfunc F() {\n\to0 := Get()\n" + rows("o%[2]d := o%[1]d.F\no%[2]d.M[`a`] = `b`")(n-1) + "}\n"
	}},
	{"path", "o.Next.Next.Next", 250, func(n int) string {
		return object + "func F() {\n\to := Get(`o`)\n\to" + strings.Repeat(".Next", n) + ".Labels[`a`] = `b`\n}\n"
	}},
	{"interface", "an interface of n methods with four types", 100, bigInterface},
	{"implementations", "types of one interface, and as many calls of its method", 250, func(n int) string {
		return object + "type I interface{ Set(o *Obj) }\n" + rows("type T%d struct{}\nfunc (T%[1]d) Set(o *Obj) { o.Labels[`%[1]d`] = `b` }\nfunc F%[1]d(i I) { i.Set(Get(`o`)) }\nvar _ I = T%[1]d{}\n")(n)
	}},
	{"embedding", "types that embed an interface of n methods", 60, func(n int) string {
		return object + "type I interface {\n" + rows("M%d(o *Obj)")(n) + "}\n" + rows("type T%d struct{ I }\nfunc (t T%[1]d) M%[1]d(o *Obj) { o.Labels[`%[1]d`] = `b` }\nfunc F%[1]d(i I) { i.M%[1]d(Get(`o`)) }\nvar _ I = T%[1]d{}\n")(n)
	}},
	{"slice", "cached objects appended to a slice, in a row", 400, inFunc(object, "x int", "var all []*Obj", rows("all = append(all, Get(`%d`))\nall[x].Labels[`a`] = `b`"), "")},
	{"map", "cached objects put into a map, in a row", 300, inFunc(object, "x int", "all := map[string]*Obj{}", rows("all[`%d`] = Get(`%[1]d`)\nall[`%[1]d`].Labels[`a`] = `b`"), "")},
	{"composite", "one literal of n objects", 2500, func(n int) string {
		return object + "var table = []Obj{\n" + rows("{Name: `%d`, Labels: map[string]string{`a`: `b`}, Next: &Obj{Name: `c`}},")(n) + "}\nfunc F() { table[1].Next = Get(`o`); table[1].Next.Labels[`a`] = `b` }\n"
	}},
	{"locals", "local structs that hold the object and each other", 250, inFunc(object, "x int", "l0 := &Obj{Next: Get(`o`)}", func(n int) string {
		return rows("l%[2]d := &Obj{Next: l%[1]d}\nl%[2]d.Next.Next.Labels[`a`] = `b`")(n)
	}, "")},
	{"fields", "fields of the receiver that hold it, each with its methods", 250, func(n int) string {
		return object + "type C struct {\n" + rows("f%d *Obj")(n) + "}\n" + rows("func (c *C) Set%d() { c.f%[1]d = Get(`o`) }\nfunc (c *C) Use%[1]d() { c.f%[1]d.Labels[`a`] = `b` }\n")(n)
	}},
	{"defers", "deferred writes", 400, inFunc(object, "x int", "o := Get(`o`)", rows("defer set%d(o)"), "", rows("func set%d(o *Obj) { o.Labels[`a`] = `b` }\n"))},
	{"gotos", "labels and jumps back", 100, inFunc(object, "x int", "o := Get(`o`)", rows("L%d:\nif x > %[1]d {\n\to = o.Next\n\to.Labels[`a`] = `b`\n\tx--\n\tgoto L%[1]d\n}"), "")},
	{"back-to-one", "labels, and jumps to the first past a read and two writes", 50, inFunc(object, "x int", "o := Get(`o`)", rows("L%d:\nif x == %[1]d {\n\to.Labels[`a`] = `b`\n\to = Get(`%[1]d`)\n\to.Labels[`a`] = `b`\n\tx++\n\tgoto L0\n}\nif x == -%[1]d {\n\tgoto L%[1]d\n}"), "")},
	{"select", "a select of n channels of objects", 250, func(n int) string {
		return object + "func F(" + rows("c%d chan *Obj,")(n) + ") {\n\tgo func() { c0 <- Get(`o`) }()\n\tselect {\n" + rows("case o := <-c%d:\n\to.Labels[`a`] = `b`")(n) + "}\n}\n"
	}},
	{"results", "functions of many results", 60, manyResults},
	{"watch-flags", "bool variables in a watch loop", 100, watchLoop("", rows("f%d := false"), rows("if ev.Type == watch.Deleted {\n\tf%d = !f%[1]d\n} else if f%[1]d {\n\trv = ev.Object.GetResourceVersion()\n}"))},
	{"watch-ifs", "conditions in a watch loop", 200, watchLoop("", none, rows("if cond() {\n\trv = ev.Object.GetResourceVersion()\n}"))},
	{"watch-cases", "cases in a watch loop", 400, watchLoop("switch ev.Object.GetResourceVersion() {", none, func(n int) string {
		return rows("case `%d`:\n\trv = ev.Object.GetResourceVersion()")(n) + "}\n"
	})},
	{"watch-errors", "errors told apart before the next watch", 150, func(n int) string {
		return client + "func Run(ctx context.Context, c Pods) {\n\trv := ``\n\tfor {\n\t\tw, err := c.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})\n" +
			rows("if errors.IsInternalError(err) && cond() {\n\tcontinue\n}")(n) + "if err != nil {\n\treturn\n}\nfor ev := range w.ResultChan() {\n\trv = ev.Object.GetResourceVersion()\n}\n}\n}\n"
	}},
	{"watch-calls", "functions between the loop and its watch", 500, func(n int) string {
		return client + "func Run(ctx context.Context, c Pods) {\n\trv := ``\n\tfor {\n\t\tw, err := W0(ctx, c, rv)\n\t\tif errors.IsInternalError(err) {\n\t\t\tcontinue\n\t\t}\n\t\tif err != nil {\n\t\t\treturn\n\t\t}\n\t\tfor ev := range w.ResultChan() {\n\t\t\trv = ev.Object.GetResourceVersion()\n\t\t}\n\t}\n}\n" +
			rows("func W%d(ctx context.Context, c Pods, rv string) (watch.Interface, error) { return W%[2]d(ctx, c, rv) }\n")(n-1) +
			fmt.Sprintf("func W%d(ctx context.Context, c Pods, rv string) (watch.Interface, error) {\n\treturn c.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})\n}\n", n-1)
	}},
	{"retries", "retries on conflict in a row, one object", 150, retries(rows("err = retry.RetryOnConflict(retry.DefaultRetry, func() error {\n\tpod.Labels[`%d`] = `b`\n\t_, err := c.Update(ctx, pod, metav1.UpdateOptions{})\n\treturn err\n})\nif err != nil {\n\treturn err\n}"))},
	{"retried-ifs", "conditions inside a retry on conflict", 150, retries(func(n int) string {
		return "err = retry.RetryOnConflict(retry.DefaultRetry, func() error {\n" + rows("if cond() {\n\tpod.Labels[`%d`] = `b`\n} else if cond() {\n\tpod, err = c.Get(ctx, `%[1]d`, metav1.GetOptions{})\n}")(n) + "_, err := c.Update(ctx, pod, metav1.UpdateOptions{})\nreturn err\n})\n"
	})},
	{"updates", "updates of one object in a row", 200, retries(rows("if cond() {\n\tif _, err = c.UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil && !errors.IsConflict(err) {\n\t\treturn err\n\t}\n}"))},
	{"status-ifs", "conditions between a change of the status and the write that drops it", 150, reconciler("shop.Status.Phase = `ready`\n", rows("if len(shop.Name) > %d {\n\tshop.Labels[`%[1]d`] = `b`\n} else if err := r.check(ctx, %[1]d); err != nil {\n\treturn reconcile.Result{}, err\n}"), "return reconcile.Result{}, r.Update(ctx, shop)\n")},
	{"status-writes", "updates of the spec and of the status in a row", 150, reconciler("", rows("shop.Spec.Labels[`%d`] = `b`\nshop.Status.Phase = `%[1]d`\nif err := r.Status().Update(ctx, shop); err != nil {\n\treturn reconcile.Result{}, err\n}"), "return reconcile.Result{}, nil\n")},
	{"finalizers", "finalizers that are looked for, added and stored, in a row", 100, reconciler("", rows("if !controllerutil.ContainsFinalizer(shop, `a/%d`) {\n\tcontrollerutil.AddFinalizer(shop, `a/%[1]d`)\n\tif err := r.Update(ctx, shop); err != nil {\n\t\treturn reconcile.Result{}, err\n\t}\n}"), "return reconcile.Result{}, nil\n")},
	{"finalizer-ifs", "conditions between the test for a deletion and the finalizer", 150, reconciler("if !shop.DeletionTimestamp.IsZero() {\n\tcontrollerutil.RemoveFinalizer(shop, `a/b`)\n}\n", rows("if len(shop.Name) > %d {\n\tif err := r.check(ctx, %[1]d); err != nil {\n\t\treturn reconcile.Result{}, err\n\t}\n}"), "controllerutil.AddFinalizer(shop, `a/b`)\nreturn reconcile.Result{}, r.Update(ctx, shop)\n")},
	{"dropped-errors", "writes whose errors a reconcile logs, in a row", 150, reconciler("", rows("if err := r.Update(ctx, shop); err != nil {\n\tprintln(`%d`, err.Error())\n}"), "return reconcile.Result{}, nil\n")},
	{"ignored", "calls of helpers whose errors are ignored, in one block", 20, func(n int) string {
		return reconciler("", rows("_ = r.store(ctx, shop, `%d`)"), "shop.Status.Phase = `ready`\nreturn reconcile.Result{}, r.Update(ctx, shop)\n")(n) + "func (r *Reconciler) store(ctx context.Context, shop *Shop, label string) error {\n\tshop.Labels[label] = label\n\tif err := r.check(ctx, 1); err != nil {\n\t\treturn err\n\t}\n\treturn r.Update(ctx, shop)\n}\n"
	}},
	{"reads", "reads of one object in a row", 600, reconciler("", rows("if err := r.Get(ctx, req.NamespacedName, shop); err != nil {\n\treturn reconcile.Result{}, err\n}"), "return reconcile.Result{}, nil\n")},
	{"owners", "owner references of objects, in a row", 250, reconciler("", rows("o%d := &Shop{}\nif err := controllerutil.SetControllerReference(shop, o%[1]d, r.scheme); err != nil {\n\treturn reconcile.Result{}, err\n}"), "return reconcile.Result{}, nil\n")},
	{"deepequals", "comparisons of a pointer and a value", 500, reconciler("", rows("if !reflect.DeepEqual(shop.Spec, &ShopSpec{Labels: map[string]string{`a`: `%d`}}) {\n\tshop.Labels[`a`] = `b`\n}"), "return reconcile.Result{}, nil\n")},
	{"circle", "helpers of a reconcile that each call all, and each lose a change", 15, func(n int) string {
		calls := strings.ReplaceAll(rows("case %d:\n\treturn r.h%[1]d(ctx, shop)")(n), "%", "%%")
		return reconciler("", none, "return reconcile.Result{}, r.h0(ctx, shop)\n")(0) + rows("func (r *Reconciler) h%d(ctx context.Context, shop *Shop) error {\n\tshop.Status.Phase = `%[1]d`\n\tswitch len(shop.Name) {\n"+calls+"}\n\treturn r.Update(ctx, shop)\n}\n")(n)
	}},
	{"reconcilers", "reconciles that each call all", 15, func(n int) string {
		calls := strings.ReplaceAll(rows("if len(shop.Name) > %d {\n\treturn (&R%[1]d{r.Client, r.scheme}).Reconcile(ctx, req)\n}")(n), "%", "%%")
		return reconciler("", none, "return reconcile.Result{}, nil\n")(0) + rows("type R%d struct {\n\tclient.Client\n\tscheme *runtime.Scheme\n}\n\nfunc (r *R%[1]d) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {\n\tshop := &Shop{}\n\tif err := r.Get(ctx, req.NamespacedName, shop); err != nil {\n\t\treturn reconcile.Result{}, err\n\t}\n\tshop.Status.Phase = `%[1]d`\n"+calls+"\treturn reconcile.Result{}, r.Update(ctx, shop)\n}\n")(n)
	}},
	{"watch-select", "a select of n watches, each with a position", 40, func(n int) string {
		return client + "func Run(ctx context.Context, c Pods) error {\n" + rows("rv%d := ``")(n) + "for {\n" +
			rows("w%d, err := c.Watch(ctx, metav1.ListOptions{ResourceVersion: rv%[1]d})\nif err != nil {\n\treturn err\n}")(n) +
			"select {\n" + rows("case ev := <-w%d.ResultChan():\n\trv%[1]d = ev.Object.GetResourceVersion()")(n) + "}\n}\n}\n"
	}},
	{"watch-loops", "watch loops that call the next", 60, func(n int) string {
		return client + rows("func Run%d(ctx context.Context, c Pods, rv string) error {\n\tfor {\n\t\tw, err := c.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tfor ev := range w.ResultChan() {\n\t\t\trv = ev.Object.GetResourceVersion()\n\t\t}\n\t\tif err := Run%[2]d(ctx, c, rv); err != nil {\n\t\t\treturn err\n\t\t}\n\t}\n}\n")(n) +
			fmt.Sprintf("func Run%d(ctx context.Context, c Pods, rv string) error { return nil }\n", n)
	}},
	{"retried-objects", "objects that one retry reads, changes and writes", 100, retries(func(n int) string {
		return "_ = pod\nerr = retry.RetryOnConflict(retry.DefaultRetry, func() error {\n" + rows("pod%d, err := c.Get(ctx, `%[1]d`, metav1.GetOptions{})\nif err != nil {\n\treturn err\n}\npod%[1]d.Labels[`a`] = `b`\nif _, err := c.Update(ctx, pod%[1]d, metav1.UpdateOptions{}); err != nil {\n\treturn err\n}")(n) + "return nil\n})\n"
	})},
	{"reads-each", "objects that one reconcile reads", 300, reconciler("", rows("o%d := &Shop{}\nif err := r.Get(ctx, req.NamespacedName, o%[1]d); err != nil {\n\treturn reconcile.Result{}, err\n}"), "return reconcile.Result{}, nil\n")},
	{"writes-each", "objects that one reconcile reads, changes and writes", 100, reconciler("", rows("o%d := &Shop{}\nif err := r.Get(ctx, req.NamespacedName, o%[1]d); err != nil {\n\treturn reconcile.Result{}, err\n}\no%[1]d.Spec.Replicas = nil\nif err := r.Update(ctx, o%[1]d); err != nil {\n\treturn reconcile.Result{}, err\n}"), "return reconcile.Result{}, nil\n")},
	{"queue-ifs", "conditions between the queue's Get and Done", 250, func(n int) string {
		return "\nimport \"k8s.io/client-go/util/workqueue\"\n\nfunc Next(q workqueue.RateLimitingInterface, cond func(int) bool) bool {\n\tkey, quit := q.Get()\n\tif quit {\n\t\treturn false\n\t}\n" +
			rows("if cond(%d) {\n\tq.AddRateLimited(key)\n} else if cond(-%[1]d) {\n\treturn true\n}")(n) + "q.Done(key)\nreturn true\n}\n"
	}},
	{"left-watches", "watches that one function opens, each with a way out", 100, func(n int) string {
		return client + "func Wait(ctx context.Context, c Pods) error {\n" +
			rows("w%d, err := c.Watch(ctx, metav1.ListOptions{ResourceVersion: `1`})\nif err != nil {\n\treturn err\n}\nfor ev := range w%[1]d.ResultChan() {\n\tif ev.Type == watch.Deleted {\n\t\treturn nil\n\t}\n}\nw%[1]d.Stop()")(n) + "return nil\n}\n"
	}},
}

func none(int) string { return "" }

// rows repeats format n times, each on lines of its own: its first argument is
// the number of the row from 0, its second that of the next.
func rows(format string) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		for i := range n {
			next := i + 1
			s := fmt.Sprintf(format, i, next)
			// A format that does not mention the second argument.
			s, _, _ = strings.Cut(s, "%!(EXTRA")
			b.WriteString(s)
			b.WriteByte('\n')
		}
		return b.String()
	}
}

// inFunc is a package of head, one function with the given parameters that does
// before, body and after, and what more makes.
func inFunc(head, params, before string, body func(int) string, after string, more ...func(int) string) func(int) string {
	return func(n int) string {
		s := head + "\nfunc F(" + params + ") {\n" + before + "\n" + body(n) + after + "\n}\n"
		for _, m := range more {
			s += m(n)
		}
		return s
	}
}

// nested is a function of n times open, then n times shut.
func nested(head, before, open, shut string) func(int) string {
	return inFunc(head, "x int", before, func(n int) string {
		return rows(open)(n) + strings.Repeat(shut+"\n", n)
	}, "")
}

func terms(op string) func(int) string {
	return func(n int) string {
		return object + "func F(x int) {\n\to := Get(`o`)\n\tif x > 0" + strings.TrimRight(strings.ReplaceAll(rows(" "+op+" x > %d")(n), "\n", ""), " ") + " {\n\t\to = o.DeepCopy()\n\t}\n\to.Labels[`a`] = `b`\n}\n"
	}
}

func typeSwitch(n int) string {
	return object + rows("type T%d struct{ Labels map[string]string }\nfunc (*T%[1]d) Is() {}\n")(n) +
		"type I interface{ Is() }\n//k8slint:shared\nfunc Any() I { return nil }\nfunc F() {\n\tswitch o := Any().(type) {\n" +
		rows("case *T%d:\n\to.Labels[`a`] = `b`")(n) + "}\n}\n"
}

func clique(n int) string {
	calls := rows("F%d(o.Next, n-1)")(n)
	return object + rows("func F%d(o *Obj, n int) {\n\tif n < 0 {\n\t\treturn\n\t}\n\to.Labels[`%[1]d`] = `b`\n"+strings.ReplaceAll(calls, "%", "%%")+"}\nfunc G%[1]d() { F%[1]d(Get(`o`), 3) }\n")(n)
}

func bigInterface(n int) string {
	s := object + "type I interface {\n" + rows("M%d(o *Obj)")(n) + "}\n"
	for t := range 4 {
		s += fmt.Sprintf("type T%d struct{ o *Obj }\nvar _ I = (*T%[1]d)(nil)\n", t)
		s += rows(fmt.Sprintf("func (t *T%d) M%%d(o *Obj) { t.o = o; o.Labels[`a`] = `b` }\n", t))(n)
	}
	return s + "func F(i I) {\n" + rows("i.M%d(Get(`o`))")(n) + "}\n"
}

func manyResults(n int) string {
	list := func(format string) string {
		return strings.TrimSuffix(strings.ReplaceAll(rows(format)(n), "\n", ", "), ", ")
	}
	return object + rows("func R%d() ("+list("*Obj")+") { return "+list("Get(`o`)")+" }\nfunc F%[1]d() {\n\t"+strings.ReplaceAll(list("a%d"), "%", "%%")+" := R%[1]d()\n"+rows("a%d.Labels[`a`] = `b`")(n)+"}\n")(n)
}

func watchLoop(open string, before, body func(int) string) func(int) string {
	return func(n int) string {
		return client + "func Run(ctx context.Context, c Pods) error {\n\trv := ``\n" + before(n) + "for {\n\tw, err := c.Watch(ctx, metav1.ListOptions{ResourceVersion: rv})\n\tif err != nil {\n\t\treturn err\n\t}\n\tfor ev := range w.ResultChan() {\n" +
			open + "\n" + body(n) + "}\n}\n}\n"
	}
}

func retries(body func(int) string) func(int) string {
	return func(n int) string {
		return client + "func Set(ctx context.Context, c Pods) error {\n\tpod, err := c.Get(ctx, `p`, metav1.GetOptions{})\n\tif err != nil {\n\t\treturn err\n\t}\n" + body(n) + "return err\n}\n"
	}
}

// reconciler is a Reconcile that reads its object, and does before, body and after.
func reconciler(before string, body func(int) string, after string) func(int) string {
	return func(n int) string {
		return operator + "\nfunc (r *Reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {\n\tshop := &Shop{}\n\tif err := r.Get(ctx, req.NamespacedName, shop); err != nil {\n\t\treturn reconcile.Result{}, err\n\t}\n" +
			before + body(n) + after + "}\n"
	}
}
