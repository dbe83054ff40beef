// Package keys is the one table of key bindings. What a key does, the footer,
// the help page and the documentation all come from it.
//
// Screens name actions, never keys: a Scope lists the bindings of a screen in the order
// in which they are explained, and the user's own bindings replace keys in it once, at
// the start. A test writes docs/screens.md from the same table.
package keys

// Action is what a person asks for with a key.
type Action string

// Binding says which keys ask for an action.
type Binding struct {
	Action Action   // what the keys ask for; empty: the row only explains
	Keys   []string // as Bubble Tea names them; the space bar is "space"
	Show   string   // as people read them
	Word   string   // one or two words for the footer
	Help   string   // one sentence for the help page and the documentation
}

// Scope is the bindings of one screen, or of a part of it.
type Scope struct {
	Title    string    // heading of the scope on the help page
	Opened   string    // how one gets to the screen from elsewhere; empty: only from another screen of its own
	Bindings []Binding // in the order of the help page; no key comes twice
	Notes    []Note    // marks and words of the screen, explained below the keys
}

// Note explains a mark or a word that the screen shows.
type Note struct {
	Mark, Means string // as the screen shows it, and what it means
}

// Find looks a key up, innermost scope first.
func Find(scopes []*Scope, key string) (Binding, bool) {
	for _, scope := range scopes {
		for _, b := range scope.Bindings {
			for _, k := range b.Keys {
				if k == key {
					return b, true
				}
			}
		}
	}
	return Binding{}, false
}

// Of looks the binding of an action up, innermost scope first.
func Of(scopes []*Scope, action Action) (Binding, bool) {
	for _, scope := range scopes {
		for _, b := range scope.Bindings {
			if b.Action == action {
				return b, true
			}
		}
	}
	return Binding{}, false
}

// verbs are the words of the footer that are no verbs, as they stand in a sentence.
var verbs = map[string]string{
	"all points": "show all points", "after": "go on", "before": "go back", "detail": "show the detail", "diff": "show the change",
	"as commands": "show commands", "other input": "show another input",
	"editor": "open the editor", "first error": "go to the first error", "input": "change the input",
	"enough": "end the measuring", "less": "lower it", "log x": "make the axis logarithmic", "log y": "make the axis logarithmic",
	"more": "raise it", "next": "go on", "other": "show another", "other rule": "use another rule", "other view": "change the view",
	"output": "show the output", "picture": "show the picture", "previous": "go back", "problems": "show the problems",
	"raw rows": "show the rows", "report": "write the report", "rivals": "show rivals", "source": "show the source", "tour": "take the tour", "what if": "ask what if",
}

// Verb is a word of the footer as it stands after "Can't".
func Verb(word string) string {
	if verb, noun := verbs[word]; noun {
		return verb
	}
	return word
}

// Text reports whether the key would be typed into a text field.
func Text(key string) bool { return key == "space" || len([]rune(key)) == 1 }
