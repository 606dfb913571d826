package kube

import "go/types"

// opaque are types that hold references, but none that a controller writes
// through: following them costs time and finds nothing.
var opaque = set(
	"error",
	"context.Context",
	"time.Time",
	"time.Location",
	"reflect.Type",
	"regexp.Regexp",
	"sync.Mutex",
	"sync.RWMutex",
	"sync.WaitGroup",
	"testing.T",
	metaPkg+".Time",
	metaPkg+".MicroTime",
	"k8s.io/apimachinery/pkg/api/resource.Quantity",
	"k8s.io/apimachinery/pkg/labels.Selector",
	rtPkg+".Scheme",
	"github.com/go-logr/logr.Logger",
)

// Opaque reports whether what the type n refers to is of no interest: nobody
// writes an object through it.
func Opaque(n *types.Named) bool { return opaque[TypeName(n)] }
