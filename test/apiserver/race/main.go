// The race command runs the controller of the examples beside another reader of the
// same informer, until the controller has changed the Service. The tests build it with
// the race detector.
//
//	race before|after NAMESPACE
package main

import (
	"context"
	"fmt"
	"os"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	after "github.com/k8slint/k8slint/examples/after/endpoints"
	before "github.com/k8slint/k8slint/examples/before/endpoints"
)

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "race:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, side, namespace string) error {
	client, err := kubernetes.NewForConfig(&rest.Config{
		Host: os.Getenv("K8SLINT_APISERVER_URL"), ContentConfig: rest.ContentConfig{ContentType: "application/json"},
	})
	if err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	controller, err := newController(side, client, factory)
	if err != nil {
		return err
	}
	services := factory.Core().V1().Services().Lister().Services(namespace)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	cached, err := services.Get("web")
	if err != nil {
		return err
	}
	// Another controller of the process reads the Service, and never writes.
	changed, read := make(chan struct{}), make(chan int)
	go func() {
		annotations := 0
		for done := false; !done; {
			for range cached.Annotations {
				annotations++
			}
			select {
			case <-changed:
				done = true
			default:
			}
		}
		read <- annotations
	}()
	go controller.Run(ctx, 1)
	for {
		svc, err := client.CoreV1().Services(namespace).Get(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return err
		}
		if len(svc.Annotations) == 0 {
			break
		}
	}
	close(changed)
	<-read
	return nil
}

func newController(side string, client kubernetes.Interface, factory informers.SharedInformerFactory) (interface {
	Run(ctx context.Context, workers int)
}, error) {
	if side == "before" {
		return before.New(client, factory)
	}
	return after.New(client, factory)
}
