package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"beagle/cli/app"
	"beagle/internal/shell"
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
			for line := range strings.SplitSeq(c.Long, "\n") {
				if wide := text.Width(line) + margins; wide > most {
					t.Errorf("the help of %s at %d columns has a line of %d: %q", c.CommandPath(), width, wide, line)
				}
			}
		})
	}
}

func TestRowsAndExamplesOfHelpFitIntoTheTerminal(t *testing.T) {
	for _, width := range []int{48, 60, 80, 120} {
		everyCommand(newRoot(&program{App: &app.App{}}), func(c *cobra.Command) {
			fitted(c, width)
			if wide := usageWidth(c) + 2*margins; wide > max(width, 60) {
				t.Errorf("the help of %s at %d columns has a usage of %d: %s", c.CommandPath(), width, wide, c.Use)
			}
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
				if wide := text.Width(strings.TrimSpace(line)) + 2*margins; wide > width && strings.Contains(strings.TrimSpace(line), " ") {
					t.Errorf("the help of %s at %d columns has an example of %d: %q", c.CommandPath(), width, wide, line)
				}
			}
		})
	}
}

func TestARowOfATableInHelpIsBrokenInItsOwnColumn(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"chooses:\n  classes      of traces, the default one\n  all", "chooses:\n  classes      of traces, the\n               default one\n  all"},
		{"chooses:\n  operations, components\n               who calls whom how often", "chooses:\n  operations, components\n               who calls whom\n               how often"},
	} {
		if got := paragraphs(c.said, 30); got != c.want {
			t.Errorf("%s\nbecame\n%s", c.said, got)
		}
	}
}

func TestAnExampleIsBrokenWhereAShellGoesOn(t *testing.T) {
	for _, c := range []struct {
		example string
		want    []string
	}{
		{"beagle run", []string{"  beagle run"}},
		{"beagle worker --nats nats://10.0.0.5:4222 --learn", []string{`  beagle worker \`, `    --nats nats://10.0.0.5:4222 \`, "    --learn"}},
		{"beagle run --nats nats://10.0.0.5:4222 # others learn", []string{"  # others learn", `  beagle run \`, "    --nats nats://10.0.0.5:4222"}},
		{"beagle stoex eval 'n.VALUE * 2 + 40' --set n.VALUE=3", []string{`  beagle stoex eval \`, `    'n.VALUE * 2 + 40' \`, "    --set n.VALUE=3"}},
	} {
		if got := strings.Split(exampleLines(c.example, 32), "\n"); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.example, got, c.want)
		}
	}
}

// commandsIn are the commands of Beagle in an example: without what a shell does around them.
func commandsIn(t *testing.T, example string) (all [][]string) {
	t.Helper()
	words, err := shell.Split(example)
	if err != nil {
		t.Errorf("%s: %v", example, err)
	}
	begins, inside := true, false
	for _, word := range words {
		switch {
		case slices.Contains([]string{"|", "&&"}, word):
			begins, inside = true, false
		case word == ">" || word == "#":
			begins, inside = false, false
		case begins && word == "beagle":
			all, inside = append(all, nil), true
		case inside:
			all[len(all)-1] = append(all[len(all)-1], word)
		}
		begins = begins && slices.Contains([]string{"|", "&&"}, word)
	}
	return all
}

// parsed is the command that a whole line means, and what keeps it from being run; it is not run.
func parsed(args []string) (*cobra.Command, error) {
	c, rest, err := newRoot(&program{App: &app.App{}}).Find(args)
	if err != nil {
		return c, err
	}
	for _, check := range []func() error{
		func() error { return c.ParseFlags(rest) },
		func() error { return c.ValidateArgs(c.Flags().Args()) },
		c.ValidateRequiredFlags,
		c.ValidateFlagGroups,
	} {
		if err := check(); err != nil {
			return c, err
		}
	}
	return c, nil
}

func TestEveryExampleIsACommandThatIsUnderstood(t *testing.T) {
	seen := 0
	everyCommand(newRoot(&program{App: &app.App{}}), func(c *cobra.Command) {
		if c.Example == "" {
			return
		}
		own := false
		for example := range strings.SplitSeq(c.Example, "\n") {
			for _, args := range commandsIn(t, example) {
				seen++
				named, err := parsed(args)
				if err != nil {
					t.Errorf("the help of %s has the example %q: %v", c.CommandPath(), strings.TrimSpace(example), err)
				}
				own = own || named.CommandPath() == c.CommandPath() || c.HasAvailableSubCommands() && strings.HasPrefix(named.CommandPath(), c.CommandPath()+" ")
			}
		}
		if !own {
			t.Errorf("no example of %s is of it: %q", c.CommandPath(), c.Example)
		}
	})
	if seen < 50 {
		t.Errorf("%d examples were found", seen)
	}
}

func TestWhatIsNoCommandIsNotUnderstood(t *testing.T) {
	for _, line := range []string{"run --dry", "pcm set model.repository", "extract ../shop", "fit a.csv b.csv --target t", "instrument --out a --overlay --everything"} {
		if _, err := parsed(strings.Fields(line)); err == nil {
			t.Errorf("beagle %s was understood", line)
		}
	}
}
