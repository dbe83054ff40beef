package attached

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"beagle/internal/quantity"
	"beagle/measure/java/driver"
	"beagle/model"
)

type reader struct {
	file  *os.File
	rest  string // of a line that is not there as a whole
	found *Found
	in    bool   // the probes are in
	left  bool   // the agent has left
	error string // why it could not work
}

func (r *reader) follow(ctx context.Context, jvm *JVM, order Order, stop func() error, tell func(*Found)) error {
	const look = 100 * time.Millisecond // as often as the agent writes
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	limit := time.Now().Add(starting)
	done := ctx.Done()
	for {
		gone := jvm.gone()
		if err := r.read(); err != nil {
			return err
		}
		if tell != nil {
			tell(r.found)
		}
		switch {
		case r.error != "":
			return problem(jvm, r.error, "")
		case r.left:
			return r.unmatched(jvm, order)
		case gone && !r.in:
			return problem(jvm, errGone.Error()+" before the probes were in", "start the program again, and attach")
		case gone:
			r.warn("the program ended after %s of measuring: what was measured until then counts", r.found.Lasted.Round(time.Second/10))
			return nil
		case time.Now().After(limit) && done == nil:
			return problem(jvm, fmt.Sprintf("the agent was told to leave %s ago and has not", starting), "it leaves by itself when its time is over; else restart the program")
		case time.Now().After(limit) && !r.in:
			return problem(jvm, fmt.Sprintf("the agent did not begin within %s", starting), "see what the program writes to its standard error")
		case r.in && done != nil && time.Now().After(limit.Add(order.For)):
			return problem(jvm, "the agent does not leave, although its time is over", "see whether the program is stopped (state T in ps)")
		}
		select {
		case <-done:
			done, limit = nil, time.Now().Add(starting)
			if err := stop(); err != nil && !jvm.gone() {
				return err
			}
		case <-ticker.C:
		}
	}
}

func (r *reader) warn(format string, values ...any) {
	r.found.Problems = append(r.found.Problems, model.Problem{Severity: model.Warning, Rule: "attach", Message: fmt.Sprintf(format, values...)})
}

func (r *reader) unmatched(jvm *JVM, order Order) error {
	if len(r.found.Watched) > 0 {
		return nil
	}
	hint := "write Class.method, a class or a package of classes that the program has used already: a class is loaded at its first use"
	for _, p := range r.found.Problems {
		if p.Rule == "unmatched" && p.Hint != "" {
			hint = p.Hint
		}
		if p.Rule == "refused" {
			return p
		}
	}
	return problem(jvm, "no loaded class has a method with a body of this name: "+strings.Join(order.Methods, ", "), hint)
}

func (r *reader) read() error {
	in := bufio.NewReader(r.file)
	for {
		text, err := in.ReadString('\n')
		if err == io.EOF {
			r.rest += text
			return nil
		}
		if err != nil {
			return err
		}
		r.line(strings.Split(strings.TrimSuffix(r.rest+text, "\n"), "\t"))
		r.rest = ""
	}
}

func (r *reader) line(words []string) {
	number := func(i int) int64 {
		if i >= len(words) {
			return 0
		}
		x, _ := strconv.ParseFloat(words[i], 64) // what is no number is nothing that was counted
		return int64(x)
	}
	words = append(words, make([]string, max(0, 6-len(words)))...) // of a line that is too short nothing is known
	var watched *Watched
	if id := number(1); id >= 0 && id < int64(len(r.found.Watched)) {
		watched = r.found.Watched[id]
	}
	switch words[0] {
	case "method":
		m := driver.Method{Class: strings.ReplaceAll(words[2], ".", "/"), Name: words[3], Descriptor: words[4]}
		if words[5] != "" {
			m.Names = strings.Split(words[5], ",")
		}
		r.found.Watched = append(r.found.Watched, &Watched{Method: m})
	case "in":
		r.in, r.found.Classes, r.found.GoingIn = true, int(number(2)), time.Duration(number(3))
	case "call":
		if watched != nil {
			watched.Observations = append(watched.Observations, driver.Observation{Launch: 1, Inputs: driver.SeenOf(words[4:]), Seconds: float64(number(2)) / 1e9, Calls: 1})
			if words[3] == "wall" {
				watched.Wall++
			}
		}
	case "count":
		if watched != nil {
			watched.Counted = number(2)
		}
	case "second":
		r.found.Lasted += time.Duration(number(1))
		r.found.Overhead += time.Duration(number(2))
		r.found.CPU += time.Duration(number(3))
	case "dropped":
		if watched != nil {
			share, _ := strconv.ParseFloat(words[3], 64)
			watched.Problems = append(watched.Problems, model.Problem{
				Severity: model.Warning, Rule: "budget",
				Message: fmt.Sprintf("counting its calls alone would take %s of a processor, so its probes were taken out after %s calls", quantity.Percent(share), quantity.Count(number(2))),
				Hint:    "give a larger --overhead, or name the method that calls it",
			})
		}
	case "unmatched":
		p := model.Problem{Severity: model.Warning, Rule: "unmatched", Message: "no loaded class has a method with a body of this name: " + words[1]}
		if words[2] != "" {
			p.Hint = "loaded classes of such a name: " + words[2]
		}
		r.found.Problems = append(r.found.Problems, p)
	case "refused":
		r.found.Problems = append(r.found.Problems, model.Problem{
			Severity: model.Warning, Rule: "refused", Message: fmt.Sprintf("class %s gets no probes: %s", words[1], words[2]),
		})
	case "stays":
		r.found.Problems = append(r.found.Problems, model.Problem{
			Severity: model.Error, Rule: "stays", Message: fmt.Sprintf("class %s keeps its probes, which do nothing any more: %s", words[1], words[2]),
			Hint: "restart the program when you can",
		})
	case "busy":
		r.error = "another Beagle measures in it"
	case "failed":
		r.error = "the agent failed: " + words[1]
	case "left":
		r.left = true
	}
}
