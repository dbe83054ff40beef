package safe

import (
	"errors"
	"syscall"
)

// Full reports whether an error is of a disk, or a quota, that has no room left.
func Full(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }
