package folder

import (
	"os"

	"beagle/model"
)

// Typed is what a person was typing for an element when the screens ended, as they do where a connection is lost.
type Typed struct {
	Element model.ElementID `json:"element"`
	Lines   []string        `json:"lines"` // of a branch one for each transition
}

const typedFile = "typed.json"

// maxTyped bounds the file that is read: expressions are shorter.
const maxTyped = 1 << 20

// TypedOf is what was being typed in a run's review; nil: nothing was.
func TypedOf(id string) *Typed {
	f, err := Find(id)
	if err != nil {
		return nil
	}
	if t := (Typed{}); f.kept(typedFile, maxTyped, &t) {
		return &t
	}
	return nil
}

// KeepTyped keeps what is being typed; nil: forgets it. A run whose folder is gone or full loses nothing else by that.
func KeepTyped(id string, t *Typed) {
	f, err := Find(id)
	if err != nil {
		return
	}
	if t == nil {
		_ = os.Remove(f.Path(typedFile))
		return
	}
	f.keep(typedFile, t)
}
