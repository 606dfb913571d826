package util

import (
	"context"
	"encoding/json"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// PatchObject sends what differs between two objects.
func PatchObject(ctx context.Context, c client.Client, original, modified client.Object) error {
	before, err := json.Marshal(original)
	if err != nil {
		return err
	}
	after, err := json.Marshal(modified)
	if err != nil {
		return err
	}
	patch, err := strategicpatch.CreateTwoWayMergePatch(before, after, modified)
	if err != nil {
		return err
	}
	return c.Patch(ctx, original, client.RawPatch(types.StrategicMergePatchType, patch))
}

// PatchFrom does it with the objects the other way round.
func PatchFrom(ctx context.Context, c client.Client, modified, original client.Object) error {
	return PatchObject(ctx, c, original, modified)
}
