package cli

import (
	"fmt"
	"io"
	"strings"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/tui/text"
)

const (
	pageWidth = 80 // columns of texts at most: longer lines are hard to read
	indent    = "  "
)

// printHelp writes the help of a command for a terminal of some width; 0: it is no terminal, and rows of
// commands and flags keep to one line each, to be searched.
func printHelp(out io.Writer, c *cobra.Command, width int) {
	page := pageWidth
	if width > 0 {
		page = min(width, pageWidth)
	}
	long := c.Long
	if long == "" {
		long = c.Short + "."
	}
	fmt.Fprintf(out, "\n%s\n", indented(paragraphs(long, page-2*len(indent))))
	fmt.Fprintf(out, "\nUSAGE\n\n%s\n", indented(strings.Join(text.Wrap(c.UseLine(), page-2*len(indent)), "\n"+indent)))
	if c.Example != "" {
		fmt.Fprintf(out, "\nEXAMPLES\n\n%s\n", indented(exampleLines(c.Example, page-2*len(indent))))
	}
	for _, group := range append(c.Groups(), &cobra.Group{Title: "Commands"}) {
		var rows []*cobra.Command
		for _, child := range c.Commands() {
			if child.GroupID == group.ID && child.IsAvailableCommand() {
				rows = append(rows, child)
			}
		}
		if len(rows) > 0 {
			fmt.Fprintf(out, "\n%s\n\n%s", strings.ToUpper(group.Title), commandRows(rows, width))
		}
	}
	fmt.Fprintf(out, "\nFLAGS\n\n%s", c.Flags().FlagUsagesWrapped(width))
}

func commandRows(commands []*cobra.Command, width int) string {
	names := 0
	for _, c := range commands {
		names = max(names, len(c.Name()))
	}
	var rows strings.Builder
	for _, c := range commands {
		said := []string{c.Short}
		if width > 0 {
			said = text.Wrap(c.Short, max(10, width-names-3*len(indent)))
		}
		for i, line := range said {
			name := c.Name()
			if i > 0 {
				name = ""
			}
			fmt.Fprintf(&rows, "%s%-*s%s%s\n", indent, names, name, indent, line)
		}
	}
	return rows.String()
}

func indented(lines string) string {
	return indent + strings.ReplaceAll(strings.ReplaceAll(lines, "\n", "\n"+indent), indent+"\n", "\n")
}

// paragraphs breaks the paragraphs of a text anew. Those with indented lines are tables and stay.
func paragraphs(long string, width int) string {
	all := strings.Split(long, "\n\n")
	for i, p := range all {
		if !strings.Contains(p, "\n ") {
			all[i] = strings.Join(text.Wrap(strings.ReplaceAll(p, "\n", " "), width), "\n")
		}
	}
	return strings.Join(all, "\n\n")
}

// exampleLines are one a line, those that are too long continued as in a shell, but for quoted ones.
func exampleLines(all string, width int) string {
	var out []string
	width -= len(indent + `\ `)
	for line := range strings.SplitSeq(all, "\n") {
		line = strings.TrimSpace(line)
		if command, said, commented := strings.Cut(line, " # "); commented && text.Width(line) > width {
			out, line = append(out, "# "+said), strings.TrimSpace(command)
		}
		if !strings.ContainsAny(line, `'"`) {
			line = strings.Join(text.Wrap(line, width), " \\\n"+indent)
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func newMan(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "Print the man page", Hidden: true, Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			root := c.Root() // the short text becomes the page's title, and each line end begins a paragraph
			root.Short = "calibrate Palladio models from measurements"
			root.Long = paragraphs(root.Long, len(root.Long))
			page, err := mango.NewManPage(1, root)
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(a.Out, page.Build(roff.NewDocument()))
			return err
		},
	}
}
