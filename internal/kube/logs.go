package kube

import "strings"

// logWords begin the names of functions that only say something: those of klog,
// logr, logrus, zap, log, fmt and runtime.HandleError of apimachinery. Those of
// at most three letters are whole names.
var logWords = []string{
	"log", "error", "warn", "info", "debug", "print", "verbose", "v", "withvalues", "withname", "typeof", "errorf", "handleerror", "sprintf", "trace", "kobj", "kref",
}

// IsLogCall reports whether a function of that name only logs.
func IsLogCall(name string) bool {
	name = strings.ToLower(name)
	for _, w := range logWords {
		if name == w || len(w) > 3 && strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// EndsProgram reports whether a function of that name may not return: Fatalf, os.Exit.
func EndsProgram(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "fatal") || strings.Contains(name, "exit") || strings.Contains(name, "panic")
}
