// Package setup holds the commands about Beagle itself: its version, its folders, and what measuring
// needs.
package setup

import (
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cost/kept"
	"beagle/extension"
	"beagle/run/draft"
)

type usedPath struct {
	Name   string `json:"name"`
	Path   string `json:"path"`
	Exists bool   `json:"exists"`
	Doc    string `json:"doc"`
}

func folders() []usedPath {
	all := []usedPath{
		{Name: "settings", Path: UserFile(), Doc: "your own settings"},
		{Name: "runs", Path: filepath.Join(xdg.StateHome, "beagle", "runs"), Doc: "one folder per analysis: store, output of launches, log"},
		{Name: "costs", Path: kept.File(), Doc: "costs of methods at each commit, for beagle history"},
		{Name: "drafts", Path: draft.Folder(), Doc: "drafts of the wizard that were not saved"},
		{Name: "trust", Path: app.Folder(), Doc: "projects whose code you let Beagle run"},
		{Name: "extensions", Path: extension.Folder(), Doc: "programs that take part, once you choose them"},
		{Name: "cache", Path: CacheDir(), Doc: "may be deleted at any time"},
	}
	for i := range all {
		_, err := os.Stat(all[i].Path)
		all[i].Exists = err == nil
	}
	return all
}

// UserFile is the file with the user's own settings.
func UserFile() string { return filepath.Join(xdg.ConfigHome, "beagle", "config.yaml") }

// CacheDir is the folder of what may be deleted at any time.
func CacheDir() string { return filepath.Join(xdg.CacheHome, "beagle") }

// NewPaths is the command paths.
func NewPaths(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "paths",
		Short: "Show the folders that Beagle uses",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if a.JSON() {
				return a.PrintJSON(folders())
			}
			table := tabwriter.NewWriter(a.Out, 0, 4, 2, ' ', 0)
			for _, f := range folders() {
				state := f.Doc
				if !f.Exists {
					state += " (not there yet)"
				}
				fmt.Fprintf(table, "%s\t%s\t%s\n", f.Name, f.Path, state)
			}
			return table.Flush()
		},
	}
}
