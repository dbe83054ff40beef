//go:build unix

package extension

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"beagle/internal/safe"
	"beagle/model"
)

// owned refuses a program that somebody else could have changed.
func owned(program string) error {
	for _, path := range []string{program, manifestOf(program)} {
		target, err := filepath.EvalSymlinks(path)
		if err != nil {
			return err
		}
		for _, one := range []string{path, target} { // where a link lies, and what it leads to
			if err := ownedBelow(one); err != nil {
				return err
			}
		}
	}
	return nil
}

func ownedBelow(path string) error {
	if err := ownedAt(path, true); err != nil {
		return err
	}
	folder := filepath.Dir(path)
	if err := ownedAt(folder, true); err != nil {
		return err
	}
	for above := filepath.Dir(folder); above != folder; folder, above = above, filepath.Dir(above) {
		if err := ownedAt(above, false); err != nil {
			return err
		}
	}
	return nil
}

func ownedAt(path string, owner bool) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	me, mode := uint32(os.Getuid()), info.Mode()
	refuse := func(hint, format string, args ...any) error {
		return model.Problem{
			Severity: model.Error, Rule: "extension-writable", File: path, Message: "an extension runs with your rights, but " + fmt.Sprintf(format, args...), Hint: hint,
		}
	}
	if owner && stat.Uid != me && stat.Uid != 0 {
		return refuse("see what it is, then make it yours: chown", "this belongs to another user (%d)", stat.Uid)
	}
	if mode.IsDir() && mode&os.ModeSticky != 0 {
		return nil // only the owner of a file may replace it
	}
	own := stat.Gid == me && me != 0 || stat.Gid == 0
	if mode&0o002 != 0 || mode&0o020 != 0 && !own {
		return refuse("see that nobody has changed it, then: chmod go-w "+safe.Line(path), "everybody, or a group, may write here (mode %04o)", mode.Perm())
	}
	return nil
}
