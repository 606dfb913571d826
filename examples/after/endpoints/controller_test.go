package endpoints

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
)

// The same test passes before and after the controller was fixed: what it
// lacks is a second goroutine that reads the cache.
func TestSyncService(t *testing.T) {
	ctx := t.Context()
	svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{
		Namespace: "shop", Name: "cart",
		Annotations: map[string]string{legacyAnnotation: "v1"},
	}}
	slice := &discoveryv1.EndpointSlice{ObjectMeta: metav1.ObjectMeta{
		Namespace: "shop", Name: "cart-1",
		Labels: map[string]string{
			discoveryv1.LabelServiceName: "cart",
			discoveryv1.LabelManagedBy:   controllerName,
		},
	}}
	client := fake.NewClientset(svc, slice)
	factory := informers.NewSharedInformerFactory(client, 0)
	c, err := New(client, factory)
	if err != nil {
		t.Fatal(err)
	}
	c.now = func() time.Time { return time.Date(2019, 11, 15, 12, 0, 0, 0, time.UTC) }
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())

	if err := c.syncService(ctx, "shop/cart"); err != nil {
		t.Fatal(err)
	}
	gotSvc, err := client.CoreV1().Services("shop").Get(ctx, "cart", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, legacy := gotSvc.Annotations[legacyAnnotation]; legacy {
		t.Errorf("annotation %s is still there", legacyAnnotation)
	}
	gotSlice, err := client.DiscoveryV1().EndpointSlices("shop").Get(ctx, "cart-1", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := gotSlice.Annotations[corev1.EndpointsLastChangeTriggerTime], "2019-11-15T12:00:00Z"; got != want {
		t.Errorf("trigger time = %q, want %q", got, want)
	}
}
