// Package clientgo pins a client-go that the tests analyse.
package clientgo

import (
	_ "k8s.io/client-go/tools/cache"
	_ "k8s.io/client-go/tools/watch"
)
