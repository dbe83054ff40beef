package review

import (
	"strings"
	"unicode"

	"beagle/model/adapter"
	"beagle/tui/form"
)

// completion completes names of inputs and functions before the cursor.
type completion struct {
	functions []adapter.Function

	word  string   // that was typed; empty: nothing is being completed
	among []string // what fits it
	at    int      // which of them stands there now
}

func (c *completion) reset() { c.word, c.among = "", nil }

// fitting are the names that begin with the word before the cursor, or of which a
// part does: "byte" finds file.BYTESIZE.
func (c *completion) fitting(before string, inputs []string) (found []string) {
	if c.among != nil {
		return c.among
	}
	word := strings.ToLower(last(before))
	if word == "" {
		return nil
	}
	names := inputs
	for _, f := range c.functions {
		names = append(names[:len(names):len(names)], f.Name+"(")
	}
	for _, begins := range []bool{true, false} {
		for _, name := range names {
			lower := strings.ToLower(name)
			starts := strings.HasPrefix(lower, word)
			if lower != word && starts == begins && (starts || strings.Contains(lower, "."+word)) {
				found = append(found, name)
			}
		}
	}
	return found
}

// next puts the first name that fits in place of the word, or the one after that
// which was put there before.
func (c *completion) next(f *form.Form, inputs []string) {
	if c.among == nil {
		found := c.fitting(f.Before(), inputs)
		c.word, c.among, c.at = last(f.Before()), found, 0
		f.Replace(len([]rune(c.word)), found[0])
		return
	}
	present := len([]rune(c.among[c.at]))
	c.at = (c.at + 1) % len(c.among)
	f.Replace(present, c.among[c.at])
}

func (c *completion) names() string {
	names := make([]string, len(c.functions))
	for i, f := range c.functions {
		names[i] = f.Name
	}
	return strings.Join(names, " ")
}

// last is the name that ends a text.
func last(text string) string {
	runes := []rune(text)
	from := len(runes)
	for from > 0 && (unicode.IsLetter(runes[from-1]) || unicode.IsDigit(runes[from-1]) || runes[from-1] == '.' || runes[from-1] == '_') {
		from--
	}
	for from < len(runes) && !unicode.IsLetter(runes[from]) && runes[from] != '_' {
		from++
	}
	return string(runes[from:])
}
