package loops

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
	"k8s.io/klog/v2"
)

// Mirror never notices that the watch has ended.
func Mirror(ctx context.Context, w watch.Interface, use func(*corev1.Pod)) {
	for {
		select {
		case ev := <-w.ResultChan(): // want `once the watch ends, its closed channel yields zero events`
			switch ev.Type {
			case watch.Added, watch.Modified:
				if pod, ok := ev.Object.(*corev1.Pod); ok {
					use(pod)
				}
			case watch.Error:
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// MirrorDefault gives up on types that it does not know, such as "".
func MirrorDefault(ctx context.Context, w watch.Interface, use func(*corev1.Pod)) {
	for {
		select {
		case ev := <-w.ResultChan():
			switch ev.Type {
			case watch.Added, watch.Modified:
				if pod, ok := ev.Object.(*corev1.Pod); ok {
					use(pod)
				}
			default:
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// MirrorOpen asks whether the channel is open.
func MirrorOpen(ctx context.Context, w watch.Interface, use func(*corev1.Pod)) {
	for {
		select {
		case ev, ok := <-w.ResultChan():
			if !ok {
				return
			}
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		case <-ctx.Done():
			return
		}
	}
}

// MirrorBreak leaves the select, not the loop.
func MirrorBreak(ctx context.Context, w watch.Interface, use func(*corev1.Pod)) {
	for {
		select {
		case ev, ok := <-w.ResultChan(): // want `once the watch ends`
			if !ok {
				break
			}
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		case <-ctx.Done():
			return
		}
	}
}

// MirrorUnset takes the closed channel out of the select.
func MirrorUnset(ctx context.Context, w watch.Interface, use func(*corev1.Pod)) {
	events := w.ResultChan()
	for {
		select {
		case ev, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		case <-ctx.Done():
			return
		}
	}
}

// Gone waits for a Pod to be deleted, for ever if the watch ends before.
func Gone(ctx context.Context, pods typedcorev1.PodInterface, name string) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name, ResourceVersion: "0"})
	if err != nil {
		return err
	}
	defer w.Stop()
	events := w.ResultChan()
	for gone := false; !gone; {
		select {
		case ev := <-events: // want `once the watch ends`
			if ev.Type == watch.Deleted {
				gone = true
			}
		case <-ctx.Done():
			return fmt.Errorf("pod %s is still there: %w", name, ctx.Err())
		}
	}
	return nil
}

// GoneFrom is the same with a variable of before the loop.
func GoneFrom(w watch.Interface, left int) {
	for left > 0 {
		ev := <-w.ResultChan() // want `once the watch ends`
		fmt.Println("event", ev.Type)
		if ev.Type == watch.Deleted {
			left--
		}
	}
}

// A Budget may be lowered while somebody waits.
type Budget struct{ left int }

// Wait ends when the budget is used up.
func (b *Budget) Wait(w watch.Interface, need int) {
	for need < b.left {
		ev := <-w.ResultChan()
		fmt.Println("event", ev.Type)
	}
}

// WaitBetween sees only what it needs, and that does not change.
func WaitBetween(w watch.Interface, need, left int) {
	for need < left {
		ev := <-w.ResultChan() // want `once the watch ends`
		if ev.Type == watch.Deleted {
			left--
		}
	}
}

// Rounds looks at so many events and no more.
func Rounds(w watch.Interface, n int) {
	for i := 0; i < n; i++ {
		ev := <-w.ResultChan()
		fmt.Println("event", ev.Type)
	}
}

// Until stops at a deadline.
func Until(w watch.Interface, deadline time.Time) {
	for time.Now().Before(deadline) {
		ev := <-w.ResultChan()
		if ev.Type == watch.Deleted {
			return
		}
	}
}

// Timed gives up when the time is over.
func Timed(w watch.Interface, d time.Duration) bool {
	timeout := time.After(d)
	for {
		select {
		case ev := <-w.ResultChan():
			if ev.Type == watch.Deleted {
				return true
			}
		case <-timeout:
			return false
		}
	}
}

// TimedContext is the same with a context.
func TimedContext(ctx context.Context, w watch.Interface, d time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	for {
		select {
		case ev := <-w.ResultChan():
			if ev.Type == watch.Deleted {
				return true
			}
		case <-ctx.Done():
			return false
		}
	}
}

// Idle starts its time anew with each event, also with those of a closed channel.
func Idle(w watch.Interface, d time.Duration) bool {
	for {
		select {
		case ev := <-w.ResultChan(): // want `once the watch ends`
			if ev.Type == watch.Deleted {
				return true
			}
		case <-time.After(d):
			return false
		}
	}
}

// Checked leaves it to a helper, which knows better.
func Checked(ctx context.Context, w watch.Interface) error {
	for {
		select {
		case ev := <-w.ResultChan():
			if err := check(ev); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func check(ev watch.Event) error {
	if ev.Type == "" {
		return fmt.Errorf("closed")
	}
	return nil
}

// Handled leaves it to somebody who is not seen, who may cancel ctx.
func Handled(ctx context.Context, w watch.Interface, handle func(watch.Event)) {
	for {
		select {
		case ev := <-w.ResultChan():
			handle(ev)
		case <-ctx.Done():
			return
		}
	}
}

// Printed leaves it to a helper that does nothing of the kind.
func Printed(ctx context.Context, w watch.Interface) {
	for {
		select {
		case ev := <-w.ResultChan(): // want `once the watch ends`
			printPod(ev)
		case <-ctx.Done():
			return
		}
	}
}

func printPod(ev watch.Event) {
	if pod, ok := ev.Object.(*corev1.Pod); ok {
		fmt.Println(ev.Type, pod.Name)
	}
}

// Canceled ends itself.
func Canceled(ctx context.Context, w watch.Interface) {
	ctx, cancel := context.WithCancel(ctx)
	for {
		select {
		case ev := <-w.ResultChan():
			if _, ok := ev.Object.(*corev1.Pod); !ok {
				cancel()
			}
		case <-ctx.Done():
			return
		}
	}
}

// Stopped cancels what the watch was started with, and receives again: the channel is as
// closed as it was.
func Stopped(ctx context.Context, pods typedcorev1.PodInterface, use func(*corev1.Pod)) error {
	watchCtx, stop := context.WithCancel(ctx)
	w, err := pods.Watch(watchCtx, metav1.ListOptions{})
	if err != nil {
		stop()
		return err
	}
	events := w.ResultChan()
	for {
		select {
		case <-ctx.Done():
			stop()
			return nil
		case ev, ok := <-events: // want `once the watch ends`
			if !ok {
				stop()
				time.Sleep(time.Second)
				break
			}
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		}
	}
}

// StoppedHere listens to what it cancels.
func StoppedHere(ctx context.Context, pods typedcorev1.PodInterface, use func(*corev1.Pod)) error {
	watchCtx, stop := context.WithCancel(ctx)
	w, err := pods.Watch(watchCtx, metav1.ListOptions{})
	if err != nil {
		stop()
		return err
	}
	events := w.ResultChan()
	for {
		select {
		case <-watchCtx.Done():
			return nil
		case ev, ok := <-events:
			if !ok {
				stop()
				break
			}
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		}
	}
}

// StoppedBelow listens to a context that ends with the one it cancels.
func StoppedBelow(ctx context.Context, pods typedcorev1.PodInterface, use func(*corev1.Pod)) error {
	watchCtx, stop := context.WithCancel(ctx)
	below := context.WithValue(watchCtx, key{}, "events")
	w, err := pods.Watch(watchCtx, metav1.ListOptions{})
	if err != nil {
		stop()
		return err
	}
	events := w.ResultChan()
	for {
		select {
		case <-below.Done():
			return nil
		case ev, ok := <-events:
			if !ok {
				stop()
				break
			}
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		}
	}
}

type key struct{}

// NilGoesOn waits for the next event, which is as empty.
func NilGoesOn(w watch.Interface, use func(*corev1.Pod)) {
	for {
		ev := <-w.ResultChan() // want `once the watch ends`
		if ev.Object == nil {
			continue
		}
		if pod, ok := ev.Object.(*corev1.Pod); ok {
			use(pod)
		}
	}
}

// Again watches again when there is no object.
func Again(ctx context.Context, pods typedcorev1.PodInterface, use func(*corev1.Pod)) error {
	for {
		w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
		if err != nil {
			return err
		}
		for {
			ev := <-w.ResultChan()
			pod, ok := ev.Object.(*corev1.Pod)
			if !ok {
				break
			}
			use(pod)
		}
	}
}

// Resync has a new watch from time to time.
func Resync(ctx context.Context, pods typedcorev1.PodInterface, resync <-chan bool, use func(*corev1.Pod)) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	for {
		select {
		case ev := <-w.ResultChan():
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		case <-resync:
			w.Stop()
			if w, err = pods.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"}); err != nil {
				return err
			}
		}
	}
}

// In the goroutine, too.
func Background(ctx context.Context, pods typedcorev1.PodInterface, use func(*corev1.Pod)) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	go func() {
		for {
			select {
			case <-ctx.Done():
				w.Stop()
				return
			case ev := <-w.ResultChan(): // want `once the watch ends`
				switch pod := ev.Object.(type) {
				case *corev1.Pod:
					use(pod)
				}
			}
		}
	}()
	return nil
}

// drain gets the channel only.
func drain(stop <-chan struct{}, events <-chan watch.Event, use func(*corev1.Pod)) {
	for {
		select {
		case <-stop:
			return
		case ev := <-events: // want `once the watch ends`
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		}
	}
}

// Drain starts drain.
func Drain(ctx context.Context, pods typedcorev1.PodInterface, stop <-chan struct{}, use func(*corev1.Pod)) error {
	w, err := pods.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return err
	}
	go drain(stop, w.ResultChan(), use)
	return nil
}

// Take gets a channel of which nothing is known.
func Take(stop <-chan struct{}, events <-chan watch.Event, use func(*corev1.Pod)) {
	for {
		select {
		case <-stop:
			return
		case ev := <-events:
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		}
	}
}

// Ranges polls the same watch. Its range ends where the watch does.
func Ranges(w watch.Interface, use func(*corev1.Pod)) {
	for {
		for ev := range w.ResultChan() {
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		}
		time.Sleep(time.Second)
	}
}

// Skips asks whether the channel is open, and goes on if it is not.
func Skips(w watch.Interface, use func(*corev1.Pod)) {
	for {
		ev, ok := <-w.ResultChan() // want `once the watch ends`
		if !ok {
			continue
		}
		if pod, ok := ev.Object.(*corev1.Pod); ok {
			use(pod)
		}
	}
}

// Informed gets its events from an informer, which watches again by itself.
func Informed(ctx context.Context, lw cache.ListerWatcher, use func(*corev1.Pod)) {
	_, _, w, done := watchtools.NewIndexerInformerWatcher(lw, &corev1.Pod{})
	defer w.Stop()
	for {
		select {
		case ev := <-w.ResultChan():
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		case <-done:
			return
		case <-ctx.Done():
			return
		}
	}
}

// Syncer has its watch in a field, where a new one is put.
type Syncer struct{ pods watch.Interface }

// Run handles what comes.
func (s *Syncer) Run(ctx context.Context, use func(*corev1.Pod)) {
	for {
		select {
		case ev := <-s.pods.ResultChan():
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		case <-ctx.Done():
			return
		}
	}
}

// Renew is called from time to time.
func (s *Syncer) Renew(ctx context.Context, pods typedcorev1.PodInterface) (err error) {
	s.pods, err = pods.Watch(ctx, metav1.ListOptions{ResourceVersion: "0"})
	return err
}

// A Translator has its watch in a field, too, but always the same one: that is not known.
type Translator struct {
	events watch.Interface
	out    chan string
	stop   chan struct{}
}

// NewTranslator starts one.
func NewTranslator(w watch.Interface) *Translator {
	t := &Translator{events: w, out: make(chan string), stop: make(chan struct{})}
	go t.run()
	return t
}

func (t *Translator) run() {
	for {
		select {
		case ev := <-t.events.ResultChan():
			if ev.Object == nil {
				klog.Warning("no object in the event")
				break
			}
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				t.out <- pod.Name
			}
		case <-t.stop:
			t.events.Stop()
			return
		}
	}
}

// A Tail has its watch in an exported field, which others set.
type Tail struct {
	Events watch.Interface
	stop   chan struct{}
}

func (t *Tail) run(use func(*corev1.Pod)) {
	for {
		select {
		case ev := <-t.Events.ResultChan():
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		case <-t.stop:
			return
		}
	}
}

// NewTail starts one.
func NewTail(w watch.Interface, use func(*corev1.Pod)) *Tail {
	t := &Tail{Events: w, stop: make(chan struct{})}
	go t.run(use)
	return t
}

// A Reset is replaced as a whole.
type Reset struct{ events watch.Interface }

// Again has another watch.
func (r *Reset) Again(w watch.Interface) { *r = Reset{events: w} }

// Run handles what comes.
func (r *Reset) Run(ctx context.Context, use func(*corev1.Pod)) {
	for {
		select {
		case ev := <-r.events.ResultChan():
			if pod, ok := ev.Object.(*corev1.Pod); ok {
				use(pod)
			}
		case <-ctx.Done():
			return
		}
	}
}
