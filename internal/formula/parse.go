package formula

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// words are the parts of a formula: a number, a name in brackets or without, a text, a symbol.
var words = regexp.MustCompile(`^\s*(?:(0[xX][0-9a-fA-F]+|[0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?|\.[0-9]+)` +
	`|\[((?:[^\]\\]|\\.)*)\]|([\pL_$][\pL\pN_$.]*)|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")` +
	`|(\*\*|&&|\|\||==|!=|<=|>=|<<|>>|=~|!~|\?\?|[-+*/%()<>!?:,&|^~]))`)

var escapes = regexp.MustCompile(`\\(.)`)

// levels are the operators from weak to strong; those of one level group from the left.
// A choice (a ? b : c) is weaker, prefixes are stronger.
var levels = [][]string{
	{"??"},
	{"||"},
	{"&&"},
	{"==", "!=", "<", "<=", ">", ">=", "=~", "!~", "in"},
	{"&", "|", "^"},
	{"<<", ">>"},
	{"+", "-"},
	{"*", "/", "%"},
	{"**"},
}

// parser reads a formula from left to right (precedence climbing).
type parser struct {
	rest string
	word string // the word at hand; empty at the end
	node *Node  // what the word stands for, unless it is a symbol
}

func (p *parser) next() error {
	found := words.FindStringSubmatch(p.rest)
	if found == nil {
		if rest := regexp.MustCompile(`^\s*`).ReplaceAllString(p.rest, ""); rest != "" {
			return fmt.Errorf("%s has no place in a formula", Quoted(rest))
		}
		p.word, p.node = "", nil
		return nil
	}
	p.rest, p.word, p.node = p.rest[len(found[0]):], "", nil
	switch number, bracketed, name, text := found[1], found[2], found[3], found[4]; {
	case number != "":
		x, err := strconv.ParseFloat(number, 64)
		if whole, wrong := strconv.ParseUint(number, 0, 64); err != nil && wrong == nil {
			x, err = float64(whole), nil
		}
		p.word, p.node = number, &Node{Value: x}
		return err
	case bracketed != "":
		p.word, p.node = bracketed, &Node{Name: escapes.ReplaceAllString(bracketed, "$1")}
	case name == "in":
		p.word = name
	case name == "true" || name == "false":
		p.word, p.node = name, &Node{Op: name, Value: truth(name == "true")}
	case name != "":
		p.word, p.node = name, &Node{Name: name}
	case text != "":
		p.word, p.node = text, &Node{Value: escapes.ReplaceAllString(text[1:len(text)-1], "$1")}
	default:
		p.word = found[5]
	}
	return nil
}

// pass goes over a symbol that has to be there.
func (p *parser) pass(symbol, missing string) error {
	if p.word != symbol || p.node != nil {
		return errors.New(missing)
	}
	return p.next()
}

func (p *parser) is(symbol string) bool { return p.node == nil && p.word == symbol }

func (p *parser) choice() (*Node, error) {
	condition, err := p.level(0)
	if err != nil || !p.is("?") {
		return condition, err
	}
	if err = p.next(); err != nil {
		return nil, err
	}
	then, err := p.choice()
	if err == nil {
		err = p.pass(":", "a ? has no : behind it")
	}
	if err != nil {
		return nil, err
	}
	other, err := p.choice()
	return &Node{Op: "?:", Args: []*Node{condition, then, other}}, err
}

func (p *parser) level(n int) (*Node, error) {
	if n == len(levels) {
		return p.prefix()
	}
	left, err := p.level(n + 1)
	for err == nil && p.node == nil && slices.Contains(levels[n], p.word) {
		op := p.word
		if err = p.next(); err != nil {
			break
		}
		all := []*Node{left}
		if op == "in" {
			err = p.list(&all)
		} else {
			var right *Node
			right, err = p.level(n + 1)
			all = append(all, right)
		}
		left = &Node{Op: op, Args: all}
	}
	return left, err
}

func (p *parser) prefix() (*Node, error) {
	word, node := p.word, p.node
	if node == nil && word != "(" && word != "-" && word != "!" && word != "~" {
		if word == "" {
			return nil, errors.New("it ends too early")
		}
		return nil, fmt.Errorf("something is missing before %s", word)
	}
	if node != nil {
		err := p.next()
		if err == nil && node.Name != "" && p.is("(") {
			return p.call(node.Name)
		}
		return node, err
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	if word != "(" {
		arg, err := p.prefix()
		return &Node{Op: word, Args: []*Node{arg}}, err
	}
	inner, err := p.choice()
	if err == nil {
		err = p.pass(")", "unbalanced parentheses")
	}
	return inner, err
}

// list reads what stands in parentheses, parted by commas.
func (p *parser) list(all *[]*Node) error {
	if err := p.pass("(", "a list in parentheses is missing"); err != nil {
		return err
	}
	for {
		one, err := p.choice()
		if err != nil {
			return err
		}
		*all = append(*all, one)
		if !p.is(",") {
			return p.pass(")", "unbalanced parentheses")
		}
		if err := p.next(); err != nil {
			return err
		}
	}
}

func (p *parser) call(name string) (*Node, error) {
	n := &Node{Op: name}
	_, one := unary[name]
	_, two := binary[name]
	switch err := p.list(&n.Args); {
	case err != nil:
		return nil, err
	case !one && !two:
		return nil, fmt.Errorf("undefined function %s", name)
	case one && len(n.Args) != 1:
		return nil, fmt.Errorf("%s needs one number", name)
	case two && len(n.Args) != 2:
		return nil, fmt.Errorf("%s needs two numbers", name)
	}
	return n, nil
}
