package engine

import (
	"path/filepath"
	"testing"

	"beagle/internal/need"
)

func TestLogindsConfigurationIsRead(t *testing.T) {
	write := func(path, text string) {
		t.Helper()
		need.File(t, path, text)
	}
	etc, lib := t.TempDir(), t.TempDir()
	if killsUserProcesses(etc, lib) {
		t.Error("nothing is configured")
	}
	write(filepath.Join(lib, "logind.conf"), "[Login]\nKillUserProcesses=yes\n")
	if !killsUserProcesses(etc, lib) {
		t.Error("the vendor's file says yes")
	}
	write(filepath.Join(etc, "logind.conf"), "[Login]\n#KillUserProcesses=yes\n")
	if killsUserProcesses(etc, lib) {
		t.Error("the administrator's file replaces the vendor's; a comment says nothing")
	}
	write(filepath.Join(etc, "logind.conf.d", "10.conf"), "[Login]\nKillUserProcesses = true\n")
	if !killsUserProcesses(etc, lib) {
		t.Error("a drop-in says yes")
	}
}
