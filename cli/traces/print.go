package traces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces"
	"beagle/traces/kieker"
)

func end(ctx context.Context, a *app.App, f flags, engine *traces.Engine, sources []kieker.Report) error {
	result := engine.Result()
	if f.forward == "-" {
		if err := traces.Pipe(a.Out, engine); err != nil {
			return fmt.Errorf("write reduced traces: %w", err)
		}
	}
	if err := printResult(a, f, result, sources); err != nil {
		return err
	}
	if err := f.exported(context.WithoutCancel(ctx), a); err != nil {
		return err
	}
	return a.EndedBy(ctx)
}

// save writes reduced traces whole or not at all.
func save(path string, r traces.Result) error {
	out, err := os.CreateTemp(filepath.Dir(path), ".beagle-*")
	if err != nil {
		return fmt.Errorf("save reduced traces: %w", err)
	}
	defer os.Remove(out.Name())
	err = errors.Join(traces.Write(out, r), out.Sync(), out.Close())
	if err == nil {
		err = os.Rename(out.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("save reduced traces: %w", err)
	}
	return nil
}

func printResult(a *app.App, f flags, r traces.Result, sources []kieker.Report) error {
	if f.save != "" {
		if err := save(f.save, r); err != nil {
			return err
		}
	}
	write := f.view.Write
	switch {
	case f.one != nil:
		write = func(out io.Writer, r traces.Result, sources []kieker.Report) error {
			return f.one.Write(out, f.view, r, sources)
		}
	case f.view.All, f.forward == "-": // they are printed already, or standard output is a pipe's
		write = func(io.Writer, traces.Result, []kieker.Report) error { return nil }
	case f.every > 0 && f.forward == "":
		write = f.view.Line
	}
	if err := write(a.Out, r, sources); err != nil {
		var problem model.Problem
		if errors.As(err, &problem) {
			return err
		}
		return fmt.Errorf("print traces: %w", err)
	}
	if f.profile.path != "" {
		if err := f.profile.write(f.view, f.one, r); err != nil {
			return err
		}
	}
	books := f.view.BooksOf(&r, sources)
	if a.JSON() && f.view.Kind == "classes" {
		return Balance(&books) // all of this is part of the document
	}
	for _, note := range r.Notes() {
		fmt.Fprintln(a.Err, note)
	}
	if f.one != nil && (a.Output != app.Text || f.view.Kind != "trace") { // else it is said already
		for _, note := range f.one.Note() {
			fmt.Fprintln(a.Err, safe.Line(note))
		}
	}
	sayOdd(a, sources)
	if r.Records > 0 && r.Events == 0 && len(f.merge) == 0 {
		fmt.Fprintln(a.Err, "no record tells of an operation, so there are no traces; beagle kieker cat shows the records, and beagle export --kieker makes traces of those that Beagle's own probes wrote")
	}
	if r.Backward > 0 {
		fmt.Fprintln(a.Err, safe.Line(fmt.Sprintf("%d executions end before they begin; they count as 0 ns", r.Backward)))
	}
	return Balance(&books)
}
