// Package manage hides how the manager is made.
package manage

import "k8slint.test/cachemutate/manager/split/setup"

func Start() error {
	_, err := setup.Manager()
	return err
}
