package syntax

import (
	"unicode"
	"unicode/utf8"
)

// lexer cuts source into tokens.
type lexer struct {
	text   string
	pos    int
	tokens []token
}

const (
	isLetter = 1 << iota
	isDigit
	isSpace
)

var class = func() (table [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		table[c], table[c-'a'+'A'] = isLetter, isLetter
	}
	for c := '0'; c <= '9'; c++ {
		table[c] = isDigit
	}
	table['_'], table['$'] = isLetter, isLetter
	for _, c := range " \t\n\r\f" {
		table[c] = isSpace
	}
	for c := utf8.RuneSelf; c < 256; c++ {
		table[c] = isLetter // decided by rune
	}
	return table
}()

// run cuts the text into tokens, the last of which is tEOF. A token takes about five bytes of source.
func (l *lexer) run() {
	l.tokens = make([]token, 0, len(l.text)/5+16)
	for {
		start := l.skipSpace()
		if start >= len(l.text) {
			l.emit(tEOF, start)
			return
		}
		l.next(start)
	}
}

func (l *lexer) emit(kind tok, start int) {
	l.tokens = append(l.tokens, token{kind, int32(start), int32(l.pos)})
}

func (l *lexer) skipSpace() int {
	text := l.text
	for l.pos < len(text) {
		c := text[l.pos]
		switch {
		case class[c] == isSpace:
			l.pos++
		case c == '/' && l.pos+1 < len(text) && text[l.pos+1] == '/':
			for l.pos < len(text) && text[l.pos] != '\n' && text[l.pos] != '\r' {
				l.pos++
			}
		case c == '/' && l.pos+1 < len(text) && text[l.pos+1] == '*':
			l.skipComment()
		case c == 0x1a && l.pos == len(text)-1: // JLS 3.5: an ASCII SUB may end the file
			l.pos++
		default:
			return l.pos
		}
	}
	return l.pos
}

func (l *lexer) skipComment() {
	start := l.pos
	for i := l.pos + 2; i+1 < len(l.text); i++ {
		if l.text[i] == '*' && l.text[i+1] == '/' {
			l.pos = i + 2
			return
		}
	}
	fail(start, "the comment has no end")
}

func (l *lexer) next(start int) {
	c := l.text[start]
	switch {
	case class[c] == isLetter:
		l.word(start)
	case class[c] == isDigit, c == '.' && start+1 < len(l.text) && class[l.text[start+1]] == isDigit:
		l.number(start)
	case c == '"':
		l.stringLiteral(start)
	case c == '\'':
		l.quoted(start, '\'')
		l.emit(tChar, start)
	default:
		l.operator(start, c)
	}
}

// word scans an identifier or keyword. Bytes are looked at in a table, and only what is not ASCII is decoded.
func (l *lexer) word(start int) {
	i, ascii := start, true
	for i < len(l.text) && class[l.text[i]]&(isLetter|isDigit) != 0 {
		c := l.text[i]
		if c < utf8.RuneSelf {
			i++
			continue
		}
		ascii = false
		r, size := utf8.DecodeRuneInString(l.text[i:])
		if !identifierRune(r) {
			if i == start {
				fail(start, "unexpected character %q", r)
			}
			break
		}
		i += size
	}
	l.pos = i
	kind := tIdent
	if ascii && i-start > 1 {
		kind = keyword(l.text[start:i])
	}
	l.emit(kind, start)
}

// identifierRune reports whether a character may stand in a name, as Character.isJavaIdentifierPart says.
func identifierRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) ||
		unicode.In(r, unicode.Sc, unicode.Pc, unicode.Mn, unicode.Mc, unicode.Nl, unicode.Cf)
}

func (l *lexer) number(start int) {
	i := start
	hex := i+1 < len(l.text) && l.text[i] == '0' && (l.text[i+1] == 'x' || l.text[i+1] == 'X')
	for i < len(l.text) {
		c := l.text[i]
		switch {
		case c < utf8.RuneSelf && class[c]&(isLetter|isDigit) != 0:
			i++
			exponent := c == 'p' || c == 'P' || !hex && (c == 'e' || c == 'E')
			if exponent && i < len(l.text) && (l.text[i] == '+' || l.text[i] == '-') {
				i++
			}
		case c == '.' && (i+1 >= len(l.text) || l.text[i+1] != '.'):
			i++
		default:
			l.pos = i
			l.emit(tNumber, start)
			return
		}
	}
	l.pos = i
	l.emit(tNumber, start)
}

func (l *lexer) stringLiteral(start int) {
	if len(l.text) >= start+3 && l.text[start:start+3] == `"""` {
		l.textBlock(start)
	} else {
		l.quoted(start, '"')
	}
	l.emit(tString, start)
}

func (l *lexer) textBlock(start int) {
	for i := start + 3; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case '"':
			if i+2 < len(l.text) && l.text[i+1] == '"' && l.text[i+2] == '"' {
				l.pos = i + 3
				return
			}
		}
	}
	fail(start, "the text block has no end")
}

func (l *lexer) quoted(start int, quote byte) {
	for i := start + 1; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case '\n', '\r':
			fail(start, "the literal has no end on its line")
		case quote:
			l.pos = i + 1
			return
		}
	}
	fail(start, "the literal has no end")
}

var single = [utf8.RuneSelf]tok{
	'(': tLParen, ')': tRParen, '{': tLBrace, '}': tRBrace, '[': tLBracket, ']': tRBracket, ';': tSemi, ',': tComma,
	'@': tAt, '?': tQuestion, '~': tNot, '!': tNot, '.': tDot, ':': tColon, '<': tLess, '>': tGreater, '=': tAssign,
	'+': tPlusMinus, '-': tPlusMinus, '&': tAmp, '|': tBinary, '*': tBinary, '/': tBinary, '%': tBinary, '^': tBinary,
}

// operator scans operators and separators, the longest that fits; but > stands alone, since two of them may close two
// lists of type arguments, and the parser joins them where they are a shift.
func (l *lexer) operator(start int, c byte) {
	at := func(i int) byte {
		if start+i < len(l.text) {
			return l.text[start+i]
		}
		return 0
	}
	kind, size, next := tEOF, 2, at(1)
	if c < utf8.RuneSelf {
		kind = single[c]
	}
	switch {
	case kind == tEOF:
		fail(start, "unexpected character %q", rune(c))
	case c == '.' && next == '.' && at(2) == '.':
		kind, size = tEllipsis, 3
	case c == '<' && next == '<' && at(2) == '=':
		kind, size = tOpAssign, 3
	case c == '<' && (next == '<' || next == '='), (c == '=' || c == '!') && next == '=', (c == '&' || c == '|') && next == c:
		kind = tBinary
	case c == ':' && next == ':':
		kind = tColonColon
	case c == '>' && next == '=':
		kind = tGreaterEq
	case (c == '+' || c == '-') && next == c:
		kind = tIncDec
	case c == '-' && next == '>':
		kind = tArrow
	case next == '=' && (kind == tPlusMinus || kind == tAmp || kind == tBinary):
		kind = tOpAssign
	default:
		size = 1
	}
	l.pos = start + size
	l.emit(kind, start)
}
