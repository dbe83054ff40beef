package simulation

import (
	"errors"
	"fmt"

	"beagle/pcm/stoex"
)

var errNoWhole = errors.New("it is not a whole number")

// errNegative is a time that no clock can wait for.
type errNegative struct {
	what  string
	value stoex.Val
}

func (e errNegative) Error() string {
	return fmt.Sprintf("the %s is %s, which ends a simulation", e.what, e.value)
}
