package helpers

import (
	"context"

	"k8slint.test/lostwrite/api"
	"k8slint.test/lostwrite/helpers/util"
)

// observed loses what it has seen elsewhere: whoever asks for the name afterwards puts nothing back.
func (p *publisher) observed(ctx context.Context, b *api.Backup, phase string) (string, error) {
	b.Status.Phase = phase
	if b.Spec.Schedule == "" {
		b.Spec.Schedule = "daily"
		if err := p.Update(ctx, b); err != nil { // want `the status set at line 12 is lost`
			return "", err
		}
	}
	b.Status.Failures = 0
	return util.ExternalName(b), nil
}
