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

type status struct{ conditions []common.Condition }

func (s *status) find(kind string) (common.Condition, bool) {
	for _, c := range s.conditions {
		if c.Type == kind {
			return c, true
		}
	}
	return common.Condition{}, false
}

func (s *status) ready() {
	c, ok := s.find("Ready")
	if !ok {
		c = common.Condition{Type: "Ready"}
		s.conditions = append(s.conditions, c)
		return
	}
	if c.Status != "True" {
		c.Status = "True" // want `^c is a copy that s\.find returned, so c\.Status = … is lost; return a pointer, or store it after the change$`
	}
}

func (s *status) readyStored() {
	c, ok := s.find("Ready")
	c.Type, c.Status = "Ready", "True"
	if !ok {
		s.conditions = append(s.conditions, c)
		return
	}
	s.conditions = setConditionAt(s.conditions, c)
}
