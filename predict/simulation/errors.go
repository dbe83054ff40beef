package simulation

import (
	"errors"
	"fmt"

	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
)

type failures struct {
	lenient bool // go on after errors, to find them all
	fatal   *model.Problem
	all     []model.Problem
	told    map[failure]bool
}

type failure struct {
	op   *Op
	text string
}

// fail reports an error of the model. The simulation ends, as Palladio's do, unless it is to find all errors.
func (f *failures) fail(op *Op, text string, err error, hint string) {
	if f.told[failure{op, text}] {
		return
	}
	f.told[failure{op, text}] = true
	at := instance.Element{}
	if op.Action != nil {
		at = op.Action.At()
	}
	message := err.Error()
	if text != "" {
		message = "\"" + text + "\": " + message
	}
	p := at.Problem(model.Error, "simulation", message, hint)
	f.all = append(f.all, p)
	if !f.lenient {
		f.fatal = &p
	}
}

var errNoWhole = errors.New("it is not a whole number")

type negativeError struct {
	what  string
	value stoex.Val
}

// Error names what was negative, and its value.
func (e negativeError) Error() string {
	return fmt.Sprintf("the %s is %s, which ends a simulation", e.what, e.value)
}
