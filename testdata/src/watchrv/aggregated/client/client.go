// Package client has the typed clients, in the shape that client-gen gives
// them.
package client

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	crdv1 "k8slint.test/watchrv/aggregated/crd/v1"
	fleetv1 "k8slint.test/watchrv/aggregated/fleet/v1"
)

// TruckInterface is the client of trucks.
type TruckInterface interface {
	Get(ctx context.Context, name string, opts metav1.GetOptions) (*fleetv1.Truck, error)
	List(ctx context.Context, opts metav1.ListOptions) (*fleetv1.TruckList, error)
	Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error)
}

// DepotInterface is the client of depots.
type DepotInterface interface {
	Get(ctx context.Context, name string, opts metav1.GetOptions) (*crdv1.Depot, error)
	List(ctx context.Context, opts metav1.ListOptions) (*crdv1.DepotList, error)
	Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error)
}
