package apiserver

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	afterendpoints "github.com/k8slint/k8slint/examples/after/endpoints"
	beforeendpoints "github.com/k8slint/k8slint/examples/before/endpoints"
)

// A runner is the controller of the examples.
type runner interface {
	Run(ctx context.Context, workers int)
}

func newController(side string, client kubernetes.Interface, factory informers.SharedInformerFactory) (runner, error) {
	if side == "before" {
		return beforeendpoints.New(client, factory)
	}
	return afterendpoints.New(client, factory)
}

const legacyAnnotation = "endpoints.example.com/owner"

// createService creates a Service that the controller has to change, and its slice.
func createService(t *testing.T, client kubernetes.Interface, namespace string) {
	t.Helper()
	svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: "web", Annotations: map[string]string{legacyAnnotation: "me"}}}
	must[*corev1.Service](t)(client.CoreV1().Services(namespace).Create(t.Context(), svc, metav1.CreateOptions{}))
	slice := &discoveryv1.EndpointSlice{ObjectMeta: metav1.ObjectMeta{Name: "web-1", Labels: map[string]string{
		discoveryv1.LabelServiceName: "web", discoveryv1.LabelManagedBy: "endpoints.example.com",
	}}}
	must[*discoveryv1.EndpointSlice](t)(client.DiscoveryV1().EndpointSlices(namespace).Create(t.Context(), slice, metav1.CreateOptions{}))
}

// TestCacheMutateREADME has a server that refuses the first update of a Service. The next
// sync finds nothing to do for the Service, and goes on with its slices.
func TestCacheMutateREADME(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles client-go with the race detector")
	}
	run := &transcript{analyzer: "cachemutate"}
	for _, side := range sides {
		if !t.Run(side, func(t *testing.T) {
			run.printf("# examples/%s", side)
			runEndpoints(t, side, run)
			race(t, side, run)
		}) {
			return
		}
	}
	run.compare(t)
}

func runEndpoints(t *testing.T, side string, run *transcript) {
	ctx, p, direct := testContext(t), newProxy(t), typed(t, newProxy(t))
	namespace := newNamespace("endpoints-" + side)
	createService(t, direct, namespace)
	refused, stamped := false, make(chan struct{})
	p.OnRequest(func(r *http.Request) *Answer {
		if r.Method != http.MethodPut || refused {
			return nil
		}
		refused = true
		status := apierrors.NewInternalError(fmt.Errorf("failed calling webhook")).Status()
		return &status
	})
	var once sync.Once
	p.OnAnswer(func(r *http.Request, code int) {
		select {
		case <-stamped:
			return
		default:
		}
		if r.Method != http.MethodPut {
			return
		}
		run.printf("%s %s %s: %d %s", r.Method, path.Base(path.Dir(r.URL.Path)), path.Base(r.URL.Path), code, http.StatusText(code))
		if strings.Contains(r.URL.Path, "endpointslices") {
			once.Do(func() { close(stamped) })
		}
	})

	factory := informers.NewSharedInformerFactoryWithOptions(typed(t, p), 0, informers.WithNamespace(namespace))
	c := must[runner](t)(newController(side, typed(t, p), factory))
	var done sync.WaitGroup
	running, cancel := context.WithCancel(ctx)
	factory.Start(running.Done())
	done.Go(func() { c.Run(running, 1) })
	defer func() { cancel(); done.Wait(); factory.Shutdown() }()
	select {
	case <-stamped:
	case <-ctx.Done():
		t.Fatal("the slice is not stamped")
	}

	stored := must[*corev1.Service](t)(direct.CoreV1().Services(namespace).Get(ctx, "web", metav1.GetOptions{}))
	_, has := stored.Annotations[legacyAnnotation]
	run.printf("the annotation is removed: %t", !has)
	if has != (side == "before") {
		t.Errorf("the annotation is on the server: %t", has)
	}
}

// race runs the controller with the race detector, beside a reader of the same
// Service.
func race(t *testing.T, side string, run *transcript) {
	program := raceProgram(t)
	died := ""
	for tries := 0; died == "" && (tries == 0 || side == "before" && tries < 3); tries++ { // the detector can miss a race on a busy machine
		namespace := newNamespace("race-" + side)
		createService(t, typed(t, newProxy(t)), namespace)
		cmd := exec.CommandContext(testContext(t), program, side, namespace)
		cmd.Env = append(os.Environ(), "GORACE=halt_on_error=1", "GOMAXPROCS=4")
		died = start(t, cmd, newProxy(t)).end(t)
	}
	report := died
	if report == "" {
		report = "no report"
	}
	run.printf("the race detector, with another reader of web: %s", report)
	if want := map[string]string{"before": "WARNING: DATA RACE", "after": ""}[side]; died != want {
		t.Errorf("the program ends with %q, want %q", died, want)
	}
}

// buildRace builds the program of ./race once.
var buildRace = sync.OnceValues(func() (string, error) {
	name := filepath.Join(server.dir, "race.test")
	out, err := exec.Command("go", "build", "-race", "-o", name, "./race").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build -race, which needs cgo and a C compiler: %w\n%s", err, out)
	}
	return name, nil
})

func raceProgram(t *testing.T) string {
	t.Helper()
	return must[string](t)(buildRace())
}
