package runs

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/setup"
	"beagle/internal/safe"
	"beagle/report"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/remote"
)

// NewReport is "beagle report": a run as one HTML file, or its pictures as files.
func NewReport(a *app.App) *cobra.Command {
	var out, plots, against, by string
	c := &cobra.Command{
		Use:   "report [RUN]",
		Short: "Write one page about an analysis, to read and to show around",
		Long: `Write one page about an analysis, to read and to show around: summary, each element
with what was measured, the curve, intervals, rivals and the verdict; launches, the
machine's noise, problems, where everything comes from, and the model's change.

It is one HTML file that fetches nothing and needs no script; it can be printed.
An existing file is kept as .bak. --plots writes every
picture as an SVG file of its own into a new folder.`,
		Example: `  beagle report --out report.html
  beagle report 2026-11-22-1430-fileshare --out report.html --plots pictures`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: Complete,
		RunE: func(c *cobra.Command, args []string) error {
			if out == "" && plots == "" {
				return app.Usage("name the file to write with --out, or a folder for pictures with --plots")
			}
			analysis, err := remote.Attach(Arg(args), remote.Watch)
			if err != nil {
				return None(err)
			}
			defer analysis.Close()
			about, err := aboutOf(analysis)
			if err != nil {
				return err
			}
			if against != "" {
				share, err := parseShare(by)
				if err != nil {
					return err
				}
				if about.Against, err = Compared(c.Context(), against, analysis.ID(), share); err != nil {
					return err
				}
			}
			page, err := report.Gather(c.Context(), analysis, about)
			if err != nil {
				return err
			}
			return writeReport(a, page, out, plots)
		},
	}
	c.Flags().StringVar(&out, "out", "", "write the page to this file")
	c.Flags().StringVar(&plots, "plots", "", "write the pictures as SVG files into this folder")
	c.Flags().StringVar(&against, "against", "", "an earlier analysis, to show changes since")
	c.Flags().StringVar(&by, "by", "10%", "with --against: share by which something may grow before it is worse")
	return c
}

func aboutOf(analysis run.Run) (about report.About, err error) {
	about = report.About{Beagle: setup.Build().Short(), Now: time.Now()}
	about.Begun, err = folder.Begun(analysis.ID())
	return about, err
}

// Report is one page of HTML about an analysis, for the screens.
func Report(ctx context.Context, analysis run.Run) ([]byte, error) {
	about, err := aboutOf(analysis)
	if err != nil {
		return nil, err
	}
	page, err := report.Gather(ctx, analysis, about)
	if err != nil {
		return nil, err
	}
	return page.HTML()
}

func writeReport(a *app.App, page *report.Page, out, plots string) error {
	said := map[string]any{"elements": len(page.Elements)}
	var lines []string
	if out != "" {
		data, err := page.HTML()
		if err != nil {
			return err
		}
		path, err := filepath.Abs(out)
		if err != nil {
			return err
		}
		backup, err := safe.WriteFile(path, data, safe.WriteOptions{Backup: true})
		if err != nil {
			return err
		}
		said["written"], said["bytes"] = out, len(data)
		lines = append(lines, fmt.Sprintf("written: %s (%d KB)", safe.Line(out), (len(data)+1023)/1024))
		if backup != "" {
			said["backup"] = backup
			lines = append(lines, "the old file is kept as "+safe.Line(safe.Shown(backup)))
		}
	}
	if plots != "" {
		count, err := page.Plots(plots)
		if err != nil {
			return app.Hinted(err, "Name a folder that is new or empty; nothing is overwritten.")
		}
		said["plots"], said["pictures"] = plots, count
		lines = append(lines, fmt.Sprintf("%d pictures in %s", count, safe.Line(plots)))
	}
	if a.JSON() {
		return a.PrintJSON(said)
	}
	_, err := fmt.Fprintln(a.Out, strings.Join(lines, "\n"))
	return err
}
