package keys

import (
	"fmt"
	"strings"
)

// Markdown is the table as documentation.
func Markdown() string {
	var b strings.Builder
	for i, scope := range Scopes {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "### %s\n\n| key | does |\n|---|---|\n", scope.Title)
		for _, binding := range scope.Bindings {
			fmt.Fprintf(&b, "| `%s` | %s |\n", binding.Show, binding.Help)
		}
	}
	return b.String()
}
