package machines

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/cluster/totals"
)

// bookRow is an agent's line in JSON.
type bookRow struct {
	Agent string `json:"agent"`
	cluster.Book
	Balances bool `json:"balances"`
}

// newBooks is the command hub books.
func newBooks(a *app.App) *cobra.Command {
	var to cluster.Access
	c := &cobra.Command{
		Use:   "books",
		Short: "Show where each record is that agents read; exit 1 where one is missing",
		Long: `Show where each record is that agents read; exit 1 where one is missing.

For each agent: read = counted + damaged + lost. What is counted is compared with the
totals, which are added up in another way: in valid traces, in invalid ones by their
reasons, or in none. What an agent has read and not sent yet is in no book.`,
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
			books, err := readBooks(c.Context(), bus)
			if err != nil {
				return err
			}
			if err := showBooks(a, &books); err != nil || books.Balance() {
				return err
			}
			return model.Problem{Severity: model.Error, Message: "the books do not balance: records are missing, or counted twice", Hint: "send what beagle hub books --output json prints to the makers of Beagle"}
		},
	}
	AddAccess(c, &to, localURL)
	return c
}

// readBooks waits until all that is at the server is in.
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

// showBooks prints them.
func showBooks(a *app.App, b *totals.Books) error {
	var rows []bookRow
	for _, id := range b.IDs() {
		book := b.Agents[id]
		rows = append(rows, bookRow{id, book, book.Balances()})
	}
	invalid := map[string]int64{}
	for reason, n := range b.Counts.Reasons {
		if n > 0 {
			invalid[traces.Reason(reason).String()] = n
		}
	}
	if a.JSON() {
		return a.PrintJSON(map[string]any{
			"agents": rows, "records": b.Counts.Records, "records_before": b.Before, "records_of_open_traces": b.Open, "records_of_open_traces_lost": b.Lost, "records_late": b.Late,
			"traces_valid": b.Counts.Valid, "traces_invalid": invalid, "balance": b.Balance(),
		})
	}
	out := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "read\tcounted\tdamaged\tlost\t\tagent\t")
	line := func(name string, book cluster.Book) {
		sign := "balances"
		if !book.Balances() {
			sign = "DOES NOT BALANCE"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t\n", quantity.Count(book.Read), quantity.Count(book.Counted), quantity.Count(book.Damaged), quantity.Count(book.Lost), sign, safe.Line(name))
	}
	for _, row := range rows {
		line(row.Agent, row.Book)
	}
	line("all", b.All())
	err := out.Flush()
	fmt.Fprintf(a.Out, "\nthe totals have %s records", quantity.Count(b.Counts.Records))
	if b.Before > 0 {
		fmt.Fprintf(a.Out, ", %s of them from before there were books", quantity.Count(b.Before))
	}
	if b.Open > 0 {
		fmt.Fprintf(a.Out, "; %s are of traces that are open", quantity.Count(b.Open))
	}
	if b.Lost > 0 {
		fmt.Fprintf(a.Out, "; %s were of open traces when the server lost them", quantity.Count(b.Lost))
	}
	fmt.Fprintf(a.Out, ": %s valid and %s invalid traces\n", quantity.Count(b.Counts.Valid), quantity.Count(b.Counts.Invalid))
	for reason, n := range b.Counts.Reasons {
		if n > 0 {
			fmt.Fprintf(a.Out, "  %s invalid: %s\n", quantity.Count(n), traces.Reason(reason))
		}
	}
	if b.Late > 0 {
		fmt.Fprintf(a.Out, "%s records came after their trace was given up\n", quantity.Count(b.Late))
	}
	return err
}
