package app

import (
	"reflect"

	"github.com/spf13/cobra"
)

// Prints says of which type the JSON of a command is, for "beagle schema".
func (a *App) Prints(c *cobra.Command, value any) *cobra.Command {
	if a.results == nil {
		a.results = map[*cobra.Command]reflect.Type{}
	}
	a.results[c] = reflect.TypeOf(value)
	return c
}

// Result is the type of the JSON of a command; nil: it was not said.
func (a *App) Result(c *cobra.Command) reflect.Type { return a.results[c] }
