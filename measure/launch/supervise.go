package launch

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"time"
)

// SuperviseCommand is the first argument of this program where it is a supervisor.
const SuperviseCommand = "supervise-program"

// A supervisor stands between this process and a program that it started, and shares the program's standard input,
// output and error.
const (
	lifeline = 3 // its descriptor of that pipe
	outcome  = 4 // and of the one on which it says how the program ended
)

// supervision is this process's end of a supervisor's pipes; nil: there is no supervisor.
type supervision struct {
	lifeline, outcome *os.File
	theirs            []*os.File // the supervisor's ends, until it has started

	cut  sync.Once   // closes the lifeline
	late *time.Timer // kills a supervisor that does not end the program, as one that was stopped
}

func (p *Piped) supervised(supervisor []string) error {
	theirLifeline, ours, err := os.Pipe()
	if err != nil {
		return err
	}
	said, theirOutcome, err := os.Pipe()
	if err != nil {
		_, _ = ours.Close(), theirLifeline.Close()
		return err
	}
	p.supervision = &supervision{lifeline: ours, outcome: said, theirs: []*os.File{theirLifeline, theirOutcome}}
	p.supervision.late = time.AfterFunc(math.MaxInt64, func() { p.group.kill() })
	p.cmd.Args = append(append(append([]string{}, supervisor...), p.cmd.Path), p.cmd.Args...)
	p.cmd.Path, p.cmd.ExtraFiles = ownProgram(supervisor[0]), p.supervision.theirs
	return nil
}

func (s *supervision) started() {
	if s == nil {
		return
	}
	for _, end := range s.theirs {
		_ = end.Close()
	}
}

func (s *supervision) end() {
	s.cut.Do(func() {
		_ = s.lifeline.Close()
		s.late.Reset(dying)
	})
}

// ended is how the program ended.
func (s *supervision) ended(supervisor *os.ProcessState) (code int, signal string) {
	code, signal = ending(supervisor)
	if s == nil {
		return code, signal
	}
	s.end()
	s.late.Stop()
	defer s.outcome.Close()
	said := make([]byte, 64)
	n, _ := s.outcome.Read(said)
	kind, value, _ := bytes.Cut(said[:n], []byte(" "))
	switch string(kind) {
	case "exit":
		if number, err := strconv.Atoi(string(value)); err == nil {
			return number, ""
		}
	case "signal":
		return -1, string(value)
	}
	return code, signal
}

func said(code int, signal string) string {
	if signal != "" {
		return "signal " + signal
	}
	return fmt.Sprintf("exit %d", code)
}

// Guard starts a program that waits, by Guarded, for the end of this process, however it ends.
func Guard(command []string) (end func(), err error) {
	guard := exec.Command(command[0], command[1:]...) //nolint:noctx // it is to live as long as this process
	guard.SysProcAttr = ownGroup()                    // what interrupts this one is not meant for it
	in, err := guard.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := guard.Start(); err != nil {
		return nil, err
	}
	return func() {
		_ = in.Close()
		_ = guard.Wait() // it has nothing to say
	}, nil
}

// Guarded is what a guard does.
func Guarded(in io.Reader, work string) {
	_, _ = io.Copy(io.Discard, in)
	EndLeft(work)
}
