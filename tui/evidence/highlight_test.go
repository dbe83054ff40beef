package evidence

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

	"beagle/tui/theme"
)

func TestCommentsLiteralsAndKeywordsAreToldApartAndNoLetterIsLost(t *testing.T) {
	th := theme.New(true, false)
	for line, want := range map[string]string{
		`return x; // if "so"`:      th.Accent.Render("return") + " x; " + th.Muted.Render(`// if "so"`),
		`say("// no comment", 12L)`: "say(" + th.Good.Render(`"// no comment"`) + ", " + th.Good.Render("12L") + ")",
		`interned = 'n'`:            "interned = " + th.Good.Render("'n'"),
		` * of a long comment`:      th.Muted.Render(" * of a long comment"),
	} {
		if got := highlighted(&th, line); got != want || ansi.Strip(got) != line {
			t.Errorf("%q became %q, want %q", line, got, want)
		}
	}
}
