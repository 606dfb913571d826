package copies

import (
	"k8slint.test/lostwrite/copies/apis/common"
)

// setCondition adds a condition. One that is there stays as it is.
func setCondition(conditions []common.Condition, c common.Condition) []common.Condition {
	found := false
	for _, v := range conditions {
		if v.Type == c.Type {
			found = true
			v.Status = c.Status // want `^v is a copy of the element, so v\.Status = … is lost; write conditions\[i\]\.Status$`
			v.Changed = c.Changed
		}
	}
	if !found {
		conditions = append(conditions, c)
	}
	return conditions
}

func setConditionAt(conditions []common.Condition, c common.Condition) []common.Condition {
	for i := range conditions {
		v := &conditions[i]
		if v.Type == c.Type {
			v.Status = c.Status
			return conditions
		}
	}
	return append(conditions, c)
}

// each returns what it changes.
func each(conditions []common.Condition, status string) []common.Condition {
	var out []common.Condition
	for _, v := range conditions {
		v.Status = status
		out = append(out, v)
	}
	return out
}
