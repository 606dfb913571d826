package programs

// typ is a type of variables.
type typ int

const (
	tSvc     typ = iota // *corev1.Service
	tVal                // corev1.Service
	tMap                // map[string]string
	tStrs               // []string
	tPorts              // []corev1.ServicePort
	tConds              // []metav1.Condition
	tSvcs               // []*corev1.Service, of two elements
	tByName             // map[string]*corev1.Service, with the keys a and b
	tMeta               // metav1.Object, a service
	tAny                // any, a service
	tObj                // runtime.Object, a service
	tBox                // pointer to a struct type of the program's own
	tWrap               // a struct that embeds a service
	tPP                 // **corev1.Service
	tPort               // *corev1.ServicePort
	tPortVal            // corev1.ServicePort
	tFlag               // bool
	tGet                // func() *corev1.Service
	tCond               // *metav1.Condition
)

type variable struct {
	t    typ
	name string
}

// A scope is the variables that can be used, oldest first.
type scope struct{ vars []*variable }

func (s *scope) nest() *scope { return &scope{append([]*variable(nil), s.vars...)} }

func (s *scope) of(t typ) []*variable {
	var out []*variable
	for _, v := range s.vars {
		if v.t == t {
			out = append(out, v)
		}
	}
	return out
}

// containers are the variables that have elements.
func (s *scope) containers() []*variable { return append(s.of(tSvcs), s.of(tByName)...) }
