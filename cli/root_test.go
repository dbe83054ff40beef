package cli

import (
	"strings"
	"testing"

	"beagle/cli/app"
)

func TestHelpNamesTheOutputsThatACommandKnows(t *testing.T) {
	a := &program{App: &app.App{}}
	root := newRoot(a)
	known := 0
	for _, group := range commands(a) {
		for _, c := range group.commands {
			named, ok := c.Annotations[app.Outputs]
			if !ok {
				continue
			}
			known++
			usage := c.Flags().Lookup("output").Usage
			for value := range strings.SplitSeq(named, ",") {
				if !strings.Contains(usage, value) {
					t.Errorf("%s takes --output %s, but its help says %q", c.Name(), value, usage)
				}
			}
		}
	}
	if usage := root.PersistentFlags().Lookup("output").Usage; known == 0 || !strings.Contains(usage, "text or json") {
		t.Errorf("%d commands have values of their own; all others: %q", known, usage)
	}
}
