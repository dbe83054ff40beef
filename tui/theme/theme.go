// Package theme holds the colours by meaning. Screens say what a text is
// (muted, good, chosen), never which colour it has; and nothing is said by
// colour alone, since NO_COLOR, a sixteen-colour terminal and a colour-blind
// reader must see the same.
package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"

	"beagle/tui/text"
)

// Theme is the styles of one background.
type Theme struct {
	Plain  lipgloss.Style // the terminal's own foreground
	Muted  lipgloss.Style // less important: units, hints, rules
	Strong lipgloss.Style // what to read first
	Title  lipgloss.Style // the name of a part of the screen
	Accent lipgloss.Style // Beagle itself, the curve, the focus
	Chosen lipgloss.Style // the row that keys act on
	Marked lipgloss.Style // text that typing replaces; without colours, too
	Key    lipgloss.Style // a key in the footer
	Good   lipgloss.Style // nothing has to be done
	Warn   lipgloss.Style // to be looked at
	Bad    lipgloss.Style // wrong, or failed
	Info   lipgloss.Style // worth knowing
	Point  lipgloss.Style // a measured point
	Rule   lipgloss.Style // lines between parts
	Button lipgloss.Style // a button without focus
	Focus  lipgloss.Style // the button that enter presses

	Dark bool // the terminal's background is dark
	Few  bool // the terminal has sixteen colours only
}

// New builds the styles for a dark or a light background, and for terminals with
// few colours from the sixteen: the nearest of these to an amber would be the red of
// errors.
func New(dark, few bool) Theme { return Palette{}.New(dark, few) }

// New builds the styles of a palette.
func (p Palette) New(dark, few bool) Theme {
	pick := func(t tone) color.Color { return p.color(t, dark, few) }
	var (
		muted, rule, accent   = pick(mutedTone), pick(ruleTone), pick(accentTone)
		good, warn, bad, info = pick(goodTone), pick(warnTone), pick(badTone), pick(infoTone)
		chosen, onBar         = pick(chosenTone), pick(buttonTone)
	)
	style := lipgloss.NewStyle
	return Theme{
		Plain:  style(),
		Muted:  style().Foreground(muted),
		Strong: style().Bold(true),
		Title:  style().Bold(true).Foreground(accent),
		Accent: style().Foreground(accent),
		Marked: style().Reverse(true),
		Chosen: style().Background(chosen).Bold(true).Reverse(p.Name == "mono"),
		Key:    style().Bold(true).Foreground(info),
		Good:   style().Foreground(good),
		Warn:   style().Foreground(warn),
		Bad:    style().Foreground(bad),
		Info:   style().Foreground(info),
		Point:  style().Foreground(info),
		Rule:   style().Foreground(rule),
		Button: style().Foreground(muted),
		Focus:  style().Bold(true).Background(accent).Foreground(onBar).Reverse(p.Name == "mono"),
		Dark:   dark,
		Few:    few,
	}
}

// Flame is the style of the i-th box in a flame graph. Neighbours differ, and a box is filled on terminals without colours, too.
func (t *Theme) Flame(i int) lipgloss.Style {
	return []lipgloss.Style{t.Accent, t.Warn, t.Info}[i%3].Reverse(true)
}

// Row draws one row of a list: the chosen one with a bar and a background, the
// others in the style.
func (t *Theme) Row(line string, width int, chosen bool, others lipgloss.Style) string {
	if chosen {
		return t.Accent.Render("┃") + t.Chosen.Render(text.Fit(line, width-1))
	}
	return " " + others.Render(text.Cut(line, width-1))
}
