package kube

import (
	"go/types"
	"slices"
	"strings"
)

// logWords begin the names of functions that only say something: those of klog,
// logr, logrus, zap, log, fmt and runtime.HandleError of apimachinery. Those of
// at most three letters are whole names.
var logWords = []string{
	"log", "error", "warn", "info", "debug", "print", "verbose", "v", "withvalues", "withname", "withfield", "witherror", "typeof", "errorf", "handleerror", "sprintf", "trace", "kobj", "kref",
}

// IsLogCall reports whether a function of that name only logs.
func IsLogCall(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(logWords, func(w string) bool { return name == w || len(w) > 3 && strings.HasPrefix(name, w) })
}

// loggers are the packages of the usual loggers.
var loggers = []string{
	"log", "k8s.io/klog", "github.com/go-logr", "github.com/golang/glog", "github.com/rs/zerolog", "github.com/sirupsen/logrus", "go.uber.org/zap",
}

// ExitsProcess reports whether fn surely does not return: os.Exit, klog.Fatalf, the Panicf
// of a logger.
func ExitsProcess(fn *types.Func) bool {
	if path := pathOf(fn); path != "os" && !under(path, loggers) {
		return false
	}
	return strings.HasPrefix(fn.Name(), "Fatal") || strings.HasPrefix(fn.Name(), "Exit") || strings.HasPrefix(fn.Name(), "Panic")
}

// NeverReturns reports whether fn ends the program, the goroutine or the test: also t.Fatalf, framework.Failf.
func NeverReturns(fn *types.Func) bool {
	if ExitsProcess(fn) {
		return true
	}
	switch fn.Name() {
	case "Fatal", "Fatalf", "FailNow", "Failf", "Goexit":
		return fn.Signature().Results().Len() == 0
	case "Fail", "Skip":
		return strings.HasPrefix(pathOf(fn), "github.com/onsi/ginkgo")
	}
	return false
}

// EndsProgram reports whether a function of that name may not return: Fatalf, os.Exit.
func EndsProgram(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "fatal") || strings.Contains(name, "exit") || strings.Contains(name, "panic")
}

// logTypes are the loggers, entries and fields of the usual libraries.
var logTypes = map[string]bool{
	"github.com/go-logr/logr.InfoLogger":     true, // before 0.2
	"github.com/go-logr/logr.Logger":         true,
	"github.com/golang/glog.Verbose":         true,
	"github.com/hashicorp/go-hclog.Logger":   true,
	"github.com/rs/zerolog.Context":          true,
	"github.com/rs/zerolog.Event":            true,
	"github.com/rs/zerolog.Logger":           true,
	"github.com/sirupsen/logrus.Entry":       true,
	"github.com/sirupsen/logrus.FieldLogger": true,
	"github.com/sirupsen/logrus.Logger":      true,
	"go.uber.org/zap.Logger":                 true,
	"go.uber.org/zap.SugaredLogger":          true,
	"go.uber.org/zap/zapcore.CheckedEntry":   true,
	"go.uber.org/zap/zapcore.Field":          true,
	"k8s.io/klog.Verbose":                    true,
	"k8s.io/klog/v2.Verbose":                 true,
	"log/slog.Attr":                          true,
	"log/slog.Logger":                        true,
	"log/slog.Value":                         true,
}

// IsForLog reports whether f does nothing but to make a line of a log: it is a method of a
// logger or an entry, or returns nothing but one of these, or a field, as slog.Any does.
// Methods that end the program are none.
func IsForLog(f *types.Func) bool {
	sig := f.Signature()
	if sig.Recv() != nil && logTypes[TypeName(sig.Recv().Type())] {
		return !EndsProgram(f.Name())
	}
	return GivesLogger(sig)
}

// LogsByName reports whether f has the name of a method that logs, on a type that a program has named Logger.
func LogsByName(f *types.Func) bool {
	sig := f.Signature()
	if sig.Recv() == nil || sig.Results().Len() > 0 || EndsProgram(f.Name()) || !IsLogCall(f.Name()) {
		return false
	}
	return strings.HasSuffix(strings.ToLower(TypeName(sig.Recv().Type())), "logger")
}

// GivesLogger reports whether a function of that signature returns nothing but a logger, an entry or a field.
func GivesLogger(sig *types.Signature) bool {
	return sig.Results().Len() == 1 && logTypes[TypeName(sig.Results().At(0).Type())]
}

// recorders are the packages of client-go's event recorders.
var recorders = []string{"k8s.io/client-go/tools/record", "k8s.io/client-go/tools/events"}

// OnlyTells reports whether fn does no more than to write of its arguments, to a log or as an event.
func OnlyTells(fn *types.Func) bool {
	return under(pathOf(fn), loggers) || under(pathOf(fn), recorders)
}

// meters are packages that count and measure what a program does.
var meters = []string{"github.com/prometheus/client_golang", "go.opentelemetry.io/otel", "k8s.io/component-base/metrics"}

// Measures reports whether fn does no more than to count or measure what the program does.
func Measures(fn *types.Func) bool { return under(pathOf(fn), meters) }
