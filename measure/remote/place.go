package remote

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A place is a file or folder that is elsewhere on the other machine.
type place struct {
	letter byte
	path   string // on this machine
}

const (
	letters       = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	recordsLetter = '1'
	outputLetter  = '2'
)

type places []place

// sorted puts longer paths first, so that the most special place is found before the one that it lies in.
func (p places) sorted() places {
	slices.SortFunc(p, func(a, b place) int { return cmp.Compare(len(b.path), len(a.path)) })
	return p
}

func (p places) say(text string) string {
	for _, one := range p {
		text = replacePath(text, one.path, "\x00"+string(rune(one.letter)))
	}
	return text
}

func (p places) hear(text string) string {
	for _, one := range p {
		text = strings.ReplaceAll(text, "\x00"+string(rune(one.letter)), one.path)
	}
	return text
}

// replacePath replaces a path where it stands as one.
func replacePath(text, path, by string) string {
	if path == "" {
		return text
	}
	var out strings.Builder
	for {
		i := strings.Index(text, path)
		if i < 0 {
			out.WriteString(text)
			return out.String()
		}
		out.WriteString(text[:i])
		text = text[i+len(path):]
		if next, _ := utf8.DecodeRuneInString(text); text != "" && inName(next) {
			out.WriteString(path)
		} else {
			out.WriteString(by)
		}
	}
}

func inName(r rune) bool {
	return r == '.' || r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
}
