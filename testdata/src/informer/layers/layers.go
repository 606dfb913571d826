// Package layers hands a factory down through layers of functions, each of which calls the next in two places: there
// are 16 million ways to the last.
package layers

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func late(client kubernetes.Interface, stop <-chan struct{}) {
	factory := informers.NewSharedInformerFactory(client, 0)
	step0(factory, stop, 24)
	pods := factory.Core().V1().Pods().Lister() // want `never runs`
	_ = pods
}

func again(client kubernetes.Interface, stop <-chan struct{}) {
	factory := informers.NewSharedInformerFactory(client, 0)
	step0(factory, stop, 24)
	pods := factory.Core().V1().Pods().Lister()
	_ = pods
	startTwice(factory, stop)
}

// startTwice asks in between.
func startTwice(factory informers.SharedInformerFactory, stop <-chan struct{}) {
	factory.Start(stop)
	_ = factory.Core().V1().Nodes().Lister()
	factory.Start(stop)
}

func step0(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 0 {
		step1(factory, stop, n)
	}
	step1(factory, stop, n-1)
}

func step1(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 1 {
		step2(factory, stop, n)
	}
	step2(factory, stop, n-1)
}

func step2(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 2 {
		step3(factory, stop, n)
	}
	step3(factory, stop, n-1)
}

func step3(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 3 {
		step4(factory, stop, n)
	}
	step4(factory, stop, n-1)
}

func step4(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 4 {
		step5(factory, stop, n)
	}
	step5(factory, stop, n-1)
}

func step5(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 5 {
		step6(factory, stop, n)
	}
	step6(factory, stop, n-1)
}

func step6(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 6 {
		step7(factory, stop, n)
	}
	step7(factory, stop, n-1)
}

func step7(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 7 {
		step8(factory, stop, n)
	}
	step8(factory, stop, n-1)
}

func step8(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 8 {
		step9(factory, stop, n)
	}
	step9(factory, stop, n-1)
}

func step9(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 9 {
		step10(factory, stop, n)
	}
	step10(factory, stop, n-1)
}

func step10(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 10 {
		step11(factory, stop, n)
	}
	step11(factory, stop, n-1)
}

func step11(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 11 {
		step12(factory, stop, n)
	}
	step12(factory, stop, n-1)
}

func step12(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 12 {
		step13(factory, stop, n)
	}
	step13(factory, stop, n-1)
}

func step13(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 13 {
		step14(factory, stop, n)
	}
	step14(factory, stop, n-1)
}

func step14(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 14 {
		step15(factory, stop, n)
	}
	step15(factory, stop, n-1)
}

func step15(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 15 {
		step16(factory, stop, n)
	}
	step16(factory, stop, n-1)
}

func step16(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 16 {
		step17(factory, stop, n)
	}
	step17(factory, stop, n-1)
}

func step17(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 17 {
		step18(factory, stop, n)
	}
	step18(factory, stop, n-1)
}

func step18(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 18 {
		step19(factory, stop, n)
	}
	step19(factory, stop, n-1)
}

func step19(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 19 {
		step20(factory, stop, n)
	}
	step20(factory, stop, n-1)
}

func step20(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 20 {
		step21(factory, stop, n)
	}
	step21(factory, stop, n-1)
}

func step21(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 21 {
		step22(factory, stop, n)
	}
	step22(factory, stop, n-1)
}

func step22(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 22 {
		step23(factory, stop, n)
	}
	step23(factory, stop, n-1)
}

func step23(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	if n > 23 {
		step24(factory, stop, n)
	}
	step24(factory, stop, n-1)
}

func step24(factory informers.SharedInformerFactory, stop <-chan struct{}, n int) {
	factory.Start(stop)
	factory.WaitForCacheSync(stop)
}
