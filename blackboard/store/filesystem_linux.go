package store

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

func networked(path string) bool {
	var stat unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(path), &stat); err != nil {
		return false
	}
	switch int64(stat.Type) { //nolint:unconvert // the type differs between architectures
	case unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC,
		unix.AFS_SUPER_MAGIC, unix.CODA_SUPER_MAGIC, unix.CEPH_SUPER_MAGIC, unix.V9FS_MAGIC, unix.NCP_SUPER_MAGIC:
		return true
	}
	return false
}
