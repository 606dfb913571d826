package apiserver

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/k8slint/k8slint/test/apiserver/lostwrite"
)

// own are the kinds of package lostwrite.
var own = []kind{
	{lostwrite.GroupVersion.WithKind("Backup"), "backups", meta.RESTScopeNamespace, true},
	{lostwrite.GroupVersion.WithKind("Snapshot"), "snapshots", meta.RESTScopeNamespace, false},
}

// newClient returns a client of controller-runtime for what p shows.
func newClient(t *testing.T, p *Proxy) client.Client {
	t.Helper()
	scheme := runtime.NewScheme()
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		t.Fatal(err)
	}
	lostwrite.AddToScheme(scheme)
	return must[client.Client](t)(client.New(p.Config, client.Options{Scheme: scheme, Mapper: mapper(append(slices.Clone(builtin), own...))}))
}

// A step changes an object and writes it, in a namespace where there is the Backup
// "nightly", its twin the Snapshot, and nothing else.
type step func(ctx context.Context, c client.Client, t *testing.T, namespace string) error

// onBackup gives f the stored Backup.
func onBackup(f func(context.Context, client.Client, *lostwrite.Backup) error) step {
	return func(ctx context.Context, c client.Client, t *testing.T, namespace string) error {
		return f(ctx, c, storedBackup(t, c, namespace, "nightly"))
	}
}

// onNewBackup gives f one that is not stored yet.
func onNewBackup(f func(context.Context, client.Client, *lostwrite.Backup) error) step {
	return func(ctx context.Context, c client.Client, t *testing.T, namespace string) error {
		return f(ctx, c, &lostwrite.Backup{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "new"}})
	}
}

// onSnapshot gives f the stored Snapshot.
func onSnapshot(f func(context.Context, client.Client, *lostwrite.Snapshot) error) step {
	return func(ctx context.Context, c client.Client, t *testing.T, namespace string) error {
		return f(ctx, c, storedSnapshot(t, c, namespace, "nightly"))
	}
}

// A kept reports whether the server has the change that a step made.
type kept func(t *testing.T, c client.Client, namespace string) bool

func phase(t *testing.T, c client.Client, namespace string) bool {
	return storedBackup(t, c, namespace, "nightly").Status.Phase == lostwrite.Phase
}

func newPhase(t *testing.T, c client.Client, namespace string) bool {
	return storedBackup(t, c, namespace, "new").Status.Phase == lostwrite.Phase
}

func snapshotPhase(t *testing.T, c client.Client, namespace string) bool {
	return storedSnapshot(t, c, namespace, "nightly").Status.Phase == lostwrite.Phase
}

func label(t *testing.T, c client.Client, namespace string) bool {
	return storedBackup(t, c, namespace, "nightly").Labels[lostwrite.Label] != ""
}

func schedule(t *testing.T, c client.Client, namespace string) bool {
	return storedBackup(t, c, namespace, "nightly").Spec.Schedule == lostwrite.Schedule
}

func newSchedule(t *testing.T, c client.Client, namespace string) bool {
	return storedBackup(t, c, namespace, "new").Spec.Schedule == lostwrite.Schedule
}

func annotation(t *testing.T, c client.Client, namespace string) bool {
	return storedBackup(t, c, namespace, "nightly").Annotations[lostwrite.Annotation] != ""
}

func image(t *testing.T, c client.Client, namespace string) bool {
	return storedBackup(t, c, namespace, "nightly").Spec.Containers[0].Image == lostwrite.Image
}

func storedBackup(t *testing.T, c client.Client, namespace, name string) *lostwrite.Backup {
	t.Helper()
	var b lostwrite.Backup
	if err := c.Get(t.Context(), client.ObjectKey{Namespace: namespace, Name: name}, &b); err != nil {
		t.Fatal(err)
	}
	return &b
}

func storedSnapshot(t *testing.T, c client.Client, namespace, name string) *lostwrite.Snapshot {
	t.Helper()
	var s lostwrite.Snapshot
	if err := c.Get(t.Context(), client.ObjectKey{Namespace: namespace, Name: name}, &s); err != nil {
		t.Fatal(err)
	}
	return &s
}

// store creates the Backup and the Snapshot of a namespace.
func store(t *testing.T, c client.Client, namespace string) {
	t.Helper()
	ctx := t.Context()
	meta := metav1.ObjectMeta{Namespace: namespace, Name: "nightly", Labels: map[string]string{"app": "db"}}
	spec := lostwrite.Spec{Schedule: "weekly", Containers: []lostwrite.Container{{Name: "dump", Image: "backup:v1"}}}
	backup := &lostwrite.Backup{ObjectMeta: meta, Spec: spec}
	if err := c.Create(ctx, backup); err != nil {
		t.Fatal(err)
	}
	backup.Status.Phase = "New"
	if err := c.Status().Update(ctx, backup); err != nil {
		t.Fatal(err)
	}
	if err := c.Create(ctx, &lostwrite.Snapshot{ObjectMeta: meta, Spec: spec, Status: lostwrite.Status{Phase: "New"}}); err != nil {
		t.Fatal(err)
	}
}

// lost are the categories of lostwrite. Each step returns no error, whether it loses
// the change or not.
var lost = []struct {
	category, name string
	step           step
	kept           kept
	lost           bool
	// patches are the bodies of the patches that the step sends, "" for any.
	patches []string
}{
	{"status-overwritten", "update", onBackup(lostwrite.StatusBeforeUpdate), phase, true, nil},
	{"status-overwritten", "saved over update", onBackup(lostwrite.StatusKeptOverUpdate), phase, false, nil},
	{"status-overwritten", "patch", onBackup(lostwrite.StatusBeforePatch), phase, true, nil},
	{"status-overwritten", "after patch", onBackup(lostwrite.StatusAfterPatch), phase, false, nil},

	{"status-not-stored", "update", onBackup(lostwrite.StatusByUpdate), phase, true, nil},
	{"status-not-stored", "status update", onBackup(lostwrite.StatusByStatusUpdate), phase, false, nil},
	{"status-not-stored", "patch", onBackup(lostwrite.StatusByPatch), phase, true, []string{`{"status":{"phase":"Running"}}`}},
	{"status-not-stored", "status patch", onBackup(lostwrite.StatusByStatusPatch), phase, false, []string{`{"status":{"phase":"Running"}}`}},
	{"status-not-stored", "CreateOrUpdate", onBackup(lostwrite.StatusInCreateOrUpdate), phase, true, nil},
	{"status-not-stored", "CreateOrPatch", onBackup(lostwrite.StatusInCreateOrPatch), phase, false, []string{`{"status":{"phase":"Running"}}`}},
	{"status-not-stored", "update without subresource", onSnapshot(lostwrite.SnapshotByUpdate), snapshotPhase, false, nil},

	{"only-status-stored", "label", onBackup(lostwrite.LabelByStatusUpdate), label, true, nil},
	{"only-status-stored", "label first", onBackup(lostwrite.LabelThenStatusUpdate), label, false, nil},
	{"only-status-stored", "spec", onBackup(lostwrite.SpecByStatusPatch), schedule, true, []string{`{"spec":{"schedule":"daily"},"status":{"phase":"Running"}}`}},
	{"only-status-stored", "spec first", onBackup(lostwrite.SpecThenStatusPatch), schedule, false, []string{`{"spec":{"schedule":"daily"}}`, `{"status":{"phase":"Running"}}`}},

	{"empty-patch", "base is the object", onBackup(lostwrite.PatchFromItself), schedule, true, []string{`{}`}},
	{"empty-patch", "base copied after the change", onBackup(lostwrite.PatchFromLateCopy), schedule, true, []string{`{}`}},
	{"empty-patch", "optimistic lock", onBackup(lostwrite.PatchWithLockFromItself), schedule, true, []string{`{"metadata":{"resourceVersion":"…"}}`}},
	{"empty-patch", "base copied before the change", onBackup(lostwrite.PatchFromCopy), schedule, false, []string{`{"spec":{"schedule":"daily"}}`}},

	{"reversed-patch", "swapped", onBackup(lostwrite.ReversedPatch), annotation, true, []string{`{"metadata":{"annotations":null}}`}},
	{"reversed-patch", "straight", onBackup(lostwrite.StraightPatch), annotation, false, []string{`{"metadata":{"annotations":{"backup.example.com/seen":"true"}}}`}},

	{"copy-changed", "range variable", onBackup(lostwrite.ImageOfCopy), image, true, nil},
	{"copy-changed", "element", onBackup(lostwrite.ImageOfElement), image, false, nil},
	{"copy-changed", "original sent", onBackup(lostwrite.OriginalOfCopy), schedule, true, nil},
	{"copy-changed", "copy sent", onBackup(lostwrite.CopyOfOriginal), schedule, false, nil},

	{"overwritten-by-read", "CreateOrUpdate", onBackup(lostwrite.SetBeforeCreateOrUpdate), schedule, true, nil},
	{"set-before-read", "CreateOrUpdate of a stored object", onBackup(lostwrite.SetBeforeCreateOrUpdate), schedule, true, nil},
	{"set-before-read", "CreateOrUpdate of a new object", onNewBackup(lostwrite.SetBeforeCreateOrUpdate), newSchedule, false, nil},
	{"overwritten-by-read", "CreateOrPatch", onBackup(lostwrite.SetBeforeCreateOrPatch), schedule, true, nil},
	{"overwritten-by-read", "in the mutate function", onBackup(lostwrite.SetInCreateOrUpdate), schedule, false, nil},
	{"overwritten-by-read", "Get", onBackup(lostwrite.SetBeforeGet), schedule, true, nil},
	{"overwritten-by-read", "after Get", onBackup(lostwrite.SetAfterGet), schedule, false, nil},

	{"status-in-create", "create", onNewBackup(lostwrite.StatusInCreate), newPhase, true, nil},
	{"status-in-create", "status update after create", onNewBackup(lostwrite.StatusAfterCreate), newPhase, false, nil},
	{"status-in-create", "create without subresource", func(ctx context.Context, c client.Client, t *testing.T, namespace string) error {
		return lostwrite.SnapshotInCreate(ctx, c, &lostwrite.Snapshot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "new"}})
	}, func(t *testing.T, c client.Client, namespace string) bool {
		return storedSnapshot(t, c, namespace, "new").Status.Phase == lostwrite.Phase
	}, false, nil},
}

// TestLostWrite runs the bad and the good twin of each category.
func TestLostWrite(t *testing.T) {
	direct := newClient(t, newProxy(t))
	for _, l := range lost {
		t.Run(l.category+"/"+l.name, func(t *testing.T) {
			namespace := newNamespace("lostwrite")
			store(t, direct, namespace)
			p := newProxy(t)
			patches := recordPatches(p)
			if err := l.step(testContext(t), newClient(t, p), t, namespace); err != nil {
				t.Fatalf("%v; a change is lost without an error", err)
			}
			if kept := l.kept(t, direct, namespace); kept == l.lost {
				t.Errorf("the server has the change: %t, want %t", kept, !l.lost)
			}
			if got := patches(); l.patches != nil && !slices.Equal(got, l.patches) {
				t.Errorf("patches %q, want %q", got, l.patches)
			}
		})
	}
}

// recordPatches returns a function that returns the bodies of the patches that went
// through p, with a resourceVersion as "…".
func recordPatches(p *Proxy) func() []string {
	var patches []string
	p.OnRequest(func(r *http.Request) *Answer {
		if r.Method != http.MethodPatch {
			return nil
		}
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		patches = append(patches, resourceVersion.ReplaceAllString(string(body), `"resourceVersion":"…"`))
		return nil
	})
	return func() []string { return patches }
}

var resourceVersion = regexp.MustCompile(`"resourceVersion":"[0-9]+"`)

// TestLostWriteTyped has client-go's typed client, which leaves its argument alone:
// only the status that goes to the main resource is lost.
func TestLostWriteTyped(t *testing.T) {
	ctx, namespace := testContext(t), newNamespace("lostwrite")
	pods := typed(t, newProxy(t)).CoreV1().Pods(namespace)
	pod := must[*corev1.Pod](t)(pods.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "web"}}, metav1.CreateOptions{}))
	stored := func() corev1.PodPhase {
		return must[*corev1.Pod](t)(pods.Get(ctx, "web", metav1.GetOptions{})).Status.Phase
	}
	if err := lostwrite.PodByUpdate(ctx, pods, pod); err != nil {
		t.Fatal(err)
	}
	if got := stored(); got != "" {
		t.Errorf("Update stores the phase %q", got)
	}
	if pod.Status.Phase != lostwrite.Phase {
		t.Errorf("Update makes the phase of its argument %q", pod.Status.Phase)
	}
	pod = must[*corev1.Pod](t)(pods.Get(ctx, "web", metav1.GetOptions{}))
	if err := lostwrite.PodByUpdateStatus(ctx, pods, pod); err != nil {
		t.Fatal(err)
	}
	if got := stored(); got != lostwrite.Phase {
		t.Errorf("UpdateStatus stores the phase %q", got)
	}
}

// TestLostWriteArgument checks what controller-runtime's client does to its argument:
// the answer replaces it, an error does not touch it.
func TestLostWriteArgument(t *testing.T) {
	ctx, namespace, c := testContext(t), newNamespace("lostwrite"), newClient(t, newProxy(t))
	store(t, c, namespace)
	stale := storedBackup(t, c, namespace, "nightly")
	for name, write := range map[string]func(*lostwrite.Backup) error{
		"Update": func(b *lostwrite.Backup) error { return c.Update(ctx, b) },
		"Patch": func(b *lostwrite.Backup) error {
			return c.Patch(ctx, b, client.RawPatch("application/merge-patch+json", []byte(`{}`)))
		},
	} {
		b := storedBackup(t, c, namespace, "nightly")
		b.Annotations = map[string]string{"n": name}
		b.Status.Phase = lostwrite.Phase
		if err := write(b); err != nil {
			t.Fatal(err)
		}
		if b.Status.Phase != "New" {
			t.Errorf("%s leaves the phase %q in memory, the server has another", name, b.Status.Phase)
		}
	}
	b := storedBackup(t, c, namespace, "nightly")
	if err := lostwrite.PatchFromItself(ctx, c, b); err != nil {
		t.Fatal(err)
	}
	if b.Spec.Schedule != "weekly" {
		t.Error("an empty patch leaves its change in memory")
	}
	b.Labels[lostwrite.Label] = "me"
	b.Status.Phase = lostwrite.Phase
	if err := c.Status().Update(ctx, b); err != nil {
		t.Fatal(err)
	}
	if b.Labels[lostwrite.Label] != "" {
		t.Error("Status().Update leaves the label in memory")
	}
	stale.Status.Phase = lostwrite.Phase
	stale.Spec.Schedule = lostwrite.Schedule
	if err := c.Update(ctx, stale); !apierrors.IsConflict(err) {
		t.Errorf("the stale object is written: %v", err)
	}
	if stale.Status.Phase != lostwrite.Phase || stale.Spec.Schedule != lostwrite.Schedule {
		t.Error("a refused update changes its argument")
	}
}

// TestStatusEndpoint checks what the status endpoint of a custom resource takes: the
// status, and nothing else.
func TestStatusEndpoint(t *testing.T) {
	c := newClient(t, newProxy(t))
	for _, part := range []struct {
		name string
		set  func(*lostwrite.Backup)
		has  func(*lostwrite.Backup) bool
	}{
		{"labels", func(b *lostwrite.Backup) { b.Labels[lostwrite.Label] = "me" },
			func(b *lostwrite.Backup) bool { return b.Labels[lostwrite.Label] != "" }},
		{"annotations", func(b *lostwrite.Backup) { b.Annotations = map[string]string{lostwrite.Annotation: "true"} },
			func(b *lostwrite.Backup) bool { return len(b.Annotations) > 0 }},
		{"finalizers", func(b *lostwrite.Backup) { b.Finalizers = []string{lostwrite.Finalizer} },
			func(b *lostwrite.Backup) bool { return len(b.Finalizers) > 0 }},
		{"owners", func(b *lostwrite.Backup) {
			b.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "ConfigMap", Name: "x", UID: "y"}}
		}, func(b *lostwrite.Backup) bool { return len(b.OwnerReferences) > 0 }},
		{"spec", func(b *lostwrite.Backup) { b.Spec.Schedule = lostwrite.Schedule },
			func(b *lostwrite.Backup) bool { return b.Spec.Schedule == lostwrite.Schedule }},
	} {
		t.Run(part.name, func(t *testing.T) {
			ctx, namespace := testContext(t), newNamespace("status")
			store(t, c, namespace)
			b := storedBackup(t, c, namespace, "nightly")
			part.set(b)
			b.Status.Phase = lostwrite.Phase
			if err := c.Status().Update(ctx, b); err != nil {
				t.Fatal(err)
			}
			b = storedBackup(t, c, namespace, "nightly")
			if part.has(b) || b.Status.Phase != lostwrite.Phase {
				t.Errorf("stored by the status endpoint: %t, with the phase %q", part.has(b), b.Status.Phase)
			}
			// The main endpoint takes it.
			part.set(b)
			if err := c.Update(ctx, b); err != nil {
				t.Fatal(err)
			}
			if b = storedBackup(t, c, namespace, "nightly"); !part.has(b) {
				t.Error("not stored by the main endpoint")
			}
		})
	}
	t.Run("without subresource", func(t *testing.T) {
		namespace := newNamespace("status")
		store(t, c, namespace)
		err := lostwrite.SnapshotByStatusUpdate(testContext(t), c, storedSnapshot(t, c, namespace, "nightly"))
		if !apierrors.IsNotFound(err) {
			t.Errorf("the status endpoint answers %v, want 404", err)
		}
	})
}
