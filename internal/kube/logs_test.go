package kube_test

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/k8slint/k8slint/internal/kube"
)

// TestLoggers: all loggers are known wherever it is asked what a call of one does.
func TestLoggers(t *testing.T) {
	for _, test := range []struct {
		pkg, name    string
		tells, exits bool
	}{
		{"log", "Printf", true, false},
		{"log", "Fatalf", true, true},
		{"k8s.io/klog/v2", "InfoS", true, false},
		{"k8s.io/klog/v2", "FlushAndExit", true, false},
		{"k8s.io/klog/v2", "Exitf", true, true},
		{"github.com/golang/glog", "Fatal", true, true},
		{"github.com/rs/zerolog/log", "Info", true, false},
		{"github.com/rs/zerolog/log", "Fatal", true, true},
		{"github.com/sirupsen/logrus", "Panicf", true, true},
		{"go.uber.org/zap", "Error", true, false},
		{"github.com/go-logr/logr", "Info", true, false},
		{"k8s.io/client-go/tools/record", "Eventf", true, false},
		{"os", "Exit", false, true},
		{"os", "Remove", false, false},
		{"example.com/log", "Fatalf", false, false},
		{"github.com/example/zap", "Fatal", false, false},
		{"logger", "Exit", false, false}, // no part of log
	} {
		fn := types.NewFunc(token.NoPos, types.NewPackage(test.pkg, "p"), test.name, types.NewSignatureType(nil, nil, nil, nil, nil, false))
		if got := kube.OnlyTells(fn); got != test.tells {
			t.Errorf("%s.%s: OnlyTells is %v", test.pkg, test.name, got)
		}
		if got := kube.ExitsProcess(fn); got != test.exits {
			t.Errorf("%s.%s: ExitsProcess is %v", test.pkg, test.name, got)
		}
	}
}
