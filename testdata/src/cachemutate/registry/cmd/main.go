// Everything was said below it.
package main

import (
	"k8slint.test/cachemutate/registry/cmd/app"
	"k8slint.test/cachemutate/registry/publisher"
	"k8slint.test/cachemutate/registry/subscriber"
)

func main() {
	_ = subscriber.Start
	var _ *publisher.Publisher = app.New(nil)
}
