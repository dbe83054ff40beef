package cli

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"beagle/tui/text"
)

// Widths of a page of help, in cells.
const (
	pageWidth  = 80  // of its texts, at most: longer lines are hard to read
	widestPage = 120 // of all that fang prints
	margins    = 4   // left of what fang prints, and right of it
	leastText  = 40  // beside the names of commands, or these are shown without their arguments
)

// fitted makes the help of a command fit a page of some width; 0: it is no terminal, and what
// stands in rows keeps to one line each, to be searched. Help ends the program, so that the command
// itself may be changed.
func fitted(c *cobra.Command, width int) {
	terminal := width > 0
	if !terminal {
		width = pageWidth
	}
	c.Long = paragraphs(c.Long, min(width, pageWidth)-margins)
	width = min(width, widestPage)
	c.Example = exampleLines(c.Example, width-2*margins)
	if !terminal {
		return
	}
	if usageWidth(c) > width-2*margins { // fang would break it anywhere
		c.Use = choice.ReplaceAllString(c.Use, "[$1]")
	}
	names := namesWidth(c)
	if width-names < leastText && c.HasAvailableSubCommands() {
		for _, child := range c.Commands() {
			child.Use = child.Name()
		}
		names = namesWidth(c)
	}
	room := max(10, width-names)
	for _, child := range c.Commands() {
		child.Short = strings.Join(text.Wrap(child.Short, room), "\n")
	}
	c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = usage(f, room) })
}

// choice is an argument that may be one thing or another, the usual one first.
var choice = regexp.MustCompile(`\[([A-Z]+)[^\]]* or [^\]]*\]`)

func usageWidth(c *cobra.Command) int {
	const commands, flags = " [command]", " [--flags]"
	width := text.Width(strings.TrimSuffix(c.UseLine(), " [flags]")) + len(flags)
	if c.HasAvailableSubCommands() {
		width += len(commands)
	}
	return width
}

func paragraphs(long string, width int) string {
	all := strings.Split(long, "\n\n")
	for i, p := range all {
		if !strings.Contains(p, "\n ") {
			all[i] = strings.Join(text.Wrap(strings.ReplaceAll(p, "\n", " "), width), "\n")
			continue
		}
		var rows []string
		for row := range strings.SplitSeq(p, "\n") {
			rows = append(rows, cells(row, width)...)
		}
		all[i] = strings.Join(rows, "\n")
	}
	return strings.Join(all, "\n\n")
}

// firstCell is what stands left of a row's last cell: its name, which two blanks end, or nothing but blanks.
var firstCell = regexp.MustCompile(`^ *(\S+( \S+)*  +)?`)

// cells are the lines of a row of a table whose last cell is broken, in its own column.
func cells(row string, width int) (lines []string) {
	before := firstCell.FindString(row)
	for _, line := range text.Wrap(row[len(before):], max(10, width-len(before))) {
		lines = append(lines, before+line)
		before = strings.Repeat(" ", len(before))
	}
	return lines
}

func namesWidth(c *cobra.Command) int {
	const between, flags = 2, " [--flags]"
	width := 10
	for _, child := range c.Commands() {
		if !child.Hidden {
			width = max(width, text.Width(child.Use)+len(flags)+between)
		}
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + " " + name
		}
		if !f.Hidden {
			width = max(width, len(name)+between)
		}
	})
	return width + margins
}

// usage is what a flag means, broken into lines. Fang puts the default behind it, which belongs to the last
// word; one that takes most of a line, such as a folder, is a part of the text.
func usage(f *pflag.Flag, width int) string {
	value := text.Width(" (" + f.DefValue + ")")
	if value > width/2 {
		said := f.Usage + " (" + f.DefValue + ")"
		f.DefValue = ""
		return strings.Join(text.Wrap(said, width), "\n")
	}
	const inner = "\u00a0" // a blank at which no line is broken
	return strings.TrimRight(strings.Join(text.Wrap(f.Usage+strings.Repeat(inner, value), width), "\n"), inner)
}

func exampleLines(all string, width int) string {
	if all == "" {
		return ""
	}
	const margin = "  " // fang has one of its own, and moves what goes on to the right itself
	var out []string
	for line := range strings.SplitSeq(all, "\n") {
		line = strings.TrimSpace(line)
		if text.Width(line) <= width {
			out = append(out, margin+line)
			continue
		}
		command, said, commented := strings.Cut(line, " # ")
		if commented {
			out = append(out, margin+"# "+said)
		}
		out = append(out, margin+strings.Join(broken(strings.TrimSpace(command), width), "\n"+margin+margin))
	}
	return strings.Join(out, "\n")
}

func broken(command string, width int) (lines []string) {
	line := ""
	for _, part := range parts(command) {
		if flag, value, ok := strings.Cut(part, " "); ok && text.Width(part+` \`) > width-2 && strings.HasPrefix(flag, "-") {
			lines = append(lines, strings.TrimLeft(line+" "+flag+` \`, " "))
			line = value
			continue
		}
		switch {
		case line == "":
			line = part
		case text.Width(line+" "+part+` \`) <= width-2: // further lines are moved to the right
			line += " " + part
		default:
			lines = append(lines, line+` \`)
			line = part
		}
	}
	return append(lines, line)
}

// parts are the words of a command, with what belongs to one: the value of a flag, all that stands in quotes.
func parts(command string) (all []string) {
	flag, quote := false, rune(0)
	for word := range strings.SplitSeq(command, " ") {
		if option := strings.HasPrefix(word, "-"); len(all) > 0 && (quote != 0 || flag && !option) {
			all[len(all)-1] += " " + word
			flag = false
		} else {
			all = append(all, word)
			flag = option
		}
		for _, r := range word {
			switch {
			case quote == 0 && (r == '"' || r == '\''):
				quote = r
			case r == quote:
				quote = 0
			}
		}
	}
	return all
}
