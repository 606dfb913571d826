module istio.io/istio

go 1.26.0
