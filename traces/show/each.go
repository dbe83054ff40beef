package show

import (
	"encoding/json"
	"io"
	"sync"

	"beagle/traces"
	"beagle/traces/classes"
)

// Each prints traces one by one as they are reconstructed, for those who want all of them and not one of each class.
// It may be called by many goroutines.
type Each struct {
	mu   sync.Mutex
	view View
	w    *writer
}

// Each prints what the view shows of single traces.
func (v View) Each(out io.Writer) *Each { return &Each{view: v, w: newWriter(out, nil)} }

// Start takes part in an engine's options; Names must be called before the first record.
func (e *Each) Start(options *traces.Options) {
	if e.view.Kind == "invalid" {
		options.Invalid = e.invalid
	} else {
		options.Trace = e.trace
	}
}

// Names are those of the engine.
func (e *Each) Names(names *classes.Names) { e.w.names = names }

// Flush writes what is still buffered.
func (e *Each) Flush() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.w.out.Flush()
}

func (e *Each) trace(t classes.Trace) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.view.Output == "json":
		e.line(newJSONTrace(t, e.w.names))
	case e.view.Kind == "messages":
		e.w.messages(t)
	default:
		e.w.executions(t)
	}
}

func (e *Each) invalid(i traces.Invalid) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.view.Output == "json" {
		e.line(newJSONInvalid(i, e.w.names))
		return
	}
	e.w.invalid(i)
}

func (e *Each) line(j jsonTrace) {
	encoder := json.NewEncoder(e.w.out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(j)
}
