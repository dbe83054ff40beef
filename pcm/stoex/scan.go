package stoex

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Bounds of what is parsed. The longest expression published has 26,000 characters and nests 21 deep.
const (
	MaxLength = 256 << 10 // bytes
	MaxDepth  = 1000      // nodes within one another
)

// Error says what is wrong with an expression, and where.
type Error struct {
	Offset  int    // byte offset
	Column  int    // 1-based, in characters from the start of the expression
	Message string // what is wrong, one sentence without full stop
}

func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

func fail(text string, offset int, format string, args ...any) *Error {
	offset = min(offset, len(text))
	return &Error{offset, utf8.RuneCountInString(text[:offset]) + 1, fmt.Sprintf(format, args...)}
}

type kind uint8

const (
	tEnd kind = iota
	tInt
	tDouble
	tString
	tName    // an ID
	tKeyword // a reserved word
	tSymbol
)

type token struct {
	kind kind
	text string
	at   int
}

var reserved = map[string]bool{
	"AND": true, "OR": true, "XOR": true, "NOT": true, "ordered": true,
	"IntPMF": true, "DoublePMF": true, "EnumPMF": true, "BoolPMF": true, "DoublePDF": true,
	"BYTESIZE": true, "NUMBER_OF_ELEMENTS": true, "STRUCTURE": true, "TYPE": true, "VALUE": true,
	"true": true, "false": true,
}

func isName(word string) bool {
	if word == "" || reserved[word] || !letter(word[0]) {
		return false
	}
	for i := range len(word) {
		if !letter(word[i]) && !digit(word[i]) {
			return false
		}
	}
	return true
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

type scanner struct {
	text string
	at   int
}

func (s *scanner) peek(ahead int) byte {
	if s.at+ahead < len(s.text) {
		return s.text[s.at+ahead]
	}
	return 0
}

func (s *scanner) next() (token, *Error) {
	if err := s.blank(); err != nil {
		return token{}, err
	}
	start := s.at
	if start == len(s.text) {
		return token{tEnd, "", start}, nil
	}
	switch c := s.text[start]; {
	case digit(c):
		return s.number(), nil
	case letter(c):
		for letter(s.peek(0)) || digit(s.peek(0)) {
			s.at++
		}
		word := s.text[start:s.at]
		if reserved[word] {
			return token{tKeyword, word, start}, nil
		}
		return token{tName, word, start}, nil
	case c == '"' || c == '\'':
		return s.quoted(c)
	}
	for _, symbol := range [...]string{"==", "<>", ">=", "<=", "+", "-", "*", "/", "%", "^", "(", ")", "[", "]", ";", ",", ".", "?", ":", "<", ">"} {
		if strings.HasPrefix(s.text[start:], symbol) {
			s.at += len(symbol)
			return token{tSymbol, symbol, start}, nil
		}
	}
	return token{}, s.unknown()
}

func (s *scanner) unknown() *Error {
	for wrong, right := range map[string]string{"!=": "<>", "&&": "AND", "||": "OR", "!": "NOT", "=": "=="} {
		if strings.HasPrefix(s.text[s.at:], wrong) && (wrong != "!" || s.peek(1) != '=') {
			return fail(s.text, s.at, "StoEx has no %s: write %s", wrong, right)
		}
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.at:])
	return fail(s.text, s.at, "the character %q has no place in StoEx", r)
}

func (s *scanner) blank() *Error {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r':
			s.at++
		case strings.HasPrefix(rest, "//"):
			end := strings.IndexAny(rest, "\r\n")
			if end < 0 {
				end = len(rest)
			}
			s.at += end
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return fail(s.text, s.at, "this comment does not end")
			}
			s.at += end + 4
		default:
			return nil
		}
	}
	return nil
}

func (s *scanner) number() token {
	start := s.at
	s.integer()
	kind := tInt
	if s.peek(0) == '.' && !letter(s.peek(1)) || s.peek(0) == '.' && s.exponent(1) > 0 {
		kind = tDouble
		s.at++
		for digit(s.peek(0)) {
			s.at++
		}
	}
	if n := s.exponent(0); n > 0 {
		kind = tDouble
		s.at += n
		s.integer()
	}
	return token{kind, s.text[start:s.at], start}
}

func (s *scanner) integer() {
	if s.peek(0) == '0' {
		s.at++
		return
	}
	for digit(s.peek(0)) {
		s.at++
	}
}

func (s *scanner) exponent(ahead int) int {
	if c := s.peek(ahead); c != 'e' && c != 'E' {
		return 0
	}
	n := 1
	if c := s.peek(ahead + 1); c == '+' || c == '-' {
		n++
	}
	if !digit(s.peek(ahead + n)) {
		return 0
	}
	return n
}

func (s *scanner) quoted(quote byte) (token, *Error) {
	start := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case quote:
			s.at++
			return token{tString, s.text[start:s.at], start}, nil
		}
	}
	s.at = len(s.text)
	return token{}, fail(s.text, start, "this text has no closing quote")
}
