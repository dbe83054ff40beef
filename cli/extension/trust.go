package extension

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/extension"
	"beagle/internal/safe"
)

func newTrust(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "trust NAME", Short: "Agree to an extension on the screen: it takes part from then on, as long as its bytes stay", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			f, err := found(args[0])
			if err != nil {
				return err
			}
			if !a.Interactive || a.JSON() {
				return app.Hinted(app.Usage("agreeing needs a terminal"), "Name it in extensions: of your own settings, or with --extension "+f.Name+".")
			}
			agreed, err := extension.ReadAgreements()
			if err != nil {
				return err
			}
			if !agree(a, f) {
				a.SayLine("It has no part, as before.")
				agreed.Answer(&f, false)
				return agreed.Save()
			}
			agreed.Answer(&f, true)
			return agreed.Save()
		},
	}
}

func agree(a *app.App, f extension.Found) bool {
	fmt.Fprintf(a.Out, "%s %s: %s\n  program  %s\n  points   %s\n  sha256   %s\nIt runs with your rights whenever Beagle analyses. Let it take part? [y/N] ",
		f.Name, f.Version, f.Doc, safe.Line(f.Program), points(f.Points), f.Hash)
	answer, _ := bufio.NewReader(a.In).ReadString('\n')
	word := strings.ToLower(strings.TrimSpace(answer))
	return word == "y" || word == "yes"
}

func askAbout(a *app.App, named []string) error {
	answers, err := extension.ReadAgreements()
	if err != nil {
		return err
	}
	asked := false
	for _, f := range extension.Find() {
		if f.Problem != nil || answers.Answered(&f) || slices.Contains(named, f.Name) || slices.Contains(named, f.Program) {
			continue
		}
		asked = true
		answers.Answer(&f, agree(a, f))
	}
	if !asked {
		return nil
	}
	return answers.Save()
}

func newForget(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "forget NAME", Short: "Take the agreement to an extension back", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			agreed, err := extension.ReadAgreements()
			if err != nil {
				return err
			}
			f, err := found(args[0])
			if f.Program == "" {
				return err
			}
			if agreed[f.Program] == "" {
				a.SayLine("you did not agree to " + f.Name)
				return nil
			}
			delete(agreed, f.Program)
			return agreed.Save()
		},
	}
}
