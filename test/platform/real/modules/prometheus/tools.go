//go:build tools

// Package prometheus names the program that checks and tries rules.
package prometheus

import _ "github.com/prometheus/prometheus/cmd/promtool"
