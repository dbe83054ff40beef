package syntax

import "fmt"

// MaxSize is the size of the largest source that is parsed, in bytes.
const MaxSize = 64 << 20

// maxDepth bounds the nesting of statements and expressions.
const maxDepth = 4000

// Parse parses a compilation unit. The error is an *Error.
func Parse(source string) (file *File, err error) {
	file = &File{Source: source}
	if len(source) > MaxSize {
		return nil, &Error{Line: 1, Column: 1, Message: "the file is larger than 64 MiB"}
	}
	file.lines = lineStarts(source)
	p := &parser{}
	defer func() {
		switch failure := recover().(type) {
		case nil:
		case bailout:
			at := min(max(p.original(failure.at), 0), len(source))
			row := line(file.lines, at)
			file, err = nil, &Error{row, at - int(file.lines[row-1]) + 1, failure.message}
		default:
			panic(failure)
		}
	}()
	text, offsets := translate(source)
	lex := lexer{text: text}
	p.offsets = offsets
	lex.run()
	p.text, p.tokens = text, lex.tokens
	p.match = matchBrackets(p.tokens)
	p.offsets = nil
	if offsets != nil {
		p.relocate(offsets)
	}
	file.Root = p.unit()
	return file, nil
}

// bailout ends parsing; Parse turns it into an Error.
type bailout struct {
	at      int
	message string
}

// fail ends the parsing of the file with an error at an offset; Parse recovers from it.
func fail(at int, format string, args ...any) {
	panic(bailout{at, fmt.Sprintf(format, args...)})
}

// parser reads a file by recursive descent over its tokens.
type parser struct {
	text    string // translated
	offsets []int32
	tokens  []token // with positions in the source
	places  []token // with positions in text, where that differs
	match   []int32 // index of the other bracket
	i       int     // the present token
	slab    []Node
	depth   int

	noLambda bool // in case labels and guards an arrow ends the expression
	yields   bool // inside a switch expression
}

// original is the offset in the file of an offset in the text in which Unicode escapes
// were translated.
func (p *parser) original(at int) int {
	if p.offsets != nil && at < len(p.offsets) {
		return int(p.offsets[at])
	}
	return at
}

// relocate lets tokens point into the source, and keeps where their text is.
func (p *parser) relocate(offsets []int32) {
	p.places = p.tokens
	p.tokens = make([]token, len(p.places))
	for i, t := range p.places {
		p.tokens[i] = token{t.kind, offsets[t.start], offsets[t.end]}
	}
}

// matchBrackets finds for each bracket its partner, in one pass with a stack. Looking ahead then costs one
// step however long a block is; and brackets that do not match are found before anything is parsed.
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

// kind is the kind of the token n places ahead.
func (p *parser) kind(n int) tok {
	if p.i+n < len(p.tokens) {
		return p.tokens[p.i+n].kind
	}
	return tEOF
}

// kindAt is the kind of a token by its index; the end of the file beyond them.
func (p *parser) kindAt(i int) tok {
	if i < len(p.tokens) {
		return p.tokens[i].kind
	}
	return tEOF
}

// word is the text of token i.
func (p *parser) word(i int) string {
	if i >= len(p.tokens) {
		return ""
	}
	t := p.tokens[i]
	if p.places != nil {
		t = p.places[i]
	}
	return p.text[t.start:t.end]
}

// isWord reports whether a token is such a name: words that Java knows in some places
// only are names elsewhere.
func (p *parser) isWord(i int, word string) bool {
	return p.kindAt(i) == tIdent && p.word(i) == word
}

// accept passes over a token where it is of a kind.
func (p *parser) accept(kind tok) bool {
	if p.kind(0) == kind {
		p.i++
		return true
	}
	return false
}

// expect passes over a token that has to be of a kind; the file is refused where it is
// not.
func (p *parser) expect(kind tok, what string) {
	if !p.accept(kind) {
		p.unexpected(what)
	}
}

// unexpected refuses the file: something else should stand here.
func (p *parser) unexpected(what string) {
	found := "the end of the file"
	if p.kind(0) != tEOF {
		found = fmt.Sprintf("%.40q", p.word(p.i))
	}
	fail(int(p.tokens[min(p.i, len(p.tokens)-1)].start), "expected %s, found %s", what, found)
}

// ident reads a name.
func (p *parser) ident(what string) string {
	if p.kind(0) != tIdent {
		p.unexpected(what)
	}
	p.i++
	return p.word(p.i - 1)
}

// node begins a node at the present token.
func (p *parser) node(kind Kind) *Node {
	if len(p.slab) == 0 {
		p.slab = make([]Node, 128)
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	n.Kind, n.Start = kind, p.tokens[p.i].start
	return n
}

// done ends a node behind the last token taken.
func (p *parser) done(n *Node) *Node {
	n.End = p.tokens[p.i-1].end
	return n
}

// add appends a child in its role; a nil child is passed over.
func (n *Node) add(role Role, child *Node) {
	if child == nil {
		return
	}
	child.Role, child.Parent = role, n
	if n.last == nil {
		n.First = child
	} else {
		n.last.Next = child
	}
	n.last = child
}

// enter goes one level deeper, at most maxDepth, so that no file exhausts the stack.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		fail(int(p.tokens[p.i].start), "nested more than %d levels deep", maxDepth)
	}
}

// leave comes back from a level.
func (p *parser) leave() { p.depth-- }
