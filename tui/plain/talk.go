// Package plain is the screens without a screen: questions and answers, line by
// line, for people who read with a screen reader or a braille line, and for
// terminals that cannot move their cursor. It is used where ACCESSIBLE is set.
//
// Nothing is drawn with lines or blocks, nothing is redrawn, and every question
// says which answers there are and which one an empty line gives.
package plain

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"beagle/internal/safe"
	"beagle/tui/text"
)

// Talk is a conversation with a person.
type Talk struct {
	out     io.Writer
	in      *bufio.Scanner
	lines   chan string
	reading bool // a line was asked for that has not come
}

// longest is the longest line that is read.
const longest = 64 << 10

// ErrNobody is returned when the input ends before the conversation does.
var ErrNobody = errors.New("the input ended; nothing more was done")

// New is a conversation over a pair of streams. It reads while it waits for an answer, and not beyond, so that a screen
// may follow on the same terminal.
func New(in io.Reader, out io.Writer) *Talk {
	t := &Talk{out: safe.Terminal(out), in: bufio.NewScanner(in), lines: make(chan string, 1)}
	t.in.Buffer(nil, longest)
	return t
}

// line is where the next line comes, once; it is closed where the input ends.
func (t *Talk) line() <-chan string {
	if !t.reading {
		t.reading = true
		go t.read()
	}
	return t.lines
}

// read reads one line. It stays until that comes: a read of a terminal cannot be interrupted.
func (t *Talk) read() {
	if t.in.Scan() {
		t.lines <- strings.TrimSpace(t.in.Text())
	} else {
		close(t.lines)
	}
}

// say prints one line; everything in it was made safe before.
func (t *Talk) say(format string, args ...any) { fmt.Fprintf(t.out, format+"\n", args...) }

// Tell prints one line of somebody else's.
func (t *Talk) Tell(said string) { t.say("%s", text.Safe(said)) }

// ask asks for a line of text; an empty one gives the default.
func (t *Talk) ask(ctx context.Context, question, standard string) (string, error) {
	if standard != "" {
		question += " (empty: " + text.Safe(standard) + ")"
	}
	fmt.Fprintf(t.out, "%s: ", question)
	select {
	case line, open := <-t.line():
		t.reading = !open
		if !open {
			return "", ErrNobody
		}
		if line == "" {
			return standard, nil
		}
		return line, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// answer is one of the answers to a question.
type answer struct{ key, word string }

// choose asks until one of the answers is given; the first is the default.
func (t *Talk) choose(ctx context.Context, question string, answers ...answer) (string, error) {
	words := make([]string, len(answers))
	for i, a := range answers {
		words[i] = a.key + " " + a.word
	}
	for {
		line, err := t.ask(ctx, question+" "+strings.Join(words, ", "), answers[0].key)
		if err != nil {
			return "", err
		}
		for _, a := range answers {
			if strings.EqualFold(line, a.key) || strings.EqualFold(line, a.word) {
				return a.key, nil
			}
		}
		t.say("There is no answer %q here.", text.Safe(line))
	}
}

// Yes asks a question that is answered by yes or no; an empty line is yes.
func (t *Talk) Yes(ctx context.Context, question string) (bool, error) {
	said, err := t.choose(ctx, question, answer{"y", "yes"}, answer{"n", "no"})
	return said == "y", err
}

// Pick asks for one of several, by its number; -1: none of them.
func (t *Talk) Pick(ctx context.Context, question string, rows []string) (at int, err error) {
	for i, row := range rows {
		t.say("%d: %s.", i+1, text.Safe(row))
	}
	for {
		line, err := t.ask(ctx, question+" A number, or 0 to leave", "0")
		if err != nil {
			return -1, err
		}
		if n, err := strconv.Atoi(line); err == nil && n >= 0 && n <= len(rows) {
			return n - 1, nil
		}
		t.say("There is no answer %q here.", text.Safe(line))
	}
}

// Some asks which of several are taken, by their numbers; an empty line takes those that are proposed.
func (t *Talk) Some(ctx context.Context, question string, rows []string, proposed []bool) ([]bool, error) {
	var numbers []string
	for i, row := range rows {
		t.say("%d: %s.", i+1, text.Safe(row))
		if proposed[i] {
			numbers = append(numbers, strconv.Itoa(i+1))
		}
	}
	for {
		line, err := t.ask(ctx, question+" Numbers such as 1 3 4, all or none", cmp.Or(strings.Join(numbers, " "), "none"))
		if err != nil {
			return nil, err
		}
		if taken, ok := numbered(line, len(rows)); ok {
			return taken, nil
		}
		t.say("There is no answer %q here.", text.Safe(line))
	}
}

// numbered are the rows that a line names; false: it says something else.
func numbered(line string, of int) ([]bool, bool) {
	taken := make([]bool, of)
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(word)
		switch {
		case err == nil && n >= 1 && n <= of:
			taken[n-1] = true
		case strings.EqualFold(line, "all"):
			return slices.Repeat([]bool{true}, of), true
		default:
			return taken, strings.EqualFold(line, "none")
		}
	}
	return taken, line != ""
}

// Path asks for a project; empty: for none.
func (t *Talk) Path(ctx context.Context) (string, error) {
	return t.ask(ctx, "Folder with a beagle.yaml, a model or Java sources, or a model (empty: none)", "")
}
