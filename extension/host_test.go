package extension

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"beagle/extension/wire"
	"beagle/model"
)

// TestMain is also the extension of the tests: "fake" and how it behaves.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "fake" {
		fake(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// fake answers the handshake, and everything else as its behaviour says.
func fake(behaviour string) {
	if behaviour == "exits in the handshake" {
		fmt.Fprintln(os.Stderr, "no licence")
		os.Exit(3)
	}
	answer := func(id *int64, result any) {
		data, _ := json.Marshal(result)
		m := wire.Message{ID: id, Result: data}
		line, _ := m.Line()
		_, _ = os.Stdout.Write(line)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, wire.MaxMessage)
	for in.Scan() {
		m, err := wire.Parse(in.Bytes())
		if err != nil {
			os.Exit(9)
		}
		if m.Method == wire.Initialize {
			answer(m.ID, wire.InitializeResult{Protocol: 1, Name: "fake"})
			continue
		}
		switch behaviour {
		case "answers":
			line, _ := (&wire.Message{Method: wire.Progress, Params: json.RawMessage(`{"text":"half"}`)}).Line()
			_, _ = os.Stdout.Write(line)
			answer(m.ID, "yes")
		case "refuses":
			data, _ := (&wire.Message{ID: m.ID, Error: &wire.Error{Code: 1, Message: "I would rather not"}}).Line()
			_, _ = os.Stdout.Write(data)
		case "crashes":
			fmt.Fprintln(os.Stderr, "Traceback: no such attribute")
			os.Exit(4)
		case "hangs", "hangs but for cancel":
			for behaviour != "hangs" && in.Scan() {
				answer(m.ID, "late")
			}
			select {}
		case "floods":
			line, _ := (&wire.Message{Method: wire.Progress, Params: json.RawMessage(`{"text":"on and on"}`)}).Line()
			for {
				if _, err := os.Stdout.Write(line); err != nil {
					return
				}
			}
		case "writes a long line":
			for {
				if _, err := os.Stdout.Write(bytes.Repeat([]byte("x"), 1<<20)); err != nil {
					return
				}
			}
		case "prints":
			fmt.Println("debug: n = 3")
		case "closes its output":
			_ = os.Stdout.Close()
			select {}
		case "answers another request":
			other := int64(77)
			answer(&other, "yes")
		}
	}
}

func start(t *testing.T, behaviour string) (*Process, error) {
	t.Helper()
	p, _, err := Start(t.Context(), Program{
		Name: "fake", Command: []string{os.Args[0], "fake", behaviour},
		Limits: Limits{Handshake: time.Minute, Cancelled: 200 * time.Millisecond, End: time.Second, Unasked: 100},
	}, wire.InitializeParams{Protocol: wire.Protocol})
	if p != nil {
		t.Cleanup(p.Close)
	}
	return p, err
}

func TestARequestIsAnsweredAndProgressTold(t *testing.T) {
	p, err := start(t, "answers")
	if err != nil {
		t.Fatal(err)
	}
	var answer, progress string
	for range 3 {
		if err := p.Call(t.Context(), "anything", 1, &answer, time.Minute, func(text string) { progress = text }); err != nil {
			t.Fatal(err)
		}
	}
	if answer != "yes" || progress != "half" {
		t.Errorf("answer %q, progress %q", answer, progress)
	}
	if err := p.Call(t.Context(), "anything", 1, new(int), time.Minute, nil); err == nil || !strings.Contains(err.Error(), "not of the right form") {
		t.Errorf("an answer of another form: %v", err)
	}
}

func TestEveryMisbehaviourIsSaidWithTheExtensionsName(t *testing.T) {
	for behaviour, want := range map[string]string{
		"refuses":                 "extension fake: I would rather not",
		"crashes":                 "extension fake: it ended with exit code 4 while it was asked for anything",
		"hangs":                   "extension fake: it did not answer anything within 300ms, nor when that was cancelled, and was ended",
		"hangs but for cancel":    "extension fake: it did not answer within 300ms",
		"floods":                  "extension fake: it sent more than 100 messages that answer nothing, and was ended",
		"writes a long line":      "extension fake: it wrote a line of more than 16 MiB, and was ended",
		"prints":                  "extension fake: it wrote what is no message (invalid character 'd' looking for beginning of value): debug: n = 3, and was ended",
		"closes its output":       "extension fake: it ended by KILL while it was asked for anything",
		"answers another request": "extension fake: it answered a request with the id 77, which nobody waits for, and was ended",
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			p, err := start(t, behaviour)
			if err != nil {
				t.Fatal(err)
			}
			within := time.Minute
			if strings.HasPrefix(behaviour, "hangs") {
				within = 300 * time.Millisecond
			}
			err = p.Call(t.Context(), "anything", 1, new(string), within, nil)
			if err == nil || err.Error() != want {
				t.Errorf("it says %q, want %q", err, want)
			}
			if again := behaviour == "refuses" || behaviour == "hangs but for cancel"; p.Dead() == again {
				t.Errorf("dead: %v", p.Dead())
			}
		})
	}
}

func TestAnExtensionThatExitsInTheHandshakeSaysWhatItLogged(t *testing.T) {
	_, err := start(t, "exits in the handshake")
	var problem model.Problem
	if !errors.As(err, &problem) || problem.Message != "extension fake: it ended with exit code 3 while it was asked for initialize" || problem.Hint != "the last that it logged: no licence" {
		t.Errorf("it says %v, %s", err, problem.Hint)
	}
}

func TestACancelledRequestIsNotWaitedFor(t *testing.T) {
	p, err := start(t, "hangs but for cancel")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Call(ctx, "anything", 1, new(string), time.Minute, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("it says %v", err)
	}
}
