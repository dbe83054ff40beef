package attribution

import "strings"

// Program is what javac said of some sources.
type Program struct {
	Files   []File             // in the order in which they were told
	Types   []*Type            // in the order of the files
	Methods map[string]*Method // by their keys, see Method.Key
	byName  map[string]*Type

	// Lambdas are where lambdas and method references stand for objects of each interface of the program, by its
	// name.
	Lambdas map[string][]Place

	Errors []Diagnostic   // the first of them
	Counts map[string]int // how many of each code

	Resolved   int            // calls whose method is known
	Guessed    int            // of which javac could not decide, and only one method has the name and number of parameters
	Unresolved int            // calls whose method is not known
	Missing    map[string]int // unresolved calls by the type that they are made on; "?": not even that is known
	Crash      string         // what javac failed with, if it did
}

// File is a source file.
type File struct {
	Path  string // as it was told
	Lines int    // how many it has
}

// Place is a line of a source file.
type Place struct {
	File int // index into Program.Files
	Line int // 1-based
}

// Diagnostic is an error that javac found.
type Diagnostic struct {
	Code, Message, Path string // javac's key of the message, its text in English, and the file
	Line                int    // 1-based
	Syntax              bool   // the file could not be parsed as a whole
}

// Type is a class, interface, enum or record. Names of types are binary ones, such as demo.Store$Entry.
type Type struct {
	Name        string     // binary name
	File        int        // index into Program.Files
	Start, Line int        // offset in UTF-16 code units, and line, of the declaration
	Kind        string     // as javac calls it: class, interface, enum, record or annotation_type
	Flags       string     // P public, A abstract, S static, V private, F final
	Annotations []string   // simple names of its annotations
	Outer       string     // name of the outermost type around it
	Package     string     // name of its package; empty: the unnamed one
	Local       bool       // declared inside a method, or anonymous
	Bases       []string   // direct superclass and interfaces
	Written     []string   // of these, as written, by simple names: known although a library is missing
	Fields      []Variable // in the order of the source
	Methods     []*Method  // in the order of the source
}

// Variable is a field or parameter. Its type is written in letters: a primitive type's or String's name; [ before the
// type of elements; E before an enum's name, L before any other's; nothing for void.
type Variable struct {
	Name, Type string // simple name, and the type in letters
}

// Method is a method, a constructor (<init>), or what initialises fields (<fields>).
type Method struct {
	Type        *Type      // that declares it
	Name        string     // simple name
	Erased      string     // erased types of the parameters, separated by commas
	Params      []Variable // in the order of the signature
	Returns     string     // as Variable.Type
	Flags       string     // as Type.Flags
	Annotations []string   // simple names of its annotations
	Overrides   []string   // keys of the program's own methods that it overrides, directly or not
	Start, Line int        // offset in UTF-16 code units, and 1-based line, of the declaration
	HasBody     bool       // false for abstract and native methods
	Code        string     // a hash of the body's words, without comments and blanks
	Body        []Node     // what of the body matters for a model, in the order of the source
}

// Key names the method in the program.
func (m *Method) Key() string { return m.Type.Name + "#" + m.Name + "(" + m.Erased + ")" }

// Is reports whether a flag is set.
func (m *Method) Is(flag string) bool { return strings.Contains(m.Flags, flag) }

// Is reports whether a flag is set.
func (t *Type) Is(flag string) bool { return strings.Contains(t.Flags, flag) }

// Simple is the name without package and outer classes.
func (t *Type) Simple() string { return Simple(t.Name) }

// Simple is a type's name without package and outer classes; that of an anonymous or local class, which is a number
// or begins with one, stands behind the class around it (Desk$1), since it says nothing alone.
func Simple(name string) string {
	at := strings.LastIndexAny(name, ".$") + 1
	for at > 0 && at < len(name) && name[at-1] == '$' && '0' <= name[at] && name[at] <= '9' {
		at = strings.LastIndexAny(name[:at-1], ".$") + 1
	}
	return name[at:]
}

// Type is the type of that name, or nil.
func (p *Program) Type(name string) *Type { return p.byName[name] }

// Unit is the name of a type's file, as links write it.
func (p *Program) Unit(t *Type) string {
	path := p.Files[t.File].Path
	name := strings.TrimSuffix(path[strings.LastIndexAny(path, `/\`)+1:], ".java")
	return strings.TrimPrefix(t.Package+"."+name, ".")
}

// The kinds of nodes.
const (
	Statement = "s"      // Ops: the calls in it
	If        = "if"     // Ops: the condition; Parts: then and, if there is one, else
	Switch    = "switch" // Ops: the selector; Parts: the groups, named by Labels
	Loop      = "loop"   // Ops: once before; Parts: body, condition before each turn, what follows each turn
	Block     = "block"  // Parts: its statements
	Sync      = "sync"   // as Block; Ops: the lock
	Try       = "try"    // Ops: resources; Parts: body, finally, handlers
	Call      = "c"      // of one of the program's own methods
	Notable   = "x"      // a call of a library's method that uses threads or reflection
	Lambda    = "l"      // Parts: what runs when In, which gets it, calls it
	Either    = "q"      // &&, || and ?:; Parts: what is evaluated if so, and if not
)

// Node is something that is executed: a statement, or a part of an expression.
type Node struct {
	Kind      string   `json:"k"`  // what it is, as a word of the helper's
	Start     int      `json:"s"`  // offset of its first character in UTF-16 code units
	Line      int      `json:"l"`  // 1-based
	Method    string   `json:"m"`  // Call, Notable: the method; Switch: its labels, separated by \x01
	Text      string   `json:"t"`  // a condition, shortened
	Jump      string   `json:"j"`  // of a Statement: return, break, continue, throw or yield
	In        string   `json:"i"`  // Lambda: the method that gets it, or nothing
	Code      string   `json:"y"`  // a hash of its words, and of what the fields that it names begin with
	Condition string   `json:"yc"` // the same of an If's, Switch's or Either's condition
	Names     []string `json:"n"`  // of a statement: the first methods that it calls
	Trivial   int      `json:"z"`  // nothing is computed
	Complete  int      `json:"d"`  // Switch: one of its groups always runs
	Exact     int      `json:"x"`  // Call: the method itself, whatever overrides it; 2: by super
	Self      int      `json:"h"`  // Call: on this
	Outside   int      `json:"f"`  // it stands in no method, as what a field begins with does: a constructor runs it
	Ops       []Node   `json:"b"`  // see the kinds
	Arguments []int    `json:"g"`  // Call: of each argument, which parameter of the method around it is; -1: none
	Parts     [][]Node `json:"a"`  // see the kinds
}

// Stays reports whether a call is made on the object that makes it.
func (n *Node) Stays() bool { return n.Self != 0 || n.Exact == 2 }

// Labels are the labels of a switch's groups.
func (n *Node) Labels() []string { return strings.Split(n.Method, "\x01") }

// Walk visits nodes and all that is in them, outer ones first.
func Walk(nodes []Node, visit func(*Node)) {
	for i := range nodes {
		n := &nodes[i]
		visit(n)
		Walk(n.Ops, visit)
		for _, part := range n.Parts {
			Walk(part, visit)
		}
	}
}
