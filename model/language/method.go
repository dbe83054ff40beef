package language

// Method is a method, function or constructor with a body. Offsets count UTF-16
// code units from the start of the file, as model.Section does.
type Method struct {
	Unit   string      // qualified name of the compilation unit, e.g. demo.store.Upload
	Class  string      // simple name of the innermost named type
	Name   string      // constructors have their class's name
	Params []string    // names of the parameters
	Types  []string    // their types as written, without type arguments; empty where unknown
	File   string      // path of the source
	First  int         // offset of its declaration
	End    int         // offset after its body
	Body   []Statement // nil: it has none, as abstract methods
}

// Statement is one statement of a list.
type Statement struct {
	Kind  StatementKind // as far as models care
	At    int           // offset of its first character
	Calls []string      // names of the methods that it calls outside of Inner
	Inner []Block       // Loop: its body; Choice: its alternatives; others: their blocks
	// Leaves: a return, break or continue that computes nothing worth an action.
	Leaves bool
}

// StatementKind tells statements apart as a service effect specification does.
type StatementKind uint8

// The kinds of statements.
const (
	Simple   StatementKind = iota // everything else
	Loop                          // for, while, do
	Choice                        // if, switch
	Compound                      // try, synchronized, a block
)

// Block is a list of statements.
type Block struct {
	Statements []Statement // in the order of the source; empty for an empty block
}
