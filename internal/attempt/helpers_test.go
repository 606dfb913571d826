package attempt

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/fact"
)

// helpers is a package whose functions another one calls.
const helpers = shared + `
func Save(ctx context.Context, c client.Client, pod *core.Pod) error {
	if err := c.Update(ctx, pod); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	return nil
}

func SaveTyped(ctx context.Context, c pods, pod *core.Pod) (*core.Pod, error) {
	return c.Update(ctx, pod, meta.UpdateOptions{})
}

func SaveHidden(ctx context.Context, c client.Client, pod *core.Pod) error {
	if err := c.Update(ctx, pod); err != nil {
		return errors.New("save")
	}
	return nil
}

func SaveStatus(ctx context.Context, c client.Client, pod *core.Pod) error {
	return c.Status().Update(ctx, pod)
}

func SaveIf(ctx context.Context, c client.Client, pod *core.Pod, really bool) error {
	if really {
		return c.Update(ctx, pod)
	}
	return nil
}

func Read(ctx context.Context, c pods) (*core.Pod, error) { return c.Get(ctx, "a", meta.GetOptions{}) }

func ReadChanged(ctx context.Context, c pods) (*core.Pod, error) {
	pod, err := c.Get(ctx, "a", meta.GetOptions{})
	if err != nil {
		return nil, err
	}
	pod.Labels["a"] = "b"
	return pod, nil
}

func Cached(l listers.PodLister) (*core.Pod, error) { return l.Pods("ns").Get("a") }

func CachedCopy(l listers.PodLister) (*core.Pod, error) {
	pod, err := l.Pods("ns").Get("a")
	if err != nil {
		return nil, err
	}
	return pod.DeepCopy(), nil
}

func Refresh(ctx context.Context, c client.Client, pod *core.Pod) error {
	return c.Get(ctx, client.ObjectKeyFromObject(pod), pod)
}

func New(name string) *core.Pod { return &core.Pod{ObjectMeta: meta.ObjectMeta{Name: name}, Spec: core.PodSpec{NodeName: "n"}} }

func Marked(pod *core.Pod) *core.Pod {
	pod = pod.DeepCopy()
	pod.Labels["a"] = "b"
	return pod
}

func Mark(pod *core.Pod) *core.Pod {
	pod.Labels["a"] = "b"
	return pod
}

func MarkedIf(pod *core.Pod, really bool) *core.Pod {
	if really {
		return pod.DeepCopy()
	}
	return pod
}

func SetPhase(pod *core.Pod, phase string) { pod.Status.Phase = phase }

func IsAlive(pod *core.Pod) bool { return pod.DeletionTimestamp.IsZero() }

func IsGoing(pod *core.Pod) bool {
	if pod.DeletionTimestamp == nil {
		return false
	}
	return len(pod.Finalizers) > 0
}

func MayGoOn(err error) bool { return apierrors.IsConflict(err) || apierrors.IsAlreadyExists(err) }

func Never(err error) bool { return false }

func Touch(ctx context.Context, pod *core.Pod) { hook(pod) }

type Scope struct {
	C   client.Client
	Pod *core.Pod
}

func (s *Scope) Close(ctx context.Context) error { return s.C.Update(ctx, s.Pod) }

type Keeper interface {
	Keep(ctx context.Context, pod *core.Pod) error
}

type keeper struct{ c client.Client }

func (k *keeper) Keep(ctx context.Context, pod *core.Pod) error { return k.c.Update(ctx, pod) }

func Differs(ctx context.Context, c client.Client, before, after *core.Pod) error {
	a, _ := json.Marshal(before)
	b, _ := json.Marshal(after)
	data, err := strategicpatch.CreateTwoWayMergePatch(a, b, core.Pod{})
	if err != nil {
		return err
	}
	return c.Patch(ctx, before, client.RawPatch(types.MergePatchType, data))
}

func Again(fn func() error) error {
	for i := 0; i < 5; i++ {
		err := fn()
		if err == nil || !apierrors.IsConflict(err) {
			return err
		}
	}
	return errors.New("too often")
}

func AgainIf(retriable func(error) bool, fn func() error) error {
	var err error
	for i := 0; i < 5; i++ {
		if err = fn(); err == nil || !retriable(err) {
			return err
		}
	}
	return err
}

func AgainFor(b wait.Backoff, fn func() error) error { return retry.RetryOnConflict(b, fn) }

func AgainPolled(fn func() error) error {
	return wait.ExponentialBackoff(retry.DefaultBackoff, func() (bool, error) {
		err := fn()
		switch {
		case err == nil:
			return true, nil
		case apierrors.IsConflict(err):
			return false, nil
		}
		return false, err
	})
}

func AgainWith(pod *core.Pod, fn func(*core.Pod) error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return fn(pod) })
}

func Stubborn(fn func() error) error {
	for {
		if err := fn(); err == nil {
			return nil
		}
	}
}

func Once(fn func() error) error { return fn() }

// These go on whatever the predicate says, and after success.
func Noted(known func(error) bool, fn func() error) error {
	var err error
	for i := 0; i < 5; i++ {
		if err = fn(); err == nil {
			return nil
		}
		if known(err) {
			println("once more")
		}
	}
	return err
}

func FiveTimes(fn func() error) error {
	for i := 0; i < 5; i++ {
		if err := fn(); err != nil && !apierrors.IsConflict(err) {
			return err
		}
	}
	return nil
}
`

// TestRows: what other packages are told of the functions of one.
func TestRows(t *testing.T) {
	ps := newPackages(t)
	ps.analyse("example.com/helpers", helpers)
	var lines []string
	for obj, does := range ps.facts {
		lines = append(lines, strings.ReplaceAll(obj.(*types.Func).FullName(), "example.com/helpers.", "")+": "+fact.Format(does))
	}
	slices.Sort(lines)
	if got := strings.Join(lines, "\n"); got != rows {
		t.Errorf("got\n%s", got)
	}
}

const rows = `(*Scope).Close: through $0
(*keeper).Keep: commitsInto $2; error same; sets ($2); sends ($2; to main; sure)
(Keeper).Keep: commitsInto $2; error same; sets ($2); sends ($2; to main; sure)
Again: retries ($0)
AgainFor: retries ($1; for $0)
AgainIf: retries ($1; if $0)
AgainPolled: retries ($0)
AgainWith: retries ($1; with $0); sets ($0)
Cached: returns (source cached; inCache)
CachedCopy: returns (source cached)
Differs: commitsInto $2; sets ($2) ($3); difference (base $2; object $3)
IsAlive: onlyAlive $0
IsGoing: onlyDeleted $0
Mark: returns ($0); sets ($0; path ObjectMeta.Labels; sure)
Marked: returns ($0; copied)
MarkedIf: returns ($0; copied; perhaps)
MayGoOn: conflict true
Never: conflict false
New: returns (source built); makes Spec
Read: returns (source live)
ReadChanged: returns (source live; changed)
Refresh: reads $2; sets ($2)
Save: commitsInto $2; error same; sets ($2); sends ($2; to main; sure)
SaveHidden: commitsInto $2; error new; sets ($2); sends ($2; to main; sure)
SaveIf: commitsInto $2; error same; sets ($2); sends ($2; to main)
SaveStatus: commitsInto $2; error same; sets ($2); sends ($2; to status; sure)
SaveTyped: commits $2; error same; returns (source written); sets ($2)
SetPhase: sets ($0; path Status.Phase; sure)
Stubborn: retries ($0; any)
Touch: touches $1; sets ($1)`

// TestHelpers: what is found in a package that calls those functions.
func TestHelpers(t *testing.T) {
	ps := newPackages(t)
	ps.analyse("example.com/helpers", helpers)
	checkIn(t, ps, `import h "example.com/helpers"
`+shared+`
//= Update: again the same given
func again(ctx context.Context, c client.Client, pod *core.Pod) error {
	return h.Again(func() error { return c.Update(ctx, pod) })
}

//= Update: again the same given
func againIf(ctx context.Context, c client.Client, pod *core.Pod) error {
	return h.AgainIf(h.MayGoOn, func() error { return c.Update(ctx, pod) })
}

func againIfNever(ctx context.Context, c client.Client, pod *core.Pod) error {
	return h.AgainIf(h.Never, func() error { return c.Update(ctx, pod) })
}

//= Update: again the same given
func againFor(ctx context.Context, c client.Client, pod *core.Pod) error {
	return h.AgainFor(retry.DefaultRetry, func() error { return c.Update(ctx, pod) })
}

//= Update: again the same given changed
func againWith(ctx context.Context, c client.Client, pod *core.Pod) error {
	return h.AgainWith(pod, func(p *core.Pod) error {
		p.Labels = nil
		return c.Update(ctx, p)
	})
}

func once(ctx context.Context, c client.Client, pod *core.Pod) error {
	return h.Once(func() error { return c.Update(ctx, pod) })
}

//= Save: again the same given
func save(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return h.Save(ctx, c, pod) })
}

//= SaveHidden: hides the conflict
func saveHidden(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return h.SaveHidden(ctx, c, pod) })
}

//= SaveTyped: second write live
func saveTyped(ctx context.Context, c pods) error {
	pod, err := h.Read(ctx, c)
	if err != nil {
		return err
	}
	if _, err := h.SaveTyped(ctx, c, pod); err != nil {
		return err
	}
	_, err = h.SaveTyped(ctx, c, pod)
	return err
}

func takesAnswer(ctx context.Context, c pods) error {
	pod, err := h.Read(ctx, c)
	if err != nil {
		return err
	}
	if pod, err = h.SaveTyped(ctx, c, pod); err != nil {
		return err
	}
	_, err = h.SaveTyped(ctx, c, pod)
	return err
}

//= Update: again live changed
func readChanged(ctx context.Context, c pods) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := h.ReadChanged(ctx, c)
		if err != nil {
			return err
		}
		_, err = c.Update(ctx, pod, meta.UpdateOptions{})
		return err
	})
}

//= Update: again cached
func cached(ctx context.Context, c client.Client, l listers.PodLister) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := h.Cached(l)
		if err != nil {
			return err
		}
		return c.Update(ctx, pod)
	})
}

//= Update: again the same cached
func cachedCopy(ctx context.Context, c client.Client, l listers.PodLister) error {
	pod, err := h.CachedCopy(l)
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Update(ctx, pod) })
}

//= Update: again live changed
//= Update: does not write
func refreshed(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := h.Refresh(ctx, c, pod); err != nil {
			return err
		}
		pod.Labels = nil
		return c.Update(ctx, pod)
	})
}

//= Update: again given changed
func touched(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		h.Touch(ctx, pod)
		return c.Update(ctx, pod)
	})
}

//= Update: again the same given changed
func marked(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Update(ctx, h.Marked(pod)) })
}

//= Update: again the same given changed
func mark(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Update(ctx, h.Mark(pod)) })
}

//= Update: again the same given changed
func markedIf(ctx context.Context, c client.Client, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return c.Update(ctx, h.MarkedIf(pod, true)) })
}

//= set before Spec
func made(ctx context.Context, c client.Client) error {
	pod := h.New("a")
	_, err := controllerutil.CreateOrUpdate(ctx, c, pod, func() error {
		pod.Labels = nil
		return nil
	})
	return err
}

//= status replaced Status.Phase
func setPhase(ctx context.Context, c client.Client, pod *core.Pod) error {
	h.SetPhase(pod, "Done")
	return c.Update(ctx, pod)
}

//= only status sent ObjectMeta.Labels
func saveStatus(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Labels["a"] = "b"
	return h.SaveStatus(ctx, c, pod)
}

//= status replaced Status.Phase
func savePhase(ctx context.Context, c client.Client, pod *core.Pod) error {
	h.SetPhase(pod, "Done")
	return h.Save(ctx, c, pod)
}

//= status replaced Status.Phase
func saveIf(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Status.Phase = "Done"
	return h.SaveIf(ctx, c, pod, true)
}

func alive(ctx context.Context, c client.Client, pod *core.Pod) error {
	if h.IsAlive(pod) {
		pod.Status.Phase = "Done"
	}
	if h.IsGoing(pod) {
		return c.Update(ctx, pod)
	}
	return c.Status().Update(ctx, pod)
}

//= Update: unclear
func scoped(ctx context.Context, c client.Client, pod *core.Pod) error {
	s := &h.Scope{c, pod}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.Update(ctx, pod); !apierrors.IsConflict(err) {
			return err
		}
		return s.Close(ctx)
	})
}

//= Keep: again the same given
func keeps(ctx context.Context, k h.Keeper, pod *core.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return k.Keep(ctx, pod) })
}

//= empty patch ObjectMeta.Labels
func emptyDifference(ctx context.Context, c client.Client, pod *core.Pod) error {
	pod.Labels["a"] = "b"
	before := pod.DeepCopy()
	return h.Differs(ctx, c, before, pod)
}
`)
}
