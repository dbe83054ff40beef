// Package extension lets programs take part in an analysis that are no part of Beagle.
package extension

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"beagle/extension/wire"
	"beagle/internal/safe"
	"beagle/judge"
	"beagle/model"
	"beagle/run"
)

// maxFailures is how often an extension may be started again after it failed.
const maxFailures = 3

// defaultWithin is how long a request may take where the manifest says nothing.
const defaultWithin = time.Minute

// Extension is an extension that was chosen. Its program runs from its first request on. Its methods may be called
// from several goroutines; requests are asked one after the other.
type Extension struct {
	Found

	mu       sync.Mutex
	process  *Process
	said     wire.InitializeResult
	failures int
	last     error // the latest failure
}

// Version is that of this Beagle, as extensions are told. The command line sets it.
var Version = "dev"

type gaveUpError struct{ error }

func (g gaveUpError) Unwrap() error { return g.error }

// Hello starts the program, where it does not run, and is what it says of itself.
func (x *Extension) Hello(ctx context.Context) (wire.InitializeResult, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	err := x.start(ctx)
	return x.said, err
}

// Call asks the extension.
func (x *Extension) Call(ctx context.Context, method string, params, result any) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.start(ctx); err != nil {
		return err
	}
	return x.failed(x.process.Call(ctx, method, params, result, x.within(), nil))
}

func (x *Extension) within() time.Duration {
	if x.Within > 0 {
		return time.Duration(x.Within * float64(time.Second))
	}
	return defaultWithin
}

func (x *Extension) start(ctx context.Context) error {
	if x.process != nil && !x.process.Dead() {
		return nil
	}
	if x.failures >= maxFailures {
		return gaveUpError{model.Problem{
			Severity: model.Error, Rule: "extension", Message: fmt.Sprintf("extension %s failed %d times and is not asked any more", x.Name, x.failures),
			Hint: "beagle extension check " + x.Name + " says more; the latest failure: " + x.last.Error(),
		}}
	}
	process, said, err := Start(ctx, Program{Name: x.Name, Command: []string{x.Program}, Dir: filepath.Dir(x.Program)},
		wire.InitializeParams{Protocol: wire.Protocol, Beagle: Version, MaxMessage: wire.MaxMessage})
	if err != nil {
		return x.failed(err)
	}
	if err := x.agrees(said); err != nil {
		process.Close()
		return x.failed(err)
	}
	x.process, x.said = process, *said
	return nil
}

func (x *Extension) agrees(said *wire.InitializeResult) error {
	wrong := func(format string, args ...any) error {
		return model.Problem{
			Severity: model.Error, Rule: "extension", Message: fmt.Sprintf("extension %s: ", x.Name) + safe.Line(fmt.Sprintf(format, args...)),
			Hint: "correct the extension, or its manifest " + manifestOf(x.Program),
		}
	}
	switch {
	case said.Protocol != wire.Protocol:
		return wrong("it speaks version %d of the protocol, this Beagle version %d", said.Protocol, wire.Protocol)
	case said.Name != x.Name:
		return wrong("it says that it is %q", said.Name)
	case said.Version != x.Found.Version:
		return wrong("it says that it is version %q, its manifest %q", said.Version, x.Found.Version)
	}
	for _, p := range x.Points {
		if !slices.Contains(said.Points, p) {
			return wrong("its manifest has the point %s, the program has not", p)
		}
	}
	return nil
}

func (x *Extension) failed(err error) error {
	var refusal RefusalError
	if err == nil || errors.As(err, &refusal) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if x.process == nil || x.process.Dead() {
		x.failures++
		x.last = err
	}
	return err
}

// Failures is how often the program has ended by itself or was ended: it has then forgotten what it was told.
func (x *Extension) Failures() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.failures
}

// Has reports whether the extension takes part at a point.
func (x *Extension) Has(p wire.Point) bool { return slices.Contains(x.Points, p) }

// Close ends the program.
func (x *Extension) Close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.process != nil {
		x.process.Close()
	}
}

func (x *Extension) wrong(format string, args ...any) error {
	return model.Problem{
		Severity: model.Error, Rule: "extension", Message: fmt.Sprintf("extension %s: ", x.Name) + safe.Line(fmt.Sprintf(format, args...)),
		Hint: "beagle extension check " + x.Name + " says more",
	}
}

// Grade is the extension as a measure of fitness.
func (x *Extension) Grade(kind model.Kind, proposals []judge.Rated) ([]float64, error) {
	params := wire.GradeParams{Kind: kind.String()}
	for _, p := range proposals {
		params.Proposals = append(params.Proposals, wire.Graded{Text: p.Text, Error: p.Error, Size: p.Size, Depth: p.Depth, Cost: p.Cost})
	}
	var result wire.GradeResult
	if err := x.Call(context.Background(), wire.Grade, params, &result); err != nil {
		return nil, err
	}
	if len(result.Fitness) != len(proposals) {
		return nil, x.wrong("it gave %d grades to %d proposals", len(result.Fitness), len(proposals))
	}
	for i, f := range result.Fitness {
		if math.IsNaN(f) {
			result.Fitness[i] = math.Inf(1)
		}
	}
	return result.Fitness, nil
}

// Notify tells that a run has ended.
func (x *Extension) Notify(ctx context.Context, ended run.Ended) error {
	return x.Call(ctx, wire.Notify, wire.NotifyParams(ended), &wire.NotifyResult{})
}

// Report is a run's result in the extension's form.
func (x *Extension) Report(ctx context.Context, result json.RawMessage) (string, error) {
	var report wire.ReportResult
	if err := x.Call(ctx, wire.Report, wire.ReportParams{Result: result}, &report); err != nil {
		return "", err
	}
	if strings.TrimSpace(report.Text) == "" {
		return "", x.wrong("its report is empty")
	}
	return report.Text, nil
}
