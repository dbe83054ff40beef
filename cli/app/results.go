package app

import (
	"reflect"

	"github.com/spf13/cobra"
)

// Prints notes which types a command prints as JSON, one of the values' types each time, for "beagle schema".
func (a *App) Prints(c *cobra.Command, values ...any) *cobra.Command {
	if a.results == nil {
		a.results = map[*cobra.Command][]reflect.Type{}
	}
	for _, value := range values {
		a.results[c] = append(a.results[c], reflect.TypeOf(value))
	}
	return c
}

// Results are the types that a command prints as JSON; nil: none were noted.
func (a *App) Results(c *cobra.Command) []reflect.Type { return a.results[c] }
