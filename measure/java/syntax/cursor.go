package syntax

import "fmt"

// cursor stands in the tokens of a file, and looks ahead in them; of nodes it knows nothing.
type cursor struct {
	text    string // translated
	offsets []int32
	tokens  []token // with positions in the source
	places  []token // with positions in text, where that differs
	match   []int32 // index of the other bracket
	i       int     // the present token
	depth   int     // of what is read there
}

// original is the offset in the file of an offset in the text in which Unicode escapes were translated.
func (c *cursor) original(at int) int {
	if c.offsets != nil && at < len(c.offsets) {
		return int(c.offsets[at])
	}
	return at
}

// relocate lets tokens point into the source, and keeps where their text is.
func (c *cursor) relocate(offsets []int32) {
	c.places = c.tokens
	c.tokens = make([]token, len(c.places))
	for i, t := range c.places {
		c.tokens[i] = token{t.kind, offsets[t.start], offsets[t.end]}
	}
}

// matchBrackets finds for each bracket its partner, in one pass with a stack.
func matchBrackets(tokens []token) []int32 {
	match := make([]int32, len(tokens))
	var open []int32
	for i, t := range tokens {
		switch t.kind {
		case tLParen, tLBrace, tLBracket:
			open = append(open, int32(i))
		case tRParen, tRBrace, tRBracket:
			if len(open) == 0 || tokens[open[len(open)-1]].kind != t.kind-1 {
				fail(int(t.start), "the bracket closes nothing")
			}
			last := open[len(open)-1]
			match[i], match[last] = last, int32(i)
			open = open[:len(open)-1]
		default: // no bracket
		}
	}
	if len(open) > 0 {
		fail(int(tokens[open[len(open)-1]].start), "the bracket is never closed")
	}
	return match
}

func (c *cursor) kind(n int) tok {
	if c.i+n < len(c.tokens) {
		return c.tokens[c.i+n].kind
	}
	return tEOF
}

func (c *cursor) kindAt(i int) tok {
	if i < len(c.tokens) {
		return c.tokens[i].kind
	}
	return tEOF
}

func (c *cursor) word(i int) string {
	if i >= len(c.tokens) {
		return ""
	}
	t := c.tokens[i]
	if c.places != nil {
		t = c.places[i]
	}
	return c.text[t.start:t.end]
}

// isWord reports whether a token is such a name: words that Java knows in some places only are names elsewhere.
func (c *cursor) isWord(i int, word string) bool { return c.kindAt(i) == tIdent && c.word(i) == word }

func (c *cursor) accept(kind tok) bool {
	if c.kind(0) == kind {
		c.i++
		return true
	}
	return false
}

func (c *cursor) expect(kind tok, what string) {
	if !c.accept(kind) {
		c.unexpected(what)
	}
}

func (c *cursor) unexpected(what string) {
	found := "the end of the file"
	if c.kind(0) != tEOF {
		found = fmt.Sprintf("%.40q", c.word(c.i))
	}
	fail(int(c.tokens[min(c.i, len(c.tokens)-1)].start), "expected %s, found %s", what, found)
}

func (c *cursor) ident(what string) string {
	if c.kind(0) != tIdent {
		c.unexpected(what)
	}
	c.i++
	return c.word(c.i - 1)
}

// enter goes one level deeper, at most maxDepth, so that no file exhausts the stack.
func (c *cursor) enter() {
	if c.depth++; c.depth > maxDepth {
		fail(int(c.tokens[c.i].start), "nested more than %d levels deep", maxDepth)
	}
}

func (c *cursor) leave() { c.depth-- }
