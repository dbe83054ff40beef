package launch

import (
	"fmt"
	"io"
	"os/exec"
	"sync"
)

// Piped is a program that somebody speaks to over its standard input and output.
type Piped struct {
	In  io.WriteCloser // the program's standard input; closing it asks the program to end
	Out io.ReadCloser  // the program's standard output
	Err io.ReadCloser  // the program's standard error; it has to be read, or the program blocks

	cmd         *exec.Cmd
	group       group
	supervision *supervision
	once        sync.Once
	code        int
	signal      string
}

// StartPiped starts a program. Of the spec Name, Command, Dir and Env count. Supervisor is the command of a
// supervisor (SuperviseCommand), with which nothing of the program survives this process; nil: none. The error is a
// model.Problem.
func StartPiped(spec Spec, supervisor []string) (*Piped, error) {
	path, err := find(&spec)
	if err != nil {
		return nil, err
	}
	mark := newMark()
	p := &Piped{}
	p.cmd = &exec.Cmd{Path: path, Args: spec.Command, Dir: spec.Dir, Env: environment(spec.Env, mark), SysProcAttr: ownGroup()}
	if p.In, err = p.cmd.StdinPipe(); err == nil {
		if p.Out, err = p.cmd.StdoutPipe(); err == nil {
			p.Err, err = p.cmd.StderrPipe()
		}
	}
	if err == nil && supervisor != nil {
		err = p.supervised(supervisor)
	}
	if err == nil {
		err = p.cmd.Start()
		p.supervision.started()
	}
	if err != nil {
		return nil, problem(&spec, "it could not be started: "+plain(err), "")
	}
	p.group = group{leader: p.cmd.Process.Pid, mark: mark}
	return p, nil
}

// Kill ends the program and all it started, at once. What it wrote until then can still be read.
func (p *Piped) Kill() {
	if p.supervision != nil {
		p.supervision.end()
		return
	}
	p.group.kill()
}

// Wait waits until the program has ended, kills what it left behind, and says how it ended: "with exit code 3", "by
// KILL". Its output must have been read to the end before.
func (p *Piped) Wait() string {
	p.once.Do(func() {
		_ = p.cmd.Wait() // the state says how it ended
		p.code, p.signal = p.supervision.ended(p.cmd.ProcessState)
		p.group.clear(settle, settle)
	})
	if p.signal != "" {
		return "by " + p.signal
	}
	return fmt.Sprintf("with exit code %d", p.code)
}
