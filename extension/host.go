package extension

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"beagle/extension/wire"
	"beagle/internal/safe"
	"beagle/measure/launch"
	"beagle/model"
)

// Limits of a conversation. Tests use shorter ones.
type Limits struct {
	Handshake time.Duration // of initialize
	Cancelled time.Duration // until a cancelled request must be answered
	End       time.Duration // until the program must have ended after its input has
	Unasked   int           // messages within one request that answer nothing
}

// Usual are the limits that are kept where nobody says others.
var Usual = Limits{Handshake: time.Minute, Cancelled: 2 * time.Second, End: 2 * time.Second, Unasked: 10_000}

// Supervisor is the command of this program as a supervisor (launch.Supervise).
var Supervisor []string

// Program says what to start.
type Program struct {
	Name    string   // of the extension, for messages
	Command []string // without a shell
	Dir     string   // working folder
	Limits  Limits   // zero: Usual
}

// Process is an extension that runs, in a process group of its own. It answers requests, each with a deadline. A
// program that crashes, hangs, floods or talks nonsense is ended; the error has its name and the last that it wrote
// on standard error. One goroutine at a time may call its methods.
type Process struct {
	program  Program
	piped    *launch.Piped
	messages chan incoming
	stopped  chan struct{} // closed when nobody reads messages any more
	drained  sync.WaitGroup
	log      *tail
	last     int64 // id of the latest request
	dead     error // why it cannot be asked any more
}

type incoming struct {
	message *wire.Message
	err     error
}

// Start starts a program and shakes hands with it.
func Start(ctx context.Context, program Program, hello wire.InitializeParams) (*Process, *wire.InitializeResult, error) {
	if program.Limits == (Limits{}) {
		program.Limits = Usual
	}
	piped, err := launch.StartPiped(launch.Spec{Name: "extension " + program.Name, Command: program.Command, Dir: program.Dir}, Supervisor)
	if err != nil {
		return nil, nil, err
	}
	p := &Process{program: program, piped: piped, messages: make(chan incoming), stopped: make(chan struct{}), log: &tail{}}
	p.drained.Go(p.read)
	p.drained.Go(func() { _, _ = io.Copy(p.log, piped.Err) })
	var answer wire.InitializeResult
	if err := p.Call(ctx, wire.Initialize, hello, &answer, program.Limits.Handshake, nil); err != nil {
		p.Close()
		return nil, nil, err
	}
	return p, &answer, nil
}

func (p *Process) read() {
	reader := wire.NewReader(p.piped.Out)
	for {
		message, err := reader.Read()
		select {
		case p.messages <- incoming{message, err}:
		case <-p.stopped:
			err = io.EOF
		}
		if err != nil {
			_, _ = io.Copy(io.Discard, p.piped.Out) // it may have more to say: it is not to hang on that
			return
		}
	}
}

// Call sends a request and waits for its answer, at most for a time. Progress is told what the extension says of how
// far it is; it may be nil. An error that the extension answered with is a RefusalError; after every other one it has
// ended.
func (p *Process) Call(ctx context.Context, method string, params, result any, within time.Duration, progress func(string)) error {
	if p.dead != nil {
		return p.dead
	}
	data, err := json.Marshal(params)
	if err != nil {
		return err
	}
	p.last++
	request := wire.Message{ID: &p.last, Method: method, Params: data}
	line, err := request.Line()
	if err != nil {
		return p.problem(err.Error(), "narrow the analysis with select:")
	}
	sent := make(chan struct{})
	go func() {
		_, _ = p.piped.In.Write(line)
		close(sent)
	}()
	answer, err := p.wait(ctx, method, within, sent, progress)
	if err != nil {
		return err
	}
	if answer.Error != nil {
		return RefusalError{p.program.Name, method, safe.Line(answer.Error.Message)}
	}
	if err := json.Unmarshal(answer.Result, result); err != nil {
		return p.problem(fmt.Sprintf("its answer to %s is not of the right form: %s", method, safe.Line(err.Error())), "beagle extension schema says what it may be")
	}
	return nil
}

// Disturb sends what is no message, as a test does. What the extension says to it is found by the next request.
func (p *Process) Disturb(line string) error {
	_, err := io.WriteString(p.piped.In, line)
	return err
}

// wait waits for the answer to the latest request.
func (p *Process) wait(ctx context.Context, method string, within time.Duration, sent <-chan struct{}, progress func(string)) (*wire.Message, error) {
	deadline := time.NewTimer(within)
	defer deadline.Stop()
	ended := ctx.Done()
	var over error // why nobody waits for the answer any more
	for unasked := 0; ; {
		select {
		case <-sent: // where that failed, the program ends, which reading says better
			sent = nil
		case <-ended:
			ended = nil
			if over == nil {
				over = ctx.Err()
				p.cancel(sent)
				deadline.Reset(p.program.Limits.Cancelled)
			}
		case <-deadline.C:
			if over != nil {
				err := p.end(fmt.Sprintf("it did not answer %s within %v, nor when that was cancelled", method, within))
				if ctx.Err() != nil {
					err = ctx.Err()
				}
				return nil, err
			}
			over = RefusalError{p.program.Name, method, fmt.Sprintf("it did not answer within %v", within)}
			p.cancel(sent)
			deadline.Reset(p.program.Limits.Cancelled)
		case in := <-p.messages:
			if in.err != nil {
				return nil, p.broken(in.err, method)
			}
			m := in.message
			switch {
			case m.Method == "" && m.ID != nil && *m.ID == p.last:
				return m, over
			case m.Method == "" && m.ID != nil:
				return nil, p.end(fmt.Sprintf("it answered a request with the id %d, which nobody waits for", *m.ID))
			}
			if unasked++; unasked > p.program.Limits.Unasked {
				return nil, p.end(fmt.Sprintf("it sent more than %d messages that answer nothing", p.program.Limits.Unasked))
			}
			p.unasked(m, progress)
		}
	}
}

func (p *Process) unasked(m *wire.Message, progress func(string)) {
	if m.Method != wire.Progress || progress == nil {
		return // of another version of the protocol
	}
	var said wire.ProgressParams
	if json.Unmarshal(m.Params, &said) == nil {
		progress(safe.Line(said.Text[:min(len(said.Text), 200)]))
	}
}

// cancel tells the program that nobody waits for the latest request.
func (p *Process) cancel(sent <-chan struct{}) {
	if sent != nil {
		return
	}
	data, err := json.Marshal(wire.CancelParams{ID: p.last})
	if err != nil {
		return
	}
	message := wire.Message{Method: wire.Cancel, Params: data}
	if line, err := message.Line(); err == nil {
		go func() { _, _ = p.piped.In.Write(line) }() // it ends with the program at the latest
	}
}

func (p *Process) broken(err error, method string) error {
	if errors.Is(err, io.EOF) || errors.Is(err, os.ErrClosed) {
		p.stop()
		return p.dying(fmt.Sprintf("it ended %s while it was asked for %s", p.piped.Wait(), method))
	}
	return p.end(err.Error())
}

func (p *Process) end(why string) error {
	p.piped.Kill()
	p.stop()
	return p.dying(why + ", and was ended")
}

func (p *Process) dying(why string) error {
	hint := "its own log says nothing"
	if last := p.log.lines(); last != "" {
		hint = "the last that it logged: " + last
	}
	p.dead = p.problem(why, hint)
	return p.dead
}

func (p *Process) stop() {
	_ = p.piped.In.Close()
	close(p.stopped)
	killTimer := time.AfterFunc(p.program.Limits.End, p.piped.Kill)
	defer killTimer.Stop()
	p.drained.Wait()
	p.piped.Wait()
}

// Close ends the program.
func (p *Process) Close() {
	if p.dead == nil {
		p.dead = p.problem("it was ended", "")
		p.stop()
	}
}

// Dead reports whether the program cannot be asked any more.
func (p *Process) Dead() bool { return p.dead != nil }

func (p *Process) problem(message, hint string) error {
	return model.Problem{Severity: model.Error, Rule: "extension", Message: fmt.Sprintf("extension %s: %s", p.program.Name, message), Hint: hint}
}

// RefusalError is an error that an extension answered with; it goes on.
type RefusalError struct {
	Name, Method, Message string // the extension, what it was asked, and what it said against it
}

func (r RefusalError) Error() string {
	return fmt.Sprintf("extension %s: %s", r.Name, strings.TrimSuffix(r.Message, "."))
}

// tail keeps the last bytes of what an extension writes on standard error.
type tail struct {
	mu   sync.Mutex
	last []byte
}

const tailBytes = 2 << 10

func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = append(t.last, data[max(0, len(data)-tailBytes):]...)
	t.last = t.last[max(0, len(t.last)-tailBytes):]
	return len(data), nil
}

func (t *tail) lines() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.last)), "\n")
	return safe.Line(strings.Join(lines[max(0, len(lines)-3):], " | "))
}
