package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

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

func TestHelpFitsIntoTheTerminal(t *testing.T) {
	for _, width := range []int{80, 120} {
		everyCommand(newRoot(&program{App: &app.App{}}), func(c *cobra.Command) {
			var page strings.Builder
			printHelp(&page, c, width)
			for line := range strings.SplitSeq(page.String(), "\n") {
				if wide := text.Width(line); wide > width && !strings.ContainsAny(line, `'"{`) {
					t.Errorf("the help of %s at %d columns has a line of %d: %q", c.CommandPath(), width, wide, line)
				}
			}
		})
	}
}

func TestHelpElsewhereHasEachCommandAndFlagOnALine(t *testing.T) {
	everyCommand(newRoot(&program{App: &app.App{}}), func(c *cobra.Command) {
		var page strings.Builder
		printHelp(&page, c, 0)
		for _, child := range c.Commands() {
			if child.IsAvailableCommand() && !strings.Contains(page.String(), child.Short+"\n") {
				t.Errorf("the help of %s does not have %s on a line", c.CommandPath(), child.Name())
			}
		}
	})
}

func TestAnExampleIsBrokenWhereAShellGoesOn(t *testing.T) {
	for example, want := range map[string]string{
		"beagle run": "beagle run",
		"  beagle worker --nats nats://10.0.0.5:4222 --learn":  "beagle worker --nats \\\n  nats://10.0.0.5:4222 --learn",
		"beagle run --nats nats://10.0.0.5:42 # others learn":  "# others learn\nbeagle run --nats \\\n  nats://10.0.0.5:42",
		"beagle stoex eval 'n.VALUE * 2 + 40' --set n.VALUE=3": "beagle stoex eval 'n.VALUE * 2 + 40' --set n.VALUE=3",
	} {
		if got := exampleLines(example, 32); got != want {
			t.Errorf("%s: %q, want %q", example, got, want)
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
