//go:build !linux

package replace

import "errors"

// createNameless makes a draft without a name, which only Linux can.
func createNameless(string) (*draft, error) { return nil, errors.ErrUnsupported }
