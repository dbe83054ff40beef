package launch

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"beagle/measure/launch/load"
	"beagle/model"
)

// Server is how a program is run that does not end by itself.
type Server struct {
	Ready Ready         // how to see that the program takes requests
	Load  []string      // command that uses it; empty: Workload does or, without one, somebody else, For long
	For   time.Duration // at most; 0: until Load has ended
	Stop  []string      // command that has it end; empty: TERM

	Workload *load.Workload // requests that use it, For long after their warm-up
}

// Ready says when a server can be used: when everything that is given here holds.
type Ready struct {
	Port    int           // it takes connections on this machine
	Log     string        // it wrote this text
	Command []string      // this command ends well
	Within  time.Duration // at most; 0: a minute
}

const (
	defaultWithin = time.Minute
	pollEvery     = 100 * time.Millisecond
	// stopping is how long a server may take to end behind its stop command, and that command itself.
	stopping = 15 * time.Second
)

// Start runs a program as a server or, where server is nil, to its own end.
func Start(ctx context.Context, spec Spec, server *Server) (r Result, err error) {
	began := time.Now()
	if server == nil {
		r, err = Run(ctx, spec)
	} else {
		r, err = Serve(ctx, spec, *server)
	}
	r.Took = time.Since(began)
	return r, err
}

// Serve runs a program as a server.
func Serve(ctx context.Context, spec Spec, server Server) (Result, error) {
	if err := server.free(ctx, &spec); err != nil {
		return Result{}, err
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	s := &serving{spec: spec, server: server, terminate: stop, ended: make(chan struct{})}
	log := &finder{text: server.Ready.Log, found: make(chan struct{})}
	s.log = log.found
	spec.Wrote = log.write
	go func() {
		defer close(s.ended)
		s.result, s.err = Run(running, spec)
	}()
	failed := s.ready(ctx)
	if failed == nil {
		failed = s.use(ctx)
	}
	s.stop(ctx)
	if s.err != nil {
		return s.result, s.err
	}
	if s.asked && ctx.Err() == nil { // however it ended: it was to
		s.result.ExitCode, s.result.Signal, s.result.Stopped, s.result.Problems = 0, "", false, warnings(s.result.Problems)
	}
	s.result.Problems = append(s.result.Problems, s.problems...)
	return s.result, failed
}

type serving struct {
	spec      Spec
	server    Server
	terminate context.CancelFunc
	log       chan struct{} // closed once it wrote what it is ready by
	ended     chan struct{} // closed once result and err are there
	result    Result
	err       error
	asked     bool // to end
	problems  []model.Problem
}

func (s *Server) free(ctx context.Context, spec *Spec) error {
	if s.Ready.Port == 0 || !answers(ctx, s.Ready.Port) {
		return nil
	}
	return problem(spec, fmt.Sprintf("something answers on port %d already, before the program is started", s.Ready.Port),
		"stop what listens there (a server that an earlier launch left?), or use another port")
}

func answers(ctx context.Context, port int) bool {
	dialer := net.Dialer{Timeout: time.Second}
	for _, host := range []string{"127.0.0.1", "::1"} {
		connection, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		if err == nil {
			_ = connection.Close()
			return true
		}
	}
	return false
}

func (s *serving) ready(ctx context.Context) error {
	r := s.server.Ready
	within := r.Within
	if within <= 0 {
		within = defaultWithin
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for _, condition := range []struct {
		wanted bool
		holds  func() bool
		words  string
	}{
		{r.Log != "", func() bool { return done(s.log) }, fmt.Sprintf("it did not write %q", r.Log)},
		{r.Port != 0, func() bool { return answers(ctx, r.Port) }, fmt.Sprintf("nothing listens on port %d", r.Port)},
		{len(r.Command) > 0, func() bool { return s.succeeds(ctx) }, "the command " + printable(strings.Join(r.Command, " ")) + " did not end well"},
	} {
		for condition.wanted && !condition.holds() {
			select {
			case <-s.ended:
				return s.early("it ended before it was ready")
			case <-ctx.Done():
				if cause := context.Cause(ctx); cause != context.DeadlineExceeded { //nolint:errorlint // its own
					return cause
				}
				return problem(&s.spec, fmt.Sprintf("it was not ready within %s: %s", within, condition.words), s.output("correct ready: or give it more time (ready: {within: 3m})"))
			case <-time.After(pollEvery):
			}
		}
	}
	if done(s.ended) {
		return s.early("it ended before it was ready")
	}
	return nil
}

func (s *serving) succeeds(ctx context.Context) bool {
	result, err := Run(ctx, Spec{Name: s.spec.title() + ": ready", Command: s.server.Ready.Command, Dir: s.spec.Dir, Env: s.spec.Env})
	return err == nil && result.OK()
}

func (s *serving) use(ctx context.Context) error {
	if s.server.Workload != nil {
		return s.request(ctx)
	}
	if s.server.For > 0 {
		limited, cancel := context.WithTimeout(ctx, s.server.For)
		defer cancel()
		if len(s.server.Load) == 0 {
			select {
			case <-s.ended:
				return s.early(fmt.Sprintf("it ended by itself before %s were over", s.server.For))
			case <-limited.Done():
				return ctx.Err()
			}
		}
		return s.load(ctx, limited)
	}
	return s.load(ctx, ctx)
}

func (s *serving) request(ctx context.Context) error {
	limited, cancel := s.whileItRuns(ctx)
	defer cancel()
	var files load.Files
	if s.spec.Output != "" {
		files = load.Files{Requests: s.beside("-requests.csv"), Summary: s.beside("-load.log")}
	}
	for _, p := range s.server.Workload.Run(limited, s.server.For, files) {
		p.Message = s.spec.title() + ": load: " + p.Message
		s.problems = append(s.problems, p)
	}
	if ctx.Err() == nil && done(s.ended) {
		return s.early("it ended by itself while load used it")
	}
	return ctx.Err()
}

func (s *serving) beside(ending string) string {
	return strings.TrimSuffix(s.spec.Output, ".log") + ending
}

// whileItRuns ends with the context, and with the server: a load without a server need not go on.
func (s *serving) whileItRuns(ctx context.Context) (context.Context, context.CancelFunc) {
	limited, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-s.ended:
			cancel()
		case <-limited.Done():
		}
	}()
	return limited, cancel
}

func (s *serving) load(ctx, limited context.Context) error {
	limited, cancel := s.whileItRuns(limited)
	defer cancel()
	spec := Spec{Name: s.spec.title() + ": load", Command: s.server.Load, Dir: s.spec.Dir, Env: s.spec.Env}
	if s.spec.Output != "" {
		spec.Output = s.beside("-load.log")
	}
	result, err := Run(limited, spec)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case done(s.ended):
		return s.early("it ended by itself while load used it")
	case err != nil:
		return err
	case result.Stopped: // its time was over
		return nil
	case !result.OK():
		failure := result.Problems[0]
		failure.Message += "; what was recorded until then is kept"
		s.problems = append(s.problems, failure)
	}
	s.problems = append(s.problems, warnings(result.Problems)...)
	return nil
}

func (s *serving) stop(ctx context.Context) {
	if done(s.ended) {
		return
	}
	s.asked = true
	if len(s.server.Stop) > 0 && ctx.Err() == nil {
		limited, cancel := context.WithTimeout(ctx, stopping)
		result, err := Run(limited, Spec{Name: s.spec.title() + ": stop", Command: s.server.Stop, Dir: s.spec.Dir, Env: s.spec.Env, Grace: time.Second})
		hung := limited.Err() != nil
		cancel()
		why := ""
		switch {
		case ctx.Err() != nil:
		case err != nil:
			why = "could not be run: " + err.Error()
		case hung:
			why = fmt.Sprintf("did not end within %s", stopping)
		case !result.OK():
			why = fmt.Sprintf("ended with exit code %d", result.ExitCode)
			if s.endsWithin(ctx, time.Second) { // before it could answer
				return
			}
		case s.endsWithin(ctx, stopping):
			return
		default:
			why = fmt.Sprintf("ended well, but the program still ran %s later", stopping)
		}
		if why != "" && ctx.Err() == nil {
			p := problem(&s.spec, "the stop command "+why+", so the program was ended by TERM", "correct stop:, or leave it out: TERM is the default")
			p.Severity = model.Warning
			s.problems = append(s.problems, p)
		}
	}
	s.terminate()
	<-s.ended
	if s.result.Signal == "KILL" {
		p := problem(&s.spec, "it did not end by TERM and was killed, so the last things that it recorded may be missing", "give it a stop: command that ends it")
		p.Severity = model.Warning
		s.problems = append(s.problems, p)
	}
}

func (s *serving) endsWithin(ctx context.Context, atMost time.Duration) bool {
	select {
	case <-s.ended:
		return true
	case <-ctx.Done():
	case <-time.After(atMost):
	}
	return false
}

func (s *serving) early(what string) error {
	how := fmt.Sprintf(", with exit code %d", s.result.ExitCode)
	if s.result.Signal != "" {
		how = ", by signal " + s.result.Signal
	}
	if s.err != nil {
		return s.err
	}
	s.result.Problems = warnings(s.result.Problems) // which would say the same
	return problem(&s.spec, what+how, s.output(""))
}

func (s *serving) output(hint string) string {
	if s.spec.Output == "" {
		return hint
	}
	return strings.TrimPrefix(hint+"; its output is in "+s.spec.Output, "; ")
}

func warnings(problems []model.Problem) (kept []model.Problem) {
	for _, p := range problems {
		if p.Severity != model.Error {
			kept = append(kept, p)
		}
	}
	return kept
}

func done(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

type finder struct {
	text  string
	found chan struct{}
	once  sync.Once
	rest  string // the last bytes, in which the text may begin
}

func (f *finder) write(data []byte) {
	if f.text == "" {
		return
	}
	all := f.rest + string(data)
	if strings.Contains(all, f.text) {
		f.once.Do(func() { close(f.found) })
		f.text = ""
		return
	}
	f.rest = all[max(0, len(all)-len(f.text)+1):]
}
