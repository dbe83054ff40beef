// Package cost learns what calls of one method cost as a function of their inputs, without a model: a driver
// measures, the table is learnt as any other is, and where forms disagree the driver measures again, until the
// asked precision is reached or the time is over.
//
// It is what the command cost does, and what knows no terminal. measure/java/driver drives, learn learns.
package cost

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"beagle/internal/quantity"
	"beagle/judge"
	"beagle/learn"
	"beagle/measure/java/classes"
	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/model/expression"
)

// Request says what is to be learnt.
type Request struct {
	Method *driver.Method
	For    time.Duration // of everything
	Seed   uint64
	Unsafe bool   // drive it whatever it could do
	Given  string // class with inputs(Random); empty: inputs are made from types
	Worst  bool   // run the costliest inputs in one more launch
	// Tell gets how far it is, in the goroutine of Learn: at once, before and after each launch, and whenever something
	// was learnt. It is to return soon; nil: nobody wants to know.
	Tell func(Progress)
}

// Result is what was learnt of a method.
type Result struct {
	Method   *driver.Method
	Source   string // of the driver
	Design   driver.Design
	Element  model.Element
	Table    model.Table
	Alike    map[string]string // inputs that had the value of another one in all calls, which is in the table
	Learnt   *learn.Result     // nil: nothing was
	Bytes    *learn.Result     // of the bytes that a call allocates; nil: not known, or no call allocates
	Worst    *Worst            // of the costliest inputs; nil: they were not asked for, or could not be run
	Settled  bool              // all launches reached a steady state
	Share    float64           // of the time that the measuring threads had a processor, the least of a launch
	Fresh    bool              // each call got inputs of its own, since calls change them
	Calls    int64             // measured in steady state
	Launches int
	Problems []model.Problem
}

// Parts of the time: finding inputs, launches, and the longest call, of the whole. A launch has to see every place
// often enough that its steady state is found (some 50 rounds), and five launches tell how launches differ (Georges et
// al., "Statistically rigorous Java performance evaluation", OOPSLA 2007).
const (
	exploring   = 0.2
	launches    = 5
	longestCall = 1.0 / 300
	learning    = 0.1 // of the time, each time

	placesSecond          = 0.4 // places of the design for each second of the time, so that each launch sees all of them often
	fewPlaces, mostPlaces = 8, 24
)

// Learn learns what calls of a method cost. What went wrong is among the result's problems; the error is that of the
// context.
func Learn(ctx context.Context, x *driver.Index, r Request) (Result, error) {
	out := Result{Method: r.Method, Settled: true, Share: 1}
	fail := func(err error) (Result, error) {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		p := model.AsProblem(err, "drive")
		out.Problems = append(out.Problems, p)
		return out, nil
	}
	if what := x.Harm(r.Method); what != "" && !r.Unsafe {
		return fail(model.Problem{
			Severity: model.Error, Rule: "harm", Message: fmt.Sprintf("%s is not driven, since it %s", r.Method, what),
			Hint: fmt.Sprintf("read what it does; to drive it all the same: --unsafe, or in beagle.yaml drive: {allow: [%q]}", x.Shortest(r.Method)),
		})
	}
	work, err := os.MkdirTemp("", "beagle-cost-")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(work)
	l := loop{out: &out, r: r, x: x, start: time.Now()}
	l.tell("finding inputs", 0)
	d, err := x.New(ctx, r.Method, work, r.Given)
	if err != nil {
		return fail(err)
	}
	out.Source = d.Source
	total := r.For.Seconds()
	if out.Design, err = d.Explore(ctx, exploring*total, longest(total), int(min(max(placesSecond*total, fewPlaces), mostPlaces))); err != nil {
		return fail(err)
	}
	refuted, err := l.earlier()
	if err != nil {
		out.Problems = append(out.Problems, model.AsProblem(err, "worst"))
	}
	l.d, l.places, l.total = d, append(slices.Clone(out.Design.Places), refuted...), total
	if err := l.run(ctx); err != nil {
		return fail(err)
	}
	return out, nil
}

// loop measures and learns in turns.
type loop struct {
	out    *Result
	r      Request
	x      *driver.Index
	d      *driver.Driver
	start  time.Time
	places []driver.Place
	total  float64 // seconds

	observations []driver.Observation
}

func (l *loop) left() float64 { return l.total - time.Since(l.start).Seconds() }

// run measures and learns until the forms agree or the time is over.
func (l *loop) run(ctx context.Context) error {
	more := 0
	if l.r.Worst {
		more = 1
	}
	for n := 1; n <= launches; n++ {
		seconds := (l.left() - learning*l.total) / float64(launches+more-n+1)
		if n > 2 && seconds < 1 {
			break
		}
		step := fmt.Sprintf("launch %d of %d: %d places", n, launches, len(l.places))
		l.tell(step, n)
		got, err := l.d.Measure(ctx, l.places, max(seconds-1, 1)) // a JVM starts and ends, too
		if err != nil && n == 1 {
			return err
		}
		if l.takesBack(&got, err) {
			err = nil
		}
		if err != nil {
			l.out.Problems = append(l.out.Problems, model.AsProblem(err, "drive"))
			break
		}
		l.add(n, got)
		l.tell(step, n)
		if n == 1 {
			if err := l.varied(); err != nil {
				return err
			}
		}
		if n == launches-1 || n == launches/2 {
			l.learn(ctx, learning*l.total/2)
			l.ask()
		}
	}
	l.tell("learning", l.out.Launches)
	l.learn(ctx, max(learning*l.total, 2))
	if l.out.Learnt != nil && l.r.Worst {
		l.challenge(ctx)
	}
	if l.out.Learnt != nil {
		l.allocated(ctx, max(learning*l.total/2, 2))
	}
	l.tell("learnt", l.out.Launches)
	if l.out.Learnt == nil {
		return errors.New("nothing could be learnt")
	}
	return nil
}

// varied is the error where no input varied, although inputs have sizes or values: such a mean says nothing about
// others. Single ones that did not vary are problems.
func (l *loop) varied() error {
	moved, _ := table(l.observations)
	var still []string
	for _, p := range l.out.Design.Places {
		for _, v := range p {
			if !slices.Contains(still, v.Name) && l.stays(v) {
				still = append(still, v.Name)
			}
		}
	}
	if dates := dates(l.r.Method); len(dates) > 0 && l.r.Given == "" {
		l.out.Problems = append(l.out.Problems, model.Problem{
			Severity: model.Warning, Rule: "dates", Message: "dates and times have no size: the cost is a mean over values between 2017 and 2027 of " + strings.Join(dates, ", "),
			Hint: l.x.OwnInputs(l.r.Method, l.r.Given),
		})
	}
	if name := lazy(l.r.Method); name != "" {
		l.out.Problems = append(l.out.Problems, model.Problem{
			Severity: model.Warning, Rule: "lazy", Message: "it returns " + name + ", whose elements may be made when others take them, which this cost leaves out",
			Hint: "name a method that takes all of them",
		})
	}
	if l.r.Given != "" && len(moved.Columns) == 0 {
		l.out.Problems = append(l.out.Problems, model.Problem{
			Severity: model.Warning, Rule: "not-varied", Message: "no input has a size that Beagle can tell: the cost is a mean over the rows of " + l.r.Given,
			Hint: "add sizes to each row, behind its arguments: Map.of(\"this.size.VALUE\", n)",
		})
	}
	if len(still) == 0 {
		return nil
	}
	slices.Sort(still)
	p := model.Problem{
		Severity: model.Error, Rule: "not-varied",
		Message: fmt.Sprintf("%s: no input varied: the method refused other values of %s", l.r.Method, strings.Join(quantity.Some(still, 5), ", ")),
		Hint:    l.x.OwnInputs(l.r.Method, l.r.Given),
	}
	if len(moved.Columns) == 0 {
		return p
	}
	p.Severity, p.Message = model.Warning, "not varied, so the formula holds for one value only: "+strings.Join(quantity.Some(still, 5), ", ")
	l.out.Problems = append(l.out.Problems, p)
	return nil
}

// lazy is the type of a result that may do its work after the call; empty: it is another one.
func lazy(m *driver.Method) string {
	_, result, _ := strings.Cut(m.Descriptor, ")")
	switch name := classes.Java(result); {
	case name == "java.util.Iterator", name == "java.util.Enumeration", name == "java.lang.Iterable", strings.HasPrefix(name, "java.util.stream."):
		return name
	}
	return ""
}

func dates(m *driver.Method) (names []string) {
	for i, d := range classes.Parameters(m.Descriptor) {
		if strings.HasPrefix(d, "Ljava/time/") || d == "Ljava/util/Date;" || d == "Ljava/util/Calendar;" {
			names = append(names, m.Names[i])
		}
	}
	return names
}

func (l *loop) stays(v driver.Value) bool {
	for _, p := range l.places {
		if slices.ContainsFunc(p, func(o driver.Value) bool { return o.Name == v.Name && o.To != v.To }) {
			return false
		}
	}
	return true
}

func (l *loop) add(n int, got driver.Launched) {
	for _, o := range got.Observations {
		o.Launch = n
		l.observations = append(l.observations, o)
		l.out.Calls += o.Calls
	}
	l.out.Launches = n
	l.out.Settled = l.out.Settled && got.Settled
	l.out.Fresh = l.out.Fresh || got.Fresh
	l.out.Share = min(l.out.Share, got.Share)
	l.out.Problems = append(l.out.Problems, got.Problems...)
}

// learn learns from all observations, in at most some seconds.
func (l *loop) learn(ctx context.Context, seconds float64) {
	l.out.Table, l.out.Alike = table(l.observations)
	l.out.Element = element(l.r.Method, &l.out.Table)
	limited, cancel := context.WithTimeout(ctx, time.Duration(seconds*float64(time.Second)))
	defer cancel()
	learnt, err := learn.Table(limited, &l.out.Table, model.InternalAction, learn.Options{Seed: l.r.Seed, Element: l.out.Element, ProcessorTimes: true})
	if err != nil {
		l.out.Problems = append(l.out.Problems, model.AsProblem(err, "learn"))
		return
	}
	if learnt.Verdict.Final >= 0 {
		l.out.Learnt = &learnt
	}
}

// Predict is what calls cost at inputs: mean and 90 % interval in CPU seconds, one a row of columns, as Columns makes
// them.
func (r *Result) Predict(columns []model.Column) ([]judge.Interval, error) {
	return judge.Predict(r.Learnt.Data, r.Learnt.Forms(), columns)
}

// Expression is what was learnt, at the level at which its totals are the measured ones; nil: nothing was.
func (r *Result) Expression() expression.Node {
	if r.Learnt == nil || r.Learnt.Verdict.Final < 0 {
		return nil
	}
	return r.Learnt.Written(r.Learnt.Verdict.Final)
}
