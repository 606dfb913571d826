package apiserver

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedappsv1 "k8s.io/client-go/kubernetes/typed/apps/v1"

	afterrollout "github.com/k8slint/k8slint/examples/after/rollout"
	beforerollout "github.com/k8slint/k8slint/examples/before/rollout"
)

var (
	pause   = map[string]func(context.Context, typedappsv1.DeploymentInterface, string) error{"before": beforerollout.Pause, "after": afterrollout.Pause}
	waitAll = map[string]func(context.Context, typedappsv1.DeploymentInterface, string) error{"before": beforerollout.WaitAll, "after": afterrollout.WaitAll}
)

// deploy creates a Deployment that is not rolled out.
func deploy(t *testing.T, client typedappsv1.DeploymentInterface, name string) *appsv1.Deployment {
	t.Helper()
	d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "web"}}}
	return must[*appsv1.Deployment](t)(client.Create(t.Context(), d, metav1.CreateOptions{}))
}

// TestStaleRetryREADME has a controller write the status of the Deployment between
// the read and the first update.
func TestStaleRetryREADME(t *testing.T) {
	shownOn(t, "staleretry", func(t *testing.T, side string, run *transcript) {
		ctx, p := testContext(t), newProxy(t)
		namespace := newNamespace("staleretry-" + side)
		direct := typed(t, newProxy(t)).AppsV1().Deployments(namespace)
		d := deploy(t, direct, "web")
		written := false
		p.OnRequest(func(r *http.Request) *Answer {
			if r.Method == http.MethodPut && !written {
				written = true
				d.Status.ObservedGeneration = d.Generation
				if _, err := direct.UpdateStatus(ctx, d, metav1.UpdateOptions{}); err != nil {
					t.Error(err)
				}
				run.printf("its controller writes the status of web")
			}
			return nil
		})
		p.OnAnswer(func(r *http.Request, code int) {
			run.printf("%s %s: %d %s", r.Method, path.Base(r.URL.Path), code, http.StatusText(code))
		})
		err := pause[side](ctx, typed(t, p).AppsV1().Deployments(namespace), "web")
		d = must[*appsv1.Deployment](t)(direct.Get(ctx, "web", metav1.GetOptions{}))
		reason, _, _ := strings.Cut(fmt.Sprint(err), ";")
		run.printf("Pause returns: %v", reason)
		run.printf("web is paused: %t", d.Spec.Paused)
		if want := side == "after"; (err == nil) != want || apierrors.IsConflict(err) == want || d.Spec.Paused != want {
			t.Errorf("paused: %t, error %v", d.Spec.Paused, err)
		}
	})
}

// TestWatchErrorREADME has a server whose watch ends with an ERROR event, as one
// does that has forgotten the version.
func TestWatchErrorREADME(t *testing.T) {
	shownOn(t, "watcherror", func(t *testing.T, side string, run *transcript) {
		p := newProxy(t)
		namespace := newNamespace("watcherror-" + side)
		direct := typed(t, newProxy(t)).AppsV1().Deployments(namespace)
		d := deploy(t, direct, "web")
		p.OnEvent(func(Event) []Event {
			run.printf("ERROR 410 Expired")
			return []Event{errorEvent(apierrors.NewResourceExpired("too old resource version")), {Type: Ended}}
		})
		p.OnRequest(func(r *http.Request) *Answer {
			if watching(r) {
				go func() { // when it watches
					if _, err := p.Watches(t.Context(), 1); err == nil {
						d.Status.ObservedGeneration = d.Generation
						direct.UpdateStatus(t.Context(), d, metav1.UpdateOptions{})
					}
				}()
			}
			return nil
		})
		died := func() (died any) {
			defer func() { died = recover() }()
			err := waitAll[side](testContext(t), typed(t, p).AppsV1().Deployments(namespace), "app=web")
			run.printf("WaitAll returns: %v", err)
			return nil
		}()
		if died != nil {
			run.printf("panic: %v", died)
		}
		if (died != nil) != (side == "before") {
			t.Errorf("panic: %v", died)
		}
	})
}

// TestWatchRVREADME deletes a Deployment between the list and the watch.
func TestWatchRVREADME(t *testing.T) {
	shownOn(t, "watchrv", func(t *testing.T, side string, run *transcript) {
		ctx, cancel := context.WithCancel(testContext(t))
		defer cancel()
		p := newProxy(t)
		namespace := newNamespace("watchrv-" + side)
		direct := typed(t, newProxy(t)).AppsV1().Deployments(namespace)
		deploy(t, direct, "web")
		p.OnRequest(func(r *http.Request) *Answer {
			if !watching(r) {
				run.printf("list: web")
				return nil
			}
			deleteSeen(ctx, t, direct, "web")
			run.printf("web is deleted")
			if r.URL.Query().Get("resourceVersion") == "" {
				run.printf("watch without a version")
			} else {
				run.printf("watch from the version of the list")
			}
			return nil
		})
		p.OnEvent(func(e Event) []Event {
			run.printf("%s %s", e.Type, e.object().GetName())
			return []Event{e}
		})
		result := make(chan error)
		go func() { result <- waitAll[side](ctx, typed(t, p).AppsV1().Deployments(namespace), "app=web") }()
		if _, err := p.Watches(ctx, 1); err != nil {
			t.Fatal(err)
		}
		if side == "before" {
			// What happens later is seen, so the deletion will never be.
			p.OnEvent(func(e Event) []Event {
				run.printf("%s %s", e.Type, e.object().GetName())
				if e.object().GetName() == "later" {
					cancel()
				}
				return []Event{e}
			})
			deploy(t, direct, "later")
		}
		err := <-result
		run.printf("WaitAll returns: %v", err)
		if want := "1 Deployments are not rolled out: context canceled"; side == "before" && fmt.Sprint(err) != want || side == "after" && err != nil {
			t.Errorf("WaitAll = %v", err)
		}
	})
}
