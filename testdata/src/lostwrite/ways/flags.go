package ways

import (
	"context"

	corev1 "k8s.io/api/core/v1"

	"k8slint.test/lostwrite/api"
)

// manyFlags decides early what it writes late, as long reconcilers do: its states are all combinations of the flags.
func (r *reconciler) manyFlags(ctx context.Context, backup *api.Backup, pods []*corev1.Pod) error {
	backup.Status.Phase = "Running"
	stale0 := pods[0].Labels["owner"] != backup.Name
	stale1 := pods[1].Labels["owner"] != backup.Name
	stale2 := pods[2].Labels["owner"] != backup.Name
	stale3 := pods[3].Labels["owner"] != backup.Name
	stale4 := pods[4].Labels["owner"] != backup.Name
	stale5 := pods[5].Labels["owner"] != backup.Name
	stale6 := pods[6].Labels["owner"] != backup.Name
	stale7 := pods[7].Labels["owner"] != backup.Name
	stale8 := pods[8].Labels["owner"] != backup.Name
	stale9 := pods[9].Labels["owner"] != backup.Name
	stale10 := pods[10].Labels["owner"] != backup.Name
	stale11 := pods[11].Labels["owner"] != backup.Name
	stale12 := pods[12].Labels["owner"] != backup.Name
	stale13 := pods[13].Labels["owner"] != backup.Name
	if stale0 {
		pods[0].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[0]); err != nil {
			return err
		}
	}
	if stale1 {
		pods[1].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[1]); err != nil {
			return err
		}
	}
	if stale2 {
		pods[2].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[2]); err != nil {
			return err
		}
	}
	if stale3 {
		pods[3].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[3]); err != nil {
			return err
		}
	}
	if stale4 {
		pods[4].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[4]); err != nil {
			return err
		}
	}
	if stale5 {
		pods[5].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[5]); err != nil {
			return err
		}
	}
	if stale6 {
		pods[6].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[6]); err != nil {
			return err
		}
	}
	if stale7 {
		pods[7].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[7]); err != nil {
			return err
		}
	}
	if stale8 {
		pods[8].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[8]); err != nil {
			return err
		}
	}
	if stale9 {
		pods[9].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[9]); err != nil {
			return err
		}
	}
	if stale10 {
		pods[10].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[10]); err != nil {
			return err
		}
	}
	if stale11 {
		pods[11].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[11]); err != nil {
			return err
		}
	}
	if stale12 {
		pods[12].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[12]); err != nil {
			return err
		}
	}
	if stale13 {
		pods[13].Labels["owner"] = backup.Name
		if err := r.Update(ctx, pods[13]); err != nil {
			return err
		}
	}
	if stale0 {
		backup.Labels["stale"] = "0"
	}
	if stale1 {
		backup.Labels["stale"] = "1"
	}
	if stale2 {
		backup.Labels["stale"] = "2"
	}
	if stale3 {
		backup.Labels["stale"] = "3"
	}
	if stale4 {
		backup.Labels["stale"] = "4"
	}
	if stale5 {
		backup.Labels["stale"] = "5"
	}
	if stale6 {
		backup.Labels["stale"] = "6"
	}
	if stale7 {
		backup.Labels["stale"] = "7"
	}
	if stale8 {
		backup.Labels["stale"] = "8"
	}
	if stale9 {
		backup.Labels["stale"] = "9"
	}
	if stale10 {
		backup.Labels["stale"] = "10"
	}
	if stale11 {
		backup.Labels["stale"] = "11"
	}
	if stale12 {
		backup.Labels["stale"] = "12"
	}
	if stale13 {
		backup.Labels["stale"] = "13"
	}
	if err := r.Update(ctx, backup); err != nil { // want `the status set at line 13 is lost`
		return err
	}
	return r.Status().Update(ctx, backup)
}
