package app

import (
	"reflect"

	"github.com/spf13/cobra"
)

// Prints says of which types the JSON of a command may be, for "beagle schema".
func (a *App) Prints(c *cobra.Command, values ...any) *cobra.Command {
	if a.results == nil {
		a.results = map[*cobra.Command][]reflect.Type{}
	}
	for _, value := range values {
		a.results[c] = append(a.results[c], reflect.TypeOf(value))
	}
	return c
}

// Results are the types of the JSON of a command; nil: they were not said.
func (a *App) Results(c *cobra.Command) []reflect.Type { return a.results[c] }
