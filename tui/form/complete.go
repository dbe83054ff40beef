package form

import (
	"slices"
	"strings"
)

// completion is what the word before the cursor could become.
type completion struct {
	typed  bool     // since the field got the focus: what stood there needs none
	word   string   // before the cursor
	fits   []string // sorted, each begins with the word
	cycled int      // of them that was put in, counted from 1; 0: none
}

// look finds what fits the text before the cursor of the field with the focus.
func (f *Form) look() {
	field := f.focused()
	field.complete = completion{typed: true}
	if field.Fits == nil {
		return
	}
	c := &field.complete
	c.word = f.Before()
	if field.Words {
		c.word = c.word[strings.LastIndexAny(c.word, " \t=:,[")+1:]
	}
	if c.word == "" {
		return
	}
	c.fits = field.Fits(c.word)
	slices.Sort(c.fits)
}

// Complete completes the word before the cursor, as far as all that fits goes the
// same way, and then to one after the other of them; false: nothing is to be
// completed.
func (f *Form) Complete() bool {
	field := f.focused()
	c := &field.complete
	if !c.typed || len(c.fits) == 0 || c.cycled == 0 && slices.Contains(c.fits, c.word) {
		return false
	}
	by := common(c.fits)
	if len(by) <= len(c.word) {
		by = c.fits[c.cycled%len(c.fits)]
		c.cycled++
	}
	f.Replace(len([]rune(c.word)), by)
	c.word = by
	if len(c.fits) == 1 && strings.HasSuffix(by, "/") { // on with what lies in the folder
		c.fits, c.cycled = field.Fits(by), 0
		slices.Sort(c.fits)
	}
	return true
}

func common(words []string) string {
	first, last := words[0], words[len(words)-1] // sorted: these differ soonest
	n := 0
	for n < min(len(first), len(last)) && first[n] == last[n] {
		n++
	}
	return strings.ToValidUTF8(first[:n], "")
}

// candidates says what fits where that is more than one.
func (c *completion) candidates() string {
	if !c.typed || len(c.fits) < 2 {
		return ""
	}
	names := make([]string, len(c.fits))
	for i, word := range c.fits {
		names[i] = word[strings.LastIndexByte(strings.TrimSuffix(word, "/"), '/')+1:]
	}
	return "tab completes: " + strings.Join(names, "  ")
}
