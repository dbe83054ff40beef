package extension

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"beagle/extension"
	"beagle/extension/wire"
)

// Outcome is how a case went.
type Outcome struct {
	Point  wire.Point    `json:"point,omitempty"`  // empty: of every extension
	Case   string        `json:"case"`             // what was tried
	OK     bool          `json:"ok"`               // the extension did what it has to
	Detail string        `json:"detail,omitempty"` // what was wrong; else what is worth knowing
	Took   time.Duration `json:"took_ns"`          // how long the case took
}

type testCase struct {
	point wire.Point
	name  string
	run   func(context.Context, *session) (string, error)
}

type session struct {
	x       *extension.Extension
	program extension.Program
	process *extension.Process
	said    wire.InitializeResult
	folder  string // for files of cases
}

// Run puts an extension to the test. Folder is where cases may write.
func Run(ctx context.Context, found extension.Found, folder string) (outcomes []Outcome) {
	s := &session{
		x: &extension.Extension{Found: found}, folder: folder,
		program: extension.Program{Name: found.Name, Command: []string{found.Program}, Dir: filepath.Dir(found.Program)},
	}
	defer s.close()
	for _, c := range cases {
		if c.point != "" && !s.x.Has(c.point) {
			continue
		}
		begin := time.Now()
		detail, err := "", s.ready(ctx)
		if err == nil {
			detail, err = c.run(ctx, s)
		}
		o := Outcome{Point: c.point, Case: c.name, OK: err == nil, Detail: detail, Took: time.Since(begin)}
		if err != nil {
			o.Detail = err.Error()
		}
		outcomes = append(outcomes, o)
		if ctx.Err() != nil {
			break
		}
	}
	return outcomes
}

func (s *session) ready(ctx context.Context) error {
	if s.process != nil && !s.process.Dead() {
		return nil
	}
	process, said, err := extension.Start(ctx, s.program, wire.InitializeParams{Protocol: wire.Protocol, Beagle: extension.Version, MaxMessage: wire.MaxMessage})
	if err != nil {
		return err
	}
	s.process, s.said = process, *said
	return nil
}

func (s *session) close() {
	s.x.Close()
	if s.process != nil {
		s.process.Close()
	}
}

func (s *session) call(ctx context.Context, method string, params, result any) error {
	return s.process.Call(ctx, method, params, result, time.Minute, nil)
}

func (s *session) lives(ctx context.Context) error {
	err := s.process.Call(ctx, "beagle/no-such-method", struct{}{}, new(any), 5*time.Second, nil)
	var refusal extension.RefusalError
	switch {
	case err == nil:
		return errors.New("it answered a method that there is not with a result; it must be an error")
	case errors.As(err, &refusal):
		return nil
	}
	return err
}

func wrong(format string, args ...any) error { return fmt.Errorf(format, args...) }
