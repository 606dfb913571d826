// Package layers hands items down through layers of functions, each of which calls the next in two places: there are
// 16 million ways to the last.
package layers

import "k8s.io/client-go/util/workqueue"

type controller struct {
	queue workqueue.TypedRateLimitingInterface[string]
	sync  func(key string) error
}

func (c *controller) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	c.step0(key, len(key))
	return true
}

func (c *controller) forgetful() bool {
	key, quit := c.queue.Get() // want `on some paths nothing calls Done for this item`
	if quit {
		return false
	}
	c.lossy(key, len(key))
	return true
}

func (c *controller) lossy(key string, n int) {
	if n > 24 {
		c.step0(key, n)
	}
}

func (c *controller) step0(key string, n int) {
	if n > 0 {
		c.step1(key, n)
	} else {
		c.step1(key, n-1)
	}
}

func (c *controller) step1(key string, n int) {
	if n > 1 {
		c.step2(key, n)
	} else {
		c.step2(key, n-1)
	}
}

func (c *controller) step2(key string, n int) {
	if n > 2 {
		c.step3(key, n)
	} else {
		c.step3(key, n-1)
	}
}

func (c *controller) step3(key string, n int) {
	if n > 3 {
		c.step4(key, n)
	} else {
		c.step4(key, n-1)
	}
}

func (c *controller) step4(key string, n int) {
	if n > 4 {
		c.step5(key, n)
	} else {
		c.step5(key, n-1)
	}
}

func (c *controller) step5(key string, n int) {
	if n > 5 {
		c.step6(key, n)
	} else {
		c.step6(key, n-1)
	}
}

func (c *controller) step6(key string, n int) {
	if n > 6 {
		c.step7(key, n)
	} else {
		c.step7(key, n-1)
	}
}

func (c *controller) step7(key string, n int) {
	if n > 7 {
		c.step8(key, n)
	} else {
		c.step8(key, n-1)
	}
}

func (c *controller) step8(key string, n int) {
	if n > 8 {
		c.step9(key, n)
	} else {
		c.step9(key, n-1)
	}
}

func (c *controller) step9(key string, n int) {
	if n > 9 {
		c.step10(key, n)
	} else {
		c.step10(key, n-1)
	}
}

func (c *controller) step10(key string, n int) {
	if n > 10 {
		c.step11(key, n)
	} else {
		c.step11(key, n-1)
	}
}

func (c *controller) step11(key string, n int) {
	if n > 11 {
		c.step12(key, n)
	} else {
		c.step12(key, n-1)
	}
}

func (c *controller) step12(key string, n int) {
	if n > 12 {
		c.step13(key, n)
	} else {
		c.step13(key, n-1)
	}
}

func (c *controller) step13(key string, n int) {
	if n > 13 {
		c.step14(key, n)
	} else {
		c.step14(key, n-1)
	}
}

func (c *controller) step14(key string, n int) {
	if n > 14 {
		c.step15(key, n)
	} else {
		c.step15(key, n-1)
	}
}

func (c *controller) step15(key string, n int) {
	if n > 15 {
		c.step16(key, n)
	} else {
		c.step16(key, n-1)
	}
}

func (c *controller) step16(key string, n int) {
	if n > 16 {
		c.step17(key, n)
	} else {
		c.step17(key, n-1)
	}
}

func (c *controller) step17(key string, n int) {
	if n > 17 {
		c.step18(key, n)
	} else {
		c.step18(key, n-1)
	}
}

func (c *controller) step18(key string, n int) {
	if n > 18 {
		c.step19(key, n)
	} else {
		c.step19(key, n-1)
	}
}

func (c *controller) step19(key string, n int) {
	if n > 19 {
		c.step20(key, n)
	} else {
		c.step20(key, n-1)
	}
}

func (c *controller) step20(key string, n int) {
	if n > 20 {
		c.step21(key, n)
	} else {
		c.step21(key, n-1)
	}
}

func (c *controller) step21(key string, n int) {
	if n > 21 {
		c.step22(key, n)
	} else {
		c.step22(key, n-1)
	}
}

func (c *controller) step22(key string, n int) {
	if n > 22 {
		c.step23(key, n)
	} else {
		c.step23(key, n-1)
	}
}

func (c *controller) step23(key string, n int) {
	if n > 23 {
		c.step24(key, n)
	} else {
		c.step24(key, n-1)
	}
}

func (c *controller) step24(key string, n int) {
	defer c.queue.Done(key)
	if err := c.sync(key); err != nil {
		c.queue.AddRateLimited(key)
		return
	}
	c.queue.Forget(key)
}
