package traces

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/model"
	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/cluster/totals"
	"beagle/traces/show"
)

func newBooks(a *app.App) *cobra.Command {
	var to cluster.Access
	c := &cobra.Command{
		Use:   "books",
		Short: "Show where each record is that agents read; exit 1 where one is missing",
		Long: `Show where each record is that agents read; exit 1 where one is missing.

For each agent: read = counted + damaged + lost. The counted records are compared with the
totals, which are added up in another way: in valid traces, in invalid ones by their
reasons, or in none. Records that an agent has read and not sent yet are in no book. All
numbers are records.`,
		Example: `  beagle hub books
  beagle hub books --nats nats://10.0.0.5:4222 --credentials viewer.credentials --output json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			Local(&to, "viewer")
			bus, err := Viewer(c.Context(), to)
			if err != nil {
				return err
			}
			defer bus.Close()
			read, err := readBooks(c.Context(), bus)
			if err != nil {
				return err
			}
			books := Books(&read)
			return errors.Join(printBooks(a, &books), Balance(&books))
		},
	}
	AddAccess(c, &to, localURL)
	return c
}

func readBooks(ctx context.Context, bus *cluster.Bus) (totals.Books, error) {
	reading, stop := context.WithCancel(ctx)
	all, failed := totals.New(bus, traces.Options{}, nil), make(chan error, 1)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = all.Run(reading, func(err error) {
			select {
			case failed <- err:
			default:
			}
		}, nil)
	}()
	defer func() { stop(); <-ended }()
	beat := cluster.Beat()
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return totals.Books{}, ctx.Err()
		case err := <-failed:
			return totals.Books{}, err
		case <-beat.C:
			if all.Ready() {
				return all.Books(), nil
			}
		}
	}
}

// Books are the books of all agents, as they are printed.
func Books(b *totals.Books) show.Books {
	var agents []show.AgentBook
	for _, id := range b.IDs() {
		one := b.Agents[id]
		agents = append(agents, show.AgentBook{Agent: id, Read: one.Read, Counted: one.Counted, Damaged: one.Damaged, Lost: one.Lost, Balance: one.Balances()})
	}
	return show.BooksOfMachines(&b.Counts, agents, b.Before, b.Open, b.Lost)
}

// Balance is an error where books do not balance.
func Balance(b *show.Books) error {
	if b.Balance {
		return nil
	}
	return unbalanced(b.String())
}

func unbalanced(books string) error {
	return model.Problem{Severity: model.Error, Message: "the books do not balance: " + books, Hint: "this is a fault of Beagle: send its makers what --output json prints"}
}

func printBooks(a *app.App, b *show.Books) error {
	if a.JSON() {
		return a.PrintJSON(b)
	}
	for i := range b.Agents {
		fmt.Fprintln(a.Out, b.Agents[i].String())
	}
	_, err := fmt.Fprintln(a.Out, b)
	return err
}
