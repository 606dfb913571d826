// Command command prints pods. It ends with an error, as commands do.
package main

import (
	"context"
	"fmt"
	"log"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	ctrl "sigs.k8s.io/controller-runtime"
)

func main() {
	client := kubernetes.NewForConfigOrDie(ctrl.GetConfigOrDie())
	w, err := client.CoreV1().Pods("").Watch(context.Background(), metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		log.Fatal(err)
	}
	for ev := range w.ResultChan() {
		pod, ok := ev.Object.(*corev1.Pod)
		if !ok {
			log.Fatalf("unexpected type %T", ev.Object)
		}
		fmt.Println(pod.Name)
	}
}
