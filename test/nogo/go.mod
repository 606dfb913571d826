module github.com/k8slint/k8slint/test/nogo

go 1.26.0

require (
	github.com/aymanbagabas/go-udiff v0.4.1
	github.com/bazelbuild/rules_go v0.65.0
	github.com/k8slint/k8slint v0.0.0
	golang.org/x/tools v0.52.0
)

require go.yaml.in/yaml/v3 v3.0.4 // indirect

replace github.com/k8slint/k8slint => ../..
