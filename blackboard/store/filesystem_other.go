//go:build !linux

package store

// networked is not known here; WAL works on local disks.
func networked(string) bool { return false }
