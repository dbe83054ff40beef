package syntax

import (
	"fmt"
	"sort"
	"strings"
)

// File is a parsed compilation unit.
type File struct {
	Source string // the text that positions lead into
	Root   *Node  // Unit
	lines  []int32
}

// Error is a syntax error.
type Error struct {
	Line, Column int    // 1-based; the column counts bytes
	Message      string // what was expected, one sentence without full stop
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message) }

// Node is a node of the tree. What its children mean is their Role.
type Node struct {
	Kind       Kind   // production of the grammar
	Role       Role   // what it is to its parent
	Flags      Flags  // what is special about it
	Start, End int32  // bytes of File.Source
	Name       string // identifier: of a declaration, a label, a call, a field
	Parent     *Node  // nil at the root
	First      *Node  // children are a list: First, then Next
	Next       *Node  // the next child of the same parent; nil: it is the last
	last       *Node
}

// Kind is a kind of node.
type Kind uint8

// The kinds, named as the productions of the Java Language Specification.
const (
	Unit     Kind = iota
	Class         // also interface, enum, record, annotation type, body of an anonymous class
	Constant      // of an enum
	Field         // children: Type, Declarator
	Method        // also constructors: no Type child
	CompactConstructor
	Initializer
	Parameter
	Declarator // a variable with its initializer (Value)
	Type

	Block
	LocalVariable // children: Type, Declarator
	LocalClass    // child: Class
	Empty
	Expression // an expression statement
	If
	While
	Do
	For
	ForEach
	Labeled
	Switch
	Return
	Throw
	Break
	Continue
	Yield
	Synchronized
	Try
	Catch
	Assert
	Case // of a switch statement or expression

	Name
	Literal
	This // also super
	Select
	Call // explicit constructor calls too: Name is this or super
	New
	NewArray
	ArrayInit
	Index
	Unary
	Postfix
	Binary // all operands of a chain of binary operators
	Conditional
	Assign
	Cast
	Lambda
	MethodRef
	SwitchExpr
	Paren
	ClassLiteral
	Pattern
)

// Role is what a node is to its parent.
type Role uint8

// The roles.
const (
	Child  Role = iota
	Member      // of a class or unit
	Stmt        // in a statement list: Block, Case with a colon
	Body        // of a method, loop, lambda, labelled statement, arrow case, try, catch, ...
	Then
	Else
	Cond
	Init
	Update
	Value     // initializer, returned value, switch selector, ...
	Resource  // of a try
	Handler   // Catch of a try
	Finally   // Block of a try
	Label     // of a case
	Guard     // condition behind the pattern of a case
	Target    // of a call, field access, method reference
	Arg       // of a call
	Param     // of a method or lambda
	TypeOf    // of a variable, a method, a cast
	TypeParam // of a class or method
)

// Flags are modifiers and marks.
type Flags uint16

// The flags.
const (
	Static Flags = 1 << iota
	Final
	Abstract
	Arrow   // Case: arrow rule
	Default // Case: default is among its labels; Method: default method
	HasNull // Literal: null; Case: null is among its labels
	Interface
	Enum
	Record
	Varargs
	Decrement
	TypeDims   // Method: brackets behind the parameter list
	NonTrivial // Switch: a label is a qualified name
	Native     // Method
	ConstTrue  // Literal true
	ConstFalse // Literal false
)

// Child returns the first child in a role, or nil.
func (n *Node) Child(role Role) *Node {
	for c := n.First; c != nil; c = c.Next {
		if c.Role == role {
			return c
		}
	}
	return nil
}

// All returns the children in a role.
func (n *Node) All(role Role) []*Node {
	var all []*Node
	for c := n.First; c != nil; c = c.Next {
		if c.Role == role {
			all = append(all, c)
		}
	}
	return all
}

// Count is the number of children in a role.
func (n *Node) Count(role Role) int {
	count := 0
	for c := n.First; c != nil; c = c.Next {
		if c.Role == role {
			count++
		}
	}
	return count
}

// Walk calls visit for n and, where it returns true, for everything below.
func (n *Node) Walk(visit func(*Node) bool) {
	if !visit(n) {
		return
	}
	for c := n.First; c != nil; c = c.Next {
		c.Walk(visit)
	}
}

// IsStatement reports whether the node is a statement, a block included.
func (n *Node) IsStatement() bool { return n.Kind >= Block && n.Kind <= Assert && n.Kind != Catch }

// IsLoop reports whether the node is a loop statement.
func (n *Node) IsLoop() bool { return n.Kind >= While && n.Kind <= ForEach }

// IsCode reports whether the node has its own flow of control: a method, a lambda, an initializer.
func (n *Node) IsCode() bool {
	switch n.Kind {
	case Method, CompactConstructor, Initializer, Lambda:
		return true
	default:
		return false
	}
}

// Depth is the number of nodes above n.
func (n *Node) Depth() int {
	depth := 0
	for p := n.Parent; p != nil; p = p.Parent {
		depth++
	}
	return depth
}

// Text is the source of a node.
func (f *File) Text(n *Node) string { return f.Source[n.Start:n.End] }

// TypeOf is the type of a parameter as it is written, without type arguments.
func (f *File) TypeOf(param *Node) string {
	n := param.Child(TypeOf)
	if n == nil {
		return ""
	}
	text := f.Text(n)
	if from, to := strings.IndexByte(text, '<'), strings.LastIndexByte(text, '>'); from >= 0 && to > from {
		text = text[:from] + text[to+1:]
	}
	if param.Flags&Varargs != 0 {
		text += "[]"
	}
	return strings.Join(strings.Fields(text), "")
}

// Line returns the line of an offset, 1-based.
func (f *File) Line(offset int) int { return line(f.lines, offset) }

// Package is the name of the unit's package; empty: the unnamed one.
func (f *File) Package() string { return f.Root.Name }

func line(starts []int32, offset int) int {
	return sort.Search(len(starts), func(i int) bool { return int(starts[i]) > offset })
}

// lineStarts lists where lines begin; CR, LF and CRLF end a line (JLS 3.4).
func lineStarts(source string) []int32 {
	starts := make([]int32, 1, len(source)/32+1)
	for i := range len(source) {
		if c := source[i]; c == '\n' || c == '\r' && (i+1 == len(source) || source[i+1] != '\n') {
			starts = append(starts, int32(i+1))
		}
	}
	return starts
}
