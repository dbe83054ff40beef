// Package shell reads and writes commands as people type them into a shell.
package shell

import (
	"errors"
	"strings"
	"unicode"
)

// Split reads a command line into its words. Quotes and backslashes group as people know it from a shell; the error
// says what is left open.
func Split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	open, quote, escaped := false, rune(0), false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, open = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, open = r, true
		case unicode.IsSpace(r):
			if open {
				words = append(words, word.String())
				word.Reset()
				open = false
			}
		default:
			word.WriteRune(r)
			open = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if escaped {
		return nil, errors.New("nothing follows the last backslash")
	}
	if open {
		words = append(words, word.String())
	}
	return words, nil
}

// Join writes words so that a shell, and Split, read them back.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Quote(word)
	}
	return strings.Join(quoted, " ")
}

// Quote is a word as it has to be typed: in quotes where it needs them.
func Quote(word string) string {
	special := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:=,+@%", r)
	}
	if word != "" && !strings.ContainsFunc(word, special) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
