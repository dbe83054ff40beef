package setup

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"beagle/cli/app"
)

// Set by the linker in releases; "go install" and "go build" leave them empty,
// and the build's own record is used instead.
var version, commit, date string

// Version says which Beagle this is.
type Version struct {
	Version string `json:"version"`           // of Beagle
	Commit  string `json:"commit,omitempty"`  // that it was built from
	Date    string `json:"date,omitempty"`    // of that commit
	Changed bool   `json:"changed,omitempty"` // built from a tree with uncommitted changes
	Go      string `json:"go"`                // version of Go that it was built with
	System  string `json:"system"`            // operating system and architecture, such as linux/amd64
}

// Build is what this program was built from.
func Build() Version {
	v := Version{
		Version: version, Commit: commit, Date: date,
		Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if v.Version == "" {
		v.Version = info.Main.Version
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			if v.Commit == "" {
				v.Commit = setting.Value
			}
		case "vcs.time":
			if v.Date == "" {
				v.Date = setting.Value
			}
		case "vcs.modified":
			v.Changed = setting.Value == "true"
		}
	}
	return v
}

// Short is the version's number, or that it has none.
func (v Version) Short() string {
	if v.Version == "" || v.Version == "(devel)" {
		return "development build"
	}
	return v.Version
}

// NewVersion is the command version.
func NewVersion(a *app.App) *cobra.Command {
	return a.Prints(&cobra.Command{
		Use:   "version",
		Short: "Say which Beagle this is",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			v := Build()
			if a.JSON() {
				return a.PrintJSON(v)
			}
			fmt.Fprintf(a.Out, "beagle %s\n", v.Short())
			if v.Commit != "" {
				changed := ""
				if v.Changed {
					changed = ", with uncommitted changes"
				}
				fmt.Fprintf(a.Out, "commit %s of %s%s\n", v.Commit, v.Date, changed)
			}
			fmt.Fprintf(a.Out, "%s %s\n", v.Go, v.System)
			return nil
		},
	}, Version{})
}
