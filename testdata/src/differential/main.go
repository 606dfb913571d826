// The differential command runs one shape on a real informer, with client-go's
// cache mutation detector on: it dies if the shape wrote the cache. A test
// compares that with what cachemutate says of the shape's function.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// env is what a shape gets: the lister and the informer of the pods.
type env struct {
	pods     corelisters.PodLister
	informer cache.SharedIndexInformer
}

func pod(name string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "ns", Name: name, UID: "u", ResourceVersion: "1",
			Labels:      map[string]string{"app": "a"},
			Annotations: map[string]string{"note": "n"},
			Finalizers:  []string{"b", "a", "c"},
		},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "i"}}},
	}
}

func main() {
	if len(os.Args) != 2 || shapes[os.Args[1]] == nil {
		for name := range shapes {
			fmt.Println(name)
		}
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	client := fake.NewClientset(pod("one"), pod("two"))
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	e := env{pods.Lister(), pods.Informer()}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	// The detector takes its copies when it first looks; it looks each second.
	time.Sleep(2500 * time.Millisecond)
	shapes[os.Args[1]](e)
	time.Sleep(2500 * time.Millisecond)
}
