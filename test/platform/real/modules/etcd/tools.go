//go:build tools

// Package etcd names the store of the control plane.
package etcd

import _ "go.etcd.io/etcd/server/v3"
