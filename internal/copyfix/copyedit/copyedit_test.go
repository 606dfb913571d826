package copyedit

import "testing"

// TestOnly: which edits are copies and nothing else.
func TestOnly(t *testing.T) {
	const was = "\tf(obj.(*v1.Pod))\n\tobj.(*v1.Pod).Name = x\n\tpod.Name = y\n"
	tests := []struct {
		is   string
		want bool
	}{
		{was, true},
		{"\tf(obj.(*v1.Pod).DeepCopy())\n\tobj.(*v1.Pod).Name = x\n\tpod.Name = y\n", true},
		{"\tf(obj.(*v1.Pod))\n\tp := obj.(*v1.Pod).DeepCopy()\n\tp.Name = x\n\tpod.Name = y\n", true},
		{"\tf(obj.(*v1.Pod))\n\tobj.(*v1.Pod).Name = x\n\tpod = pod.DeepCopy()\n\tpod.Name = y\n", true},
		{"\tf(obj.(*v1.Pod))\n\tobj.(*v1.Pod).Name = x\n\tpod = *pod.DeepCopy()\n\tpod.Name = y\n", true},
		{"\tf(obj.(*v1.Pod))\n\tobj.(*v1.Pod).Name = x\n\tpod = pod.DeepCopyObject().(client.Object)\n\tpod.Name = y\n", true},
		{"\tf(obj.(*v1.Pod))\n\tobj.(*v1.Pod).Name = x\n\tpod = pod.DeepCopyObject()\n\tpod.Name = y\n", true},
		{"\tf(obj.(*v1.Pod))\n\tobj.(*v1.Pod).Name = x\n\tpod = svc.DeepCopy()\n\tpod.Name = y\n", false},
		{"\tf(obj.(*v1.Pod))\n\tpod.Name = y\n", false},
		{"\tf(obj.(*v1.Pod))\n\tp.Name = x\n\tpod.Name = y\n", false},
		{was + "\treturn\n", false},
	}
	for _, test := range tests {
		if err := Only(was, test.is); (err == nil) != test.want {
			t.Errorf("%q: %v", test.is, err)
		}
	}
}
