// Package snapshot makes a picture of a screen: an SVG drawing that looks as the terminal does,
// with text that can be selected, for pages, issues and papers.
package snapshot

import (
	"fmt"
	"html"
	"image/color"
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// The size of a cell in units of the drawing, and what lies around all of them. A monospaced font
// of 14 units is 0.6 as wide as it is high, in nearly all fonts; textLength makes up for others.
const (
	cellWidth, cellHeight = 8.4, 17
	baseline              = 13
	margin                = 12
)

// group is around all cells. Programs that know no style sheets take its one font and no other from a
// list, and draw around letters unless they are told not to.
const group = `<style>text{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace}</style><g font-family="DejaVu Sans Mono" font-size="14" stroke="none">`

// widest bounds what is drawn, in cells: no terminal is wider.
const widest = 1000

// surroundings are the colours of a terminal that sets none: background and text.
var surroundings = map[bool][2]string{true: {"#0d1117", "#e6edf3"}, false: {"#ffffff", "#1f2328"}}

// SVG draws a frame, as it goes to the terminal, that is so many cells wide; dark: for a dark
// background.
func SVG(frame string, width int, dark bool) string {
	screen := cellsOf(frame, min(width, widest))
	var b strings.Builder
	begin(&b, screen.Width(), len(screen.Lines), dark)
	b.WriteString(group)
	for y, line := range screen.Lines {
		row(&b, line, y, surroundings[dark])
	}
	b.WriteString("</g></svg>\n")
	return b.String()
}

// cellsOf is a frame as cells, so many in a row.
func cellsOf(frame string, width int) uv.ScreenBuffer {
	said := uv.NewStyledString(strings.ReplaceAll(frame, "\r", ""))
	screen := uv.NewScreenBuffer(max(1, width), said.Height())
	said.Draw(screen, screen.Bounds())
	return screen
}

// begin opens a drawing of so many cells, and fills its ground.
func begin(b *strings.Builder, columns, rows int, dark bool) {
	w, h := float64(columns)*cellWidth+2*margin, rows*cellHeight+2*margin
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.1f %d" width="%.1f" height="%d" role="img" aria-label="A screen of Beagle">`, w, h, w, h)
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`, surroundings[dark][0])
}

// row draws the cells of a row, those of one style together.
func row(b *strings.Builder, line uv.Line, y int, around [2]string) {
	for from := 0; from < len(line); {
		to := from + 1
		for to < len(line) && line[to].Style.Equal(&line[from].Style) {
			to++
		}
		run(b, line[from:to], from, y, around)
		from = to
	}
}

// run draws cells of one style: their ground, and each piece of their text at its column.
func run(b *strings.Builder, cells uv.Line, column, row int, around [2]string) {
	style := &cells[0].Style
	ground, ink := hex(style.Bg, ""), hex(style.Fg, around[1])
	if style.Attrs&uv.AttrReverse != 0 {
		ground, ink = ink, hex(style.Bg, around[0])
	}
	if ground != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`, across(column), margin+row*cellHeight, float64(len(cells))*cellWidth, cellHeight, ground)
	}
	looks := ` fill="` + ink + `"`
	if style.Attrs&uv.AttrBold != 0 {
		looks += ` font-weight="bold"`
	}
	if style.Attrs&uv.AttrFaint != 0 {
		looks += ` opacity="0.6"`
	}
	for from := 0; from < len(cells); {
		to := from + 1
		for to < len(cells) && plain(&cells[from]) && plain(&cells[to]) {
			to++
		}
		var said strings.Builder
		for i := from; i < to; i++ {
			said.WriteString(strings.Map(printable, cells[i].Content))
		}
		if text := said.String(); strings.TrimSpace(text) != "" {
			fmt.Fprintf(b, `<text x="%.1f" y="%d" textLength="%.1f" lengthAdjust="spacingAndGlyphs"%s>%s</text>`, across(column+from), margin+row*cellHeight+baseline, float64(ansi.StringWidth(text))*cellWidth, looks, html.EscapeString(text))
		}
		from = to
	}
}

// across is where a column begins.
func across(column int) float64 { return margin + float64(column)*cellWidth }

// plain reports whether a cell is part of a word in letters that every monospaced font has. Programs
// that show drawings collapse spaces, and take other signs from fonts of other widths: both stand by themselves.
func plain(c *uv.Cell) bool {
	return len(c.Content) == 1 && c.Content[0] > ' ' && c.Content[0] < utf8.RuneSelf
}

// printable keeps what XML may hold.
func printable(r rune) rune {
	if r < ' ' || r == utf8.RuneError || r == 0xfffe || r == 0xffff {
		return -1
	}
	return r
}

// hex is a colour as drawings have it; none: that of a terminal that sets none.
func hex(c color.Color, none string) string {
	if c == nil {
		return none
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
