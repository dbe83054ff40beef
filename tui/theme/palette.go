package theme

import (
	"fmt"
	"image/color"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
)

// Palette is a set of colours by meaning; the zero value is Beagle's own.
type Palette struct {
	Name string // default, contrast, colorblind or mono
	own  map[tone]color.Color
}

// tone is what a colour means.
type tone string

const (
	mutedTone  tone = "muted"
	ruleTone   tone = "rule"
	accentTone tone = "accent"
	goodTone   tone = "good"
	warnTone   tone = "warn"
	badTone    tone = "bad"
	infoTone   tone = "info"
	chosenTone tone = "chosen"
	buttonTone tone = "button"
)

// shades are a tone on light and dark backgrounds, and the same from the sixteen.
type shades struct {
	light, dark       string
	lightFew, darkFew color.Color
}

var beagles = map[tone]shades{
	mutedTone:  {"#646464", "#9e9e9e", lipgloss.BrightBlack, lipgloss.White},
	ruleTone:   {"#c6c6c6", "#4e4e4e", lipgloss.BrightBlack, lipgloss.BrightBlack},
	accentTone: {"#955800", "#e5a550", lipgloss.Magenta, lipgloss.BrightYellow},
	goodTone:   {"#1f6a1f", "#93c47d", lipgloss.Green, lipgloss.BrightGreen},
	warnTone:   {"#6a6200", "#e6c35c", lipgloss.Magenta, lipgloss.Yellow},
	badTone:    {"#b3261e", "#ee7b70", lipgloss.Red, lipgloss.BrightRed},
	infoTone:   {"#1f5fa8", "#7fb2ea", lipgloss.Blue, lipgloss.BrightCyan},
	chosenTone: {"#f0ebe2", "#35322d", lipgloss.White, lipgloss.Blue},
	buttonTone: {"#ffffff", "#1d1b18", lipgloss.BrightWhite, lipgloss.Black},
}

// others are what other palettes have in place of Beagle's.
var others = map[string]map[tone]shades{
	"contrast": {
		mutedTone:  {"#3a3a3a", "#d0d0d0", lipgloss.Black, lipgloss.White},
		ruleTone:   {"#6a6a6a", "#9a9a9a", lipgloss.BrightBlack, lipgloss.White},
		accentTone: {"#7a3d00", "#ffc266", lipgloss.Magenta, lipgloss.BrightYellow},
		goodTone:   {"#005a00", "#8cff66", lipgloss.Green, lipgloss.BrightGreen},
		warnTone:   {"#5c4600", "#ffe066", lipgloss.Magenta, lipgloss.BrightYellow},
		badTone:    {"#8b0000", "#ff8f85", lipgloss.Red, lipgloss.BrightRed},
		infoTone:   {"#003b8b", "#8fc7ff", lipgloss.Blue, lipgloss.BrightCyan},
		chosenTone: {"#fff0b0", "#002a66", lipgloss.White, lipgloss.Blue},
	},
	// Blue and orange are told apart with every kind of colour blindness (Okabe and Ito).
	"colorblind": {
		accentTone: {"#6b3fa0", "#cc99ee", lipgloss.Magenta, lipgloss.BrightMagenta},
		goodTone:   {"#006aa6", "#56b4e9", lipgloss.Blue, lipgloss.BrightCyan},
		warnTone:   {"#6a6200", "#f0e442", lipgloss.Magenta, lipgloss.BrightYellow},
		badTone:    {"#953500", "#ff9f40", lipgloss.Red, lipgloss.BrightRed},
		infoTone:   {"#00664b", "#44cc99", lipgloss.Cyan, lipgloss.BrightWhite},
	},
}

func (p Palette) color(t tone, dark, few bool) color.Color {
	if own := p.own[t]; own != nil {
		return own
	}
	if p.Name == "mono" {
		return lipgloss.NoColor{}
	}
	s, ok := others[p.Name][t]
	if !ok {
		s = beagles[t]
	}
	pick := lipgloss.LightDark(dark)
	if few {
		return pick(s.lightFew, s.darkFew)
	}
	return pick(lipgloss.Color(s.light), lipgloss.Color(s.dark))
}

// names are the palettes in the order in which a person goes through them.
var names = []string{"default", "contrast", "colorblind", "mono"}

// Next is the palette after this one, with the same colours of a person's own.
func (p Palette) Next() Palette {
	p.Name = names[(max(0, slices.Index(names, p.Name))+1)%len(names)]
	return p
}

var written = regexp.MustCompile(`^(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3})$`)

// NewPalette is a palette with colours of a person's own, by what they mean: #rrggbb,
// or a number from 0 to 255 of the terminal's.
func NewPalette(name string, own map[string]string) (Palette, error) {
	p := Palette{Name: name, own: map[tone]color.Color{}}
	for _, word := range slices.Sorted(maps.Keys(own)) {
		if _, known := beagles[tone(word)]; !known {
			var tones []string
			for t := range beagles {
				tones = append(tones, string(t))
			}
			slices.Sort(tones)
			return Palette{}, fmt.Errorf("there is no colour %q; there are %s", word, strings.Join(tones, ", "))
		}
		if n, err := strconv.Atoi(own[word]); (err != nil || n < 0 || n > 255) && !written.MatchString(own[word]) {
			return Palette{}, fmt.Errorf("%s is %q, but a colour is written #rrggbb, or as a number from 0 to 255", word, own[word])
		}
		p.own[tone(word)] = lipgloss.Color(own[word])
	}
	return p, nil
}
