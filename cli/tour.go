package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"beagle/tui"
)

func newTour(a *program) *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "tour",
		Short: "Take a guided tour of the screens with the bundled example",
		Long: `Take a guided tour: the bundled example is put into a folder, and beside each
screen, from the wizard to the written model, stands what is seen, why it is so,
and what to press. f3 goes on where there is more to say, f4 ends the tour.

It needs a JDK. Without a terminal the texts of the tour are printed.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if a.JSON() {
				return a.PrintJSON(tui.TourStops)
			}
			if !a.Screens() || tui.Accessible() {
				_, err := fmt.Fprint(a.Out, tui.TourText())
				return err
			}
			opt, err := screens{a}.example(c, dir)
			if err != nil {
				return err
			}
			return screens{a}.home(c, &opt, true)
		},
	}
	c.Flags().StringVar(&dir, "dir", "", "folder for the example (default: a new folder under your cache)")
	return c
}

func (a screens) example(c *cobra.Command, dir string) (tui.WizardOptions, error) {
	if err := needJDK(); err != nil {
		return tui.WizardOptions{}, err
	}
	place, err := placeExample(dir)
	if err != nil {
		return tui.WizardOptions{}, err
	}
	opt, _, err := a.project(c, []string{place})
	return opt, err
}
