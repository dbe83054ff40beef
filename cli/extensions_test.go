package cli

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
)

func TestTheFlagForExtensionsStandsInTheHelpOfThoseCommandsThatTakeItAndOfNoOther(t *testing.T) {
	a := newProgram()
	seen := 0
	everyCommand(newRoot(a), func(c *cobra.Command) {
		takes, shown := slices.Contains(extensible, c.CommandPath()), c.Flags().Lookup(extensionFlag) != nil || c.InheritedFlags().Lookup(extensionFlag) != nil
		if takes != shown {
			t.Errorf("%s takes the flag: %v; its help shows it: %v", c.CommandPath(), takes, shown)
		}
		if takes {
			seen++
		}
	})
	if seen != len(extensible) {
		t.Errorf("%d of %d commands are there", seen, len(extensible))
	}
}
