// The controller command runs the fixed controllers against the cluster of
// the current kubeconfig.
package main

import (
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/k8slint/k8slint/examples/after/endpoints"
	"github.com/k8slint/k8slint/examples/after/mirror"
	"github.com/k8slint/k8slint/examples/after/operator"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "controller:", err)
		os.Exit(1)
	}
}

func run() error {
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	mgr, err := ctrl.NewManager(config, ctrl.Options{})
	if err != nil {
		return err
	}
	ctx := ctrl.SetupSignalHandler()
	if err := (&operator.NodeReconciler{Client: mgr.GetClient()}).SetupWithManager(ctx, mgr); err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactory(client, 10*time.Minute)
	slices, err := endpoints.New(client, factory)
	if err != nil {
		return err
	}
	factory.Start(ctx.Done())
	go slices.Run(ctx, 2)
	go mirror.New(client.CoreV1().ConfigMaps(corev1.NamespaceDefault)).Run(ctx)
	return mgr.Start(ctx)
}
