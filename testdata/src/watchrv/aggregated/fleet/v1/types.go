// Package v1 is the version on the wire.
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"

	"k8slint.test/watchrv/aggregated/fleet"
)

// Truck is what clients see.
type Truck struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Load              int `json:"load"`
}

// TruckList is a list of trucks.
type TruckList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Truck `json:"items"`
}

// Convert_v1_Truck_To_fleet_Truck is what conversion-gen writes.
func Convert_v1_Truck_To_fleet_Truck(in *Truck, out *fleet.Truck, s conversion.Scope) error {
	out.ObjectMeta = in.ObjectMeta
	out.Load = in.Load
	return nil
}
