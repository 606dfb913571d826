module github.com/k8slint/k8slint/test

go 1.26.0

require go.yaml.in/yaml/v3 v3.0.4

require golang.org/x/mod v0.42.0
