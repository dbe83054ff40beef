// Package syntax parses Java source of the language levels 5 to 25 into a tree whose ranges are exact to the byte.
// The parser is a recursive descent over an array of tokens with a table of matching brackets, which makes every
// ambiguity of the grammar (casts, lambdas, generics, declarations) a question of looking ahead; it never goes back
// and never guesses.
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
func fail(at int, format string, args ...any) { panic(bailout{at, fmt.Sprintf(format, args...)}) }

// parser reads a file by recursive descent over its tokens.
type parser struct {
	cursor
	slab []Node

	noLambda bool // in case labels and guards an arrow ends the expression
	yields   bool // inside a switch expression
}

func (p *parser) node(kind Kind) *Node {
	if len(p.slab) == 0 {
		p.slab = make([]Node, 128)
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	n.Kind, n.Start = kind, p.tokens[p.i].start
	return n
}

func (p *parser) done(n *Node) *Node {
	n.End = p.tokens[p.i-1].end
	return n
}

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
