package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"beagle/cli/app"
	"beagle/tui/text"
)

// everyCommand calls do with each command of the tree, also with those of groups.
func everyCommand(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, child := range c.Commands() {
		everyCommand(child, do)
	}
}

func TestTextsOfHelpFitIntoTheTerminalAndIntoEightyColumnsElsewhere(t *testing.T) {
	for _, width := range []int{0, 40, 80, 200} {
		most := pageWidth
		if width > 0 {
			most = min(width, pageWidth)
		}
		everyCommand(newRoot(&program{App: &app.App{}}), func(c *cobra.Command) {
			fitted(c, width)
			for paragraph := range strings.SplitSeq(c.Long, "\n\n") {
				for line := range strings.SplitSeq(paragraph, "\n") {
					table := strings.Contains(paragraph, "\n ")
					if wide := text.Width(line) + margins; wide > most && !table || wide > pageWidth+1 {
						t.Errorf("the help of %s at %d columns has a line of %d: %q", c.CommandPath(), width, wide, line)
					}
				}
			}
		})
	}
}

func TestRowsAndExamplesOfHelpFitIntoTheTerminal(t *testing.T) {
	for _, width := range []int{48, 80, 120} {
		everyCommand(newRoot(&program{App: &app.App{}}), func(c *cobra.Command) {
			fitted(c, width)
			names := namesWidth(c)
			row := func(name, said string) {
				for line := range strings.SplitSeq(said, "\n") {
					if wide := names + text.Width(line); wide > width {
						t.Errorf("the help of %s at %d columns has a row of %d for %s: %q", c.CommandPath(), width, wide, name, line)
					}
				}
			}
			for _, child := range c.Commands() {
				row(child.Name(), child.Short)
			}
			c.Flags().VisitAll(func(f *pflag.Flag) {
				said := f.Usage
				if f.DefValue != "" {
					said += " (" + f.DefValue + ")"
				}
				row("--"+f.Name, said)
			})
			for line := range strings.SplitSeq(c.Example, "\n") {
				if wide := text.Width(line) + 2*margins; wide > width && strings.Contains(line, " ") {
					t.Errorf("the help of %s at %d columns has an example of %d: %q", c.CommandPath(), width, wide, line)
				}
			}
		})
	}
}

func TestAnExampleIsBrokenWhereAShellGoesOn(t *testing.T) {
	for _, c := range []struct {
		example string
		want    []string
	}{
		{"beagle run", []string{"beagle run"}},
		{"beagle worker --nats nats://10.0.0.5:4222 --learn", []string{`beagle worker \`, `--nats nats://10.0.0.5:4222 \`, "--learn"}},
		{"beagle run --nats nats://10.0.0.5:4222 # others learn", []string{"# others learn", `beagle run \`, "--nats nats://10.0.0.5:4222"}},
		{"beagle stoex eval 'n.VALUE * 2 + 40' --set n.VALUE=3", []string{"beagle stoex eval \\", "'n.VALUE * 2 + 40' \\", "--set n.VALUE=3"}},
	} {
		if got := strings.Split(exampleLines(c.example, 32), "\n"); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.example, got, c.want)
		}
	}
}
