package links

// Code is what matching needs to know of source files: their methods and the
// statements in them. Whoever can parse the language provides it. Offsets
// count UTF-16 code units.
type Code interface {
	// Methods are the methods of a source file in file order; an error where
	// the file cannot be parsed.
	Methods(path string) ([]Method, error)
}

// Method is a method or constructor with a body.
type Method struct {
	Unit   string   // qualified name of the file's main type, e.g. demo.store.Upload
	Class  string   // simple name of the innermost named type
	Name   string   // constructors have their class's name
	Params []string // names of the parameters
	File   string
	First  int // of its declaration
	End    int // after its body
	Body   []Statement
}

// Span is a range of offsets; Last is the offset of its last statement's first
// character, or of its own where it is one statement.
type Span struct{ First, Last int }

// Statement is one statement of a list.
type Statement struct {
	Kind   StatementKind
	At     int      // offset of its first character
	Calls  []string // names of the methods that it calls outside of Inner
	Inner  []Block  // loop: its body; branch: its alternatives; others: their blocks
	Leaves bool     // a return, break or continue that computes nothing worth an action
}

// StatementKind tells statements apart as a SEFF does.
type StatementKind uint8

// The kinds of statements.
const (
	Simple   StatementKind = iota
	Loop                   // for, while, do
	Choice                 // if, switch
	Compound               // try, synchronized, a block
)

// Block is a list of statements.
type Block struct{ Statements []Statement }

// span is from the first to the last statement; ok is false for an empty list.
func span(list []Statement) (Span, bool) {
	if len(list) == 0 {
		return Span{}, false
	}
	return Span{list[0].At, list[len(list)-1].At}, true
}
