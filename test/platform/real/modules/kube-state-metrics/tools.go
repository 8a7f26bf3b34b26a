//go:build tools

// Package statemetrics names the program that tells of resources as metrics.
package statemetrics

import _ "k8s.io/kube-state-metrics/v2"
