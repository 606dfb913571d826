package created

import (
	"context"
	"testing"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"k8slint.test/lostwrite/api"
)

// finish is for tests, with a fake client.
func finish(t *testing.T, c client.Client, backup *api.Backup) {
	backup.Status.Phase = "Done"
	if err := c.Update(context.Background(), backup); err != nil {
		t.Fatal(err)
	}
}
