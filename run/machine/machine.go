// Package machine is the way to another machine, on which a whole analysis runs: by the system's ssh, or by a command
// of the user's such as docker exec.
package machine

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"beagle/internal/hash"
	"beagle/internal/safe"
	"beagle/internal/shell"
	"beagle/model"
	"beagle/run"
)

// Command is the hidden command of Beagle's program on the other machine.
const Command = "machine"

// Link is a way to another machine, with Beagle's program there.
type Link struct {
	Say func(string) // told what a person should know meanwhile

	at   run.There
	key  string // of the project, in the folder there
	base string // Beagle's folder there
}

// LostError is a connection that ended too early, or did not begin. It can be tried again.
type LostError struct{ model.Problem }

func (l LostError) Unwrap() error { return l.Problem }

// Open reaches the machine of an analysis and puts Beagle's program there, where it is missing.
func Open(ctx context.Context, at run.There, project string, terminal bool, say func(string)) (*Link, error) {
	host, _ := os.Hostname()
	l := &Link{Say: say, at: at, key: hash.Digest([]byte(host + "\x00" + project))[:12]}
	if runtime.GOOS == "windows" {
		return nil, l.problem("Beagle on Windows cannot measure on another machine", "run beagle there, or from Linux, macOS or WSL")
	}
	have, err := l.greet(ctx)
	if lost := (LostError{}); terminal && at.Host != "" && errors.As(err, &lost) && lost.Rule == refused {
		login := l.ssh(ctx, "-o", "BatchMode=no", "--", at.Host, "true")
		login.Stdin, login.Stdout, login.Stderr = os.Stdin, os.Stderr, os.Stderr
		if err := login.Run(); err != nil {
			return nil, lost
		}
		have, err = l.greet(ctx)
	}
	if err == nil && !have {
		l.Say("Beagle's program goes to " + at.String())
		err = l.Retry(ctx, Patience, func() error { return l.install(ctx) })
	}
	return l, err
}

func (l *Link) String() string { return l.at.String() }

// Tree is the folder there in which files of this machine have the paths that they have here.
func (l *Link) Tree() string { return l.base + "/" + l.key + "/tree" }

// State is the folder there for the state of runs.
func (l *Link) State() string { return l.base + "/" + l.key + "/state" }

func (l *Link) problem(message, hint string) model.Problem {
	return model.Problem{Severity: model.Error, Rule: "machine", Message: message, Hint: hint}
}

func (l *Link) greet(ctx context.Context) (have bool, err error) {
	_, sum, err := program()
	if err != nil {
		return false, err
	}
	dir := `"${XDG_CACHE_HOME:-$HOME/.cache}"`
	if rest, ok := strings.CutPrefix(l.at.Dir, "~/"); ok {
		dir = `"$HOME"/` + shell.Quote(rest)
	} else if l.at.Dir != "" {
		dir = shell.Quote(l.at.Dir)
	}
	said, err := l.script(ctx, nil, "umask 077; mkdir -p "+dir+"/beagle-remote/bin && cd "+dir+"/beagle-remote && echo beagle && pwd -P && uname -sm && "+
		"if test -x bin/"+sum+"; then echo have; else echo none; fi")
	if err != nil {
		return false, err
	}
	if i := slices.Index(said, "beagle"); i < 0 || len(said) < i+4 || !filepath.IsAbs(said[i+1]) {
		return false, l.problem(l.String()+" answers something else than was asked: "+safe.Clip(strings.Join(said, " ")), "a command given there must run in a POSIX shell: try \"echo beagle\" there")
	} else {
		said = said[i+1:]
	}
	l.base = said[0]
	system := strings.NewReplacer("x86_64", "amd64", "aarch64", "arm64", " ", "/").Replace(strings.ToLower(said[1]))
	if here := runtime.GOOS + "/" + runtime.GOARCH; system != here {
		return false, l.problem(fmt.Sprintf("%s is %s, and this program is for %s", l, safe.Line(system), here), "install Beagle there from the release's files, and run it there: it needs no desktop, and goes on when the connection ends")
	}
	return said[2] == "have", nil
}

func program() (path, sum string, err error) {
	path, err = os.Executable()
	if err == nil {
		sum, err = programSum()
	}
	return path, sum, err
}

var programSum = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	return hash.DigestFile(path)
})

// install sends Beagle's program, which gets its name only when it is whole.
func (l *Link) install(ctx context.Context) error {
	path, sum, err := program()
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	reader, writer := io.Pipe()
	go func() {
		packed, _ := gzip.NewWriterLevel(writer, gzip.BestSpeed)
		_, err := io.Copy(packed, file)
		_ = writer.CloseWithError(errors.Join(err, packed.Close()))
	}()
	said, err := l.script(ctx, reader, "umask 077; cd "+shell.Quote(l.base)+"/bin && t="+sum+".$$ && trap 'rm -f \"$t\"' EXIT && gzip -dc >\"$t\" && "+
		"s=$( (sha256sum \"$t\" || shasum -a 256 \"$t\") 2>/dev/null | cut -d' ' -f1 ) && test \"$s\" = "+sum+" && chmod 700 \"$t\" && mv \"$t\" "+sum+" && echo put")
	if err == nil && !slices.Contains(said, "put") {
		err = LostError{l.problem("Beagle's program did not come to "+l.String()+" as it left", "")}
	}
	return err
}

func (l *Link) script(ctx context.Context, in io.Reader, script string) ([]string, error) {
	c := l.command(ctx, script)
	var out, said bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = in, &out, &said
	if err := c.Run(); err != nil && !errors.Is(err, exec.ErrWaitDelay) { // the command ended well then, and a shared connection goes on
		return nil, l.lost(err, said.String())
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n"), nil
}

func (l *Link) command(ctx context.Context, script string) *exec.Cmd {
	words := []string{"sh", "-c", script}
	var c *exec.Cmd
	if l.at.Host != "" {
		c = l.ssh(ctx, "--", l.at.Host, shell.Join(words))
	} else {
		var all []string
		for _, word := range l.at.Template() {
			if word == "{}" {
				all = append(all, words...)
			} else {
				all = append(all, strings.ReplaceAll(word, "{}", shell.Join(words)))
			}
		}
		c = exec.CommandContext(ctx, all[0], all[1:]...)
	}
	c.WaitDelay = time.Second // the shared connection of ssh keeps standard error open
	return c
}

func (l *Link) ssh(ctx context.Context, words ...string) *exec.Cmd {
	all := []string{
		"-T", "-o", "ConnectTimeout=15", "-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3", "-o", "LogLevel=ERROR",
	}
	shared := filepath.Join(xdg.CacheHome, "beagle", "ssh-"+hash.Digest([]byte(l.at.Host))[:12])
	if len(shared) < 80 && os.MkdirAll(filepath.Dir(shared), 0o700) == nil { // ssh adds to it, and a socket's path is short
		all = append(all, "-o", "ControlMaster=auto", "-o", "ControlPersist=10m", "-o", "ControlPath="+shared)
	}
	if !slices.Contains(words, "BatchMode=no") {
		all = append(all, "-o", "BatchMode=yes")
	}
	return exec.CommandContext(ctx, "ssh", append(all, words...)...)
}

// refused is the rule of a log-in that needs a person.
const refused = "machine-login"

func (l *Link) lost(err error, said string) error {
	line := ""
	for one := range strings.SplitSeq(said, "\n") {
		if one = strings.TrimSpace(one); one != "" {
			line = safe.Clip(one)
		}
	}
	if line == "" {
		line = err.Error()
	}
	p := l.problem("the connection to "+l.String()+" failed: "+line, "try there: "+l.at.Try())
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(said, word) })
	}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		p.Hint = "install it here: Beagle reaches other machines by it"
		return p
	case has("No space left", "Disk quota exceeded"):
		p.Message, p.Hint = "the disk of "+l.String()+" is full: "+line, "make room there, or set machine.dir to a folder on another disk"
		return p
	case has("Permission denied (", "Host key verification failed", "HOST IDENTIFICATION HAS CHANGED", "Too many authentication failures"):
		p.Rule, p.Message = refused, l.String()+" does not let you in: "+line
		p.Hint = "log in once with \"" + l.at.Try() + "\"; on a terminal, beagle run --check asks for passwords and host keys"
	case has("Could not resolve"):
		p.Message, p.Hint = l.String()+" is not known: "+line, "correct machine.host, or name the host in ~/.ssh/config"
	case has("Connection refused", "timed out", "No route to host", "unreachable"):
		p.Message, p.Hint = l.String()+" cannot be reached: "+line, "is it switched on, and its sshd? A port other than 22 stands in ~/.ssh/config"
	case has("Permission denied", "Read-only file system"):
		p.Message, p.Hint = "Beagle cannot write there: "+line, "set machine.dir to a folder of yours on "+l.String()
		return p
	}
	return LostError{p}
}

// Patience is how long a step that makes no progress is tried again.
const Patience = time.Minute

// Retry does something until the connection lasts for it, or until the patience is over; 0: there is no end to it.
func (l *Link) Retry(ctx context.Context, patience time.Duration, do func() error) error {
	said := false
	for since := time.Now(); ; {
		began := time.Now()
		err := do()
		lost := LostError{}
		if !errors.As(err, &lost) || ctx.Err() != nil || lost.Rule == refused && patience > 0 {
			return err
		}
		if time.Since(began) > 3*time.Second { // it got on
			since, said = time.Now(), false
		}
		if patience > 0 && time.Since(since) > patience {
			return err
		}
		if !said {
			said = true
			l.Say(lost.Message + "; trying again")
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Second):
		}
	}
}

// Talk is Beagle's program there, spoken to by its standard streams.
type Talk struct {
	io.WriteCloser
	*bufio.Reader

	link *Link
	c    *exec.Cmd
	said bytes.Buffer
}

// Start starts Beagle's program there with an order.
func (l *Link) Start(ctx context.Context, order ...string) (t *Talk, err error) {
	_, sum, err := program()
	if err != nil {
		return nil, err
	}
	words := append([]string{"exec", "env", "XDG_STATE_HOME=" + l.State(), "XDG_CACHE_HOME=" + l.base + "/cache", l.base + "/bin/" + sum, Command}, order...)
	t = &Talk{link: l, c: l.command(ctx, shell.Join(words))}
	t.c.Stderr = &t.said
	if t.WriteCloser, err = t.c.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := t.c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	t.Reader = bufio.NewReaderSize(out, 64<<10)
	if err := t.c.Start(); err != nil {
		return nil, l.lost(err, "")
	}
	return t, nil
}

// Answer is what Beagle's program answers: a JSON object a line.
type Answer struct {
	Error *model.Problem  `json:"error,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

// Hear reads an answer; into may be nil.
func (t *Talk) Hear(into any) error {
	line, err := t.ReadBytes('\n')
	if err != nil {
		return t.Lost(err)
	}
	var a Answer
	if err := json.Unmarshal(line, &a); err != nil {
		return t.link.problem(t.link.String()+" answers something else than was asked: "+safe.Clip(string(line)), "try there: "+t.link.at.Try())
	}
	if a.Error != nil {
		return t.there(*a.Error)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(a.Value, into)
}

// Lost ends the talk, and says why it broke off: in the words of the program there, where it has said any.
func (t *Talk) Lost(err error) error {
	if p := (model.Problem{}); errors.As(err, &p) {
		return err
	}
	defer t.hangUp().Stop()
	var a Answer
	if line, read := t.ReadBytes('\n'); read == nil && json.Unmarshal(line, &a) == nil && a.Error != nil {
		return t.there(*a.Error)
	}
	if ended := t.c.Wait(); ended != nil {
		err = ended
	}
	return t.link.lost(err, t.said.String())
}

func (t *Talk) there(p model.Problem) error {
	p.Message = "on " + t.link.String() + ": " + safe.Line(p.Message)
	return p
}

// Strict reads and writes what cannot go on when the connection ends: that is a LostError then.
type Strict struct{ *Talk }

func (s Strict) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil {
		err = s.Lost(err)
	}
	return n, err
}

// WriteTo hides that of the reader, which knows no LostError.
func (s Strict) WriteTo(to io.Writer) (int64, error) { return io.Copy(to, struct{ io.Reader }{s}) }

func (s Strict) Write(p []byte) (int, error) {
	n, err := s.WriteCloser.Write(p)
	if err != nil {
		err = s.Lost(err)
	}
	return n, err
}

func (t *Talk) hangUp() *time.Timer {
	_ = t.WriteCloser.Close()
	return time.AfterFunc(2*time.Second, t.Kill)
}

// Kill ends the talk at once.
func (t *Talk) Kill() { _ = t.c.Process.Kill() }

// Close ends the talk; the program there ends, too.
func (t *Talk) Close() error {
	defer t.hangUp().Stop()
	return t.c.Wait()
}

// Ask gives an order and hears one answer.
func (l *Link) Ask(ctx context.Context, into any, order ...string) error {
	t, err := l.Start(ctx, order...)
	if err != nil {
		return err
	}
	defer t.Close()
	return t.Hear(into)
}

// Conn is a talk as a connection.
type Conn struct{ *Talk }

// LocalAddr implements net.Conn.
func (Conn) LocalAddr() net.Addr { return &net.UnixAddr{} }

// RemoteAddr implements net.Conn.
func (Conn) RemoteAddr() net.Addr { return &net.UnixAddr{} }

// SetDeadline implements net.Conn: ssh notices itself when nobody answers.
func (Conn) SetDeadline(time.Time) error { return nil }

// SetReadDeadline implements net.Conn.
func (Conn) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline implements net.Conn.
func (Conn) SetWriteDeadline(time.Time) error { return nil }
