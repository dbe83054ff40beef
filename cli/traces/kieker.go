package traces

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces/kieker"
	"beagle/traces/kieker/logs"
)

// NewKieker is the command kieker with its command cat.
func NewKieker(a *app.App) *cobra.Command {
	c := &cobra.Command{Use: "kieker", Short: "Look at Kieker's records"}
	c.AddCommand(newCat(a))
	return c
}

func newCat(a *app.App) *cobra.Command {
	var irl []string
	var follow, byteLengths bool
	c := &cobra.Command{
		Use:   "cat PATH...",
		Short: "Decode Kieker records to one JSON object a line",
		Long: `Decode Kieker records to one JSON object a line.

PATH is a folder with a kieker.map, a folder above such folders, a whole log in
a zip, or a single file, also a recorded socket stream. Text, binary and
compressed logs are told apart by their content. Unreadable parts are
counted and located on standard error; they never stop the rest. The command fails
only where not a single record could be read.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, paths []string) error {
			schemas, err := recordTypes(irl)
			if err != nil {
				return err
			}
			out := &jsonLines{out: bufio.NewWriterSize(a.Out, 64<<10)}
			reports, err := logs.Read(c.Context(), paths, logs.Options{
				Schemas: schemas, Follow: follow, ByteLengths: byteLengths,
				Open: func(string) kieker.Handler { return out },
			})
			if flushErr := out.flush(); flushErr != nil {
				return flushErr
			}
			if follow && errors.Is(err, context.Canceled) {
				err = nil
			}
			if err == nil && !follow {
				err = noRecords(paths, reports)
			}
			if err != nil {
				return err
			}
			for _, report := range reports {
				sayReport(a, report)
			}
			return nil
		},
	}
	c.Flags().StringVar(&a.Output, "output", app.Text, "form of an error: text or json; records are always JSON")
	c.Flags().StringSliceVar(&irl, "irl", nil, "file with your own record types (Kieker's instrumentation record language); may be repeated")
	c.Flags().BoolVar(&follow, "follow", false, "go on while the logs are being written, also with logs that appear later")
	c.Flags().BoolVar(&byteLengths, "byte-lengths", false, "recorded streams: strings declare their length in bytes; usually seen by itself")
	return c
}

func recordTypes(irl []string) (*kieker.Schemas, error) {
	schemas := kieker.NewSchemas()
	return schemas, kieker.AddIRL(schemas, irl...)
}

func noRecords(paths []string, reports []kieker.Report) error {
	var first *kieker.Report
	for i := range reports {
		r := &reports[i]
		if r.Records > 0 {
			return nil
		}
		if first == nil || first.Bytes == 0 {
			first = r
		}
	}
	p := model.Problem{Severity: model.Error, Rule: "kieker-empty"}
	switch {
	case first == nil || first.Bytes == 0:
		p.File, p.Message = strings.Join(paths, ", "), "the log is empty"
		p.Hint = "it may still be buffered: end the program, or use --follow"
	case len(first.Classes) > 0:
		class := first.Classes[0]
		p.File, p.Message = first.Source, fmt.Sprintf("no schema for the classes of its %s; the first is %s at %s", quantity.Plural(first.Unknown, "record", "records"), class.Class, class.First)
		p.Hint = "give the .irl file of your record types with --irl; a single data file needs its kieker.map in the same folder"
	case first.Left() > 0:
		p.File, p.Message = first.Source, fmt.Sprintf("no trace can be shown: %d %s", first.LeftOut[0].Count, first.LeftOut[0].Reason)
	case strings.HasPrefix(first.Kind, "spans"):
		p.File, p.Rule, p.Message = first.Source, "spans-empty", "there are no spans in it"
		if len(first.Problems) > 0 {
			p.Message = "no span could be read: " + first.Problems[0].Message
			p.File = first.Problems[0].File
		}
		p.Hint = "export spans as OTLP in JSON or protobuf, or let the programs send them to beagle traces --otlp 127.0.0.1:4318"
	default:
		p.File, p.Message = first.Source, "this is not a Kieker log, or it is damaged throughout"
		if len(first.Problems) > 0 {
			p = first.Problems[0]
			p.Severity, p.Message = model.Error, "no Kieker record could be read: "+p.Message
		}
		p.Hint = "give a folder with a kieker.map, a whole log in a zip, or a recorded socket stream"
	}
	return p
}

// maxOdd is how many sources are told of one by one.
const maxOdd = 20

func sayOdd(a *app.App, sources []kieker.Report) {
	said, more := 0, 0
	for _, r := range sources {
		if r.Unknown+r.Broken+r.Skipped+r.Left() == 0 && r.Error == "" {
			continue
		}
		if said++; said > maxOdd {
			more++
			continue
		}
		if r.Records+r.Unknown > 0 {
			sayReport(a, r)
			continue
		}
		why := r.Error
		if len(r.Problems) > 0 {
			why = r.Problems[0].Message
		}
		fmt.Fprintln(a.Err, safe.Line(fmt.Sprintf("%s (%s): no record in %d bytes; %s", r.Source, r.Kind, r.Bytes, why)))
	}
	if more > 0 {
		fmt.Fprintf(a.Err, "and %d more sources with something odd; --output json lists all\n", more)
	}
}

func sayReport(a *app.App, r kieker.Report) {
	fmt.Fprintln(a.Err, safe.Line(r.String()))
	for _, class := range r.Classes {
		fmt.Fprintf(a.Err, "  no schema for %s: %s, first at %s; give its .irl file with --irl\n", safe.Line(class.Class), quantity.Plural(class.Count, "record", "records"), safe.Line(class.First))
	}
	for _, problem := range r.Problems {
		fmt.Fprintf(a.Err, "  %s\n", safe.Line(problem.Error()))
	}
}

type jsonLines struct {
	mu   sync.Mutex
	out  *bufio.Writer
	line []byte
	err  error
}

// Records writes each record as one line of JSON; the first error of writing is kept.
func (j *jsonLines) Records(batch []kieker.Record) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for i := range batch {
		j.line = append(batch[i].AppendJSON(j.line[:0]), '\n')
		if _, err := j.out.Write(j.line); err != nil && j.err == nil {
			j.err = err
		}
	}
}

// Idle shows what was read while a log that is followed is quiet.
func (j *jsonLines) Idle(time.Time) { _ = j.flush() }

// flush writes what is left in the buffer; the error is the first of all writes.
func (j *jsonLines) flush() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.out.Flush(); err != nil && j.err == nil {
		j.err = err
	}
	if errors.Is(j.err, io.ErrClosedPipe) {
		return nil
	}
	return j.err
}

// Closed does nothing: reports are not among the records.
func (*jsonLines) Closed(kieker.Report) {}
