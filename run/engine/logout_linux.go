package engine

import (
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"

	"beagle/model"
)

// logout warns where the system ends a user's processes when the last session is closed.
func logout() (problems []model.Problem) {
	me, err := user.Current()
	if err != nil || os.Getuid() == 0 || !killsUserProcesses("/etc/systemd", "/run/systemd", "/usr/lib/systemd") {
		return nil
	}
	if _, err := os.Stat("/var/lib/systemd/linger/" + me.Username); err == nil {
		return nil
	}
	return []model.Problem{{
		Severity: model.Warning, Rule: "logout", Message: "this system ends your processes when you log out, and with them the analysis",
		Hint: "allow it to go on: loginctl enable-linger",
	}}
}

// killsUserProcesses reads logind's configuration: the folders are given in the order of their precedence.
func killsUserProcesses(folders ...string) bool {
	var files, dropIns []string
	for _, folder := range folders {
		if main := filepath.Join(folder, "logind.conf"); len(files) == 0 {
			if _, err := os.Stat(main); err == nil {
				files = append(files, main)
			}
		}
		found, _ := filepath.Glob(filepath.Join(folder, "logind.conf.d", "*.conf"))
		dropIns = append(dropIns, found...)
	}
	slices.SortStableFunc(dropIns, func(a, b string) int { return strings.Compare(filepath.Base(a), filepath.Base(b)) })
	kills := false
	for _, file := range append(files, dropIns...) {
		data, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(data)) {
			key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
			if ok && strings.TrimSpace(key) == "KillUserProcesses" {
				kills = slices.Contains([]string{"yes", "true", "1", "on"}, strings.ToLower(strings.TrimSpace(value)))
			}
		}
	}
	return kills
}
