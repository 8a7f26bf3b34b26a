//go:build tools

// Package helm names the client that installs charts.
package helm

import _ "helm.sh/helm/v3/cmd/helm"
