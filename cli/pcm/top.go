package pcm

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/predict"
	"beagle/run"
	"beagle/run/folder"
	"beagle/tui"
)

type spot struct {
	At      *float64         `json:"at,omitempty"`     // value of the input with a range
	Seconds float64          `json:"seconds"`          // of a run
	Before  *float64         `json:"before,omitempty"` // seconds of a run without --demand
	Top     []predict.Where  `json:"top"`              // actions, the longest first
	Beyond  []predict.Beyond `json:"beyond,omitempty"`
	// Unmeasured are inputs beyond what was measured, where the forms that fit agree.
	Unmeasured []predict.Beyond `json:"unmeasured,omitempty"`
}

// ranking is the JSON of "beagle top".
type ranking struct {
	Version int    `json:"version"`
	Spots   []spot `json:"spots"` // one, or one for each value of the range
}

// NewTop is "beagle top": which actions of a model take the time.
func NewTop(a *app.App) *cobra.Command {
	var f flags
	c := &cobra.Command{
		Use:   "top [FOLDER, FILES or RUN]",
		Short: "Show which actions of a model take the time, at given inputs",
		Long: `Show which actions of a model take the time of a run, the longest first: of its
usage model, or of one service at given inputs; of a RUN, those of the model that
it wrote; without any, of the latest run of the project in this folder. With a range of one input it shows
where one action overtakes another, and where inputs leave the measured range.
With --demand actions are imagined to be faster or slower, and what a run then takes
is said beside what it takes. On a terminal it is the what-if screen, on which keys
change inputs and loads; a range, --demand, --print and --output json print.`,
		Example: `  beagle top model/ --service FileUpload.upload --at content.BYTESIZE=1000..1000000 --at type.VALUE=TEXT
  beagle top model/ --demand index=0.5`,
		RunE: func(c *cobra.Command, args []string) error {
			f.question.Models = args
			id := strings.Join(args, "")
			if _, missing := os.Stat(id); missing != nil && len(args) <= 1 {
				if err := f.of(id); err != nil {
					return err
				}
			}
			return top(c.Context(), a, &f)
		},
	}
	c.Flags().StringVar(&f.question.Service, "service", "", "this service alone: Component.service, or the id of its SEFF")
	c.Flags().StringArrayVar(&f.inputs, "at", nil, "characterisation of a parameter of the service, e.g. file.BYTESIZE=1000; of one of them a range, 1000..100000; again for each")
	f.demands(c.Flags())
	c.Flags().BoolVar(&f.print, "print", false, "print the answer on a terminal, too, instead of the screen")
	c.Flags().Uint64Var(&f.question.Seed, "seed", 1, "seed of the random numbers")
	f.level, f.question.Precision = string(predict.Auto), 0.01
	return a.Prints(a.WithOutputs(c, app.Text, app.JSON), ranking{})
}

func (f *flags) of(id string) error {
	found, err := folder.Find(id)
	if err != nil {
		if id == "" {
			return app.Exit(app.NoRun, err)
		}
		return app.Exit(app.NoRun, fmt.Errorf("%s is no file, no folder and no run: %w", safe.Line(id), err))
	}
	cfg, err := folder.Settings(found.ID())
	if err != nil {
		return err
	}
	file := cmp.Or(cfg.Output.File, run.Calibrated(cfg.Model))
	if cfg.Output.InPlace {
		file = cfg.Model
	}
	f.question.Models, f.question.From = predict.Beside(cfg.Model), file
	if f.question.Content, err = os.ReadFile(file); err != nil {
		return app.Hinted(fmt.Errorf("run %s has written no model: %w", found.ID(), err), "beagle apply "+found.ID()+" writes it")
	}
	return nil
}

func top(ctx context.Context, a *app.App, f *flags) error {
	over := model.Variable{}
	var sweep predict.Sweep
	for i, text := range f.inputs {
		name, span, _ := strings.Cut(text, "=")
		if !strings.Contains(span, "..") {
			continue
		}
		var err error
		if sweep, err = predict.ParseSweep("rate=" + span); err != nil {
			return app.Usage("%q is no range: write file.BYTESIZE=1000..100000", text)
		}
		if over, err = model.ParseVariable(name); err != nil {
			return app.Usage("%w", err)
		}
		f.inputs = append(f.inputs[:i:i], f.inputs[i+1:]...)
		break
	}
	if over.Name != "" && f.question.Service == "" {
		return app.Usage("--at is for --service; the usage model has inputs of its own")
	}
	err := f.read()
	if err != nil {
		return err
	}
	if a.Screens() && over.Name == "" && !f.print && len(f.demand) == 0 {
		return tui.WhatIf(ctx, filepath.Base(strings.TrimRight(f.question.Models[0], "/\\")), f.question, true)
	}
	ask := func(q predict.Question) ([]predict.Point, error) {
		if over.Name != "" {
			return predict.Spots(ctx, q, over, sweep)
		}
		answer, err := predict.Predict(ctx, q)
		if answer != nil && err != nil {
			a.WarnAll(answer.Problems) // they say why
		}
		return []predict.Point{{Answer: answer}}, err
	}
	points, err := ask(f.question)
	if err != nil {
		return err
	}
	spots := spotsOf(points, over.Name != "")
	if len(f.demand) > 0 {
		as := f.question
		as.Change.Demand = nil
		before, err := ask(as)
		if err != nil {
			return err
		}
		for i, b := range spotsOf(before, false) {
			spots[i].Before = &b.Seconds
		}
	}
	a.WarnAll(points[len(points)-1].Answer.Outside())
	if a.JSON() {
		return a.PrintJSON(ranking{1, spots})
	}
	s := &app.Sheet{Width: a.Width()}
	writeSpots(s, over.String(), spots)
	for _, o := range predict.Overtakes(points) {
		s.Fold(fmt.Sprintf("%s overtakes %s between %s and %s", safe.Line(o.Now.Label()), safe.Line(o.Was.Label()), quantity.Short(o.From), quantity.Short(o.To)), 2)
	}
	_, err = fmt.Fprint(a.Out, s.String())
	return err
}

// spotsOf ranks the actions at each point; ranged: at a value of an input.
func spotsOf(points []predict.Point, ranged bool) []spot {
	spots := make([]spot, len(points))
	for i, p := range points {
		spots[i] = spot{Top: p.Answer.Top(), Beyond: p.Answer.Beyond, Unmeasured: p.Answer.Unmeasured}
		if ranged {
			spots[i].At = &points[i].Load
		}
		for _, w := range spots[i].Top {
			spots[i].Seconds += w.Seconds
		}
	}
	return spots
}

func writeSpots(s *app.Sheet, over string, spots []spot) {
	if spots[0].At == nil {
		rows := [][]string{{"action", "share", "time", "times"}}
		for i := range spots[0].Top {
			w := &spots[0].Top[i]
			rows = append(rows, []string{safe.Line(w.Label()), quantity.Percent(w.Share), quantity.Seconds(w.Seconds), quantity.Short(w.PerRun)})
		}
		s.Table(rows)
		if b := spots[0].Before; b != nil {
			s.Fold(fmt.Sprintf("a run takes %s in place of %s: %.3g times as long", quantity.Seconds(spots[0].Seconds), quantity.Seconds(*b), spots[0].Seconds / *b), 2)
		}
		return
	}
	rows := [][]string{{safe.Line(over), "time", "first", "share", "second", "share", ""}}
	for i := range spots {
		p := &spots[i]
		row := []string{strconv.FormatFloat(*p.At, 'g', 4, 64), quantity.Seconds(p.Seconds)}
		if p.Before != nil {
			row[1] += " in place of " + quantity.Seconds(*p.Before)
		}
		for k := range min(2, len(p.Top)) {
			row = append(row, safe.Line(p.Top[k].Label()), quantity.Percent(p.Top[k].Share))
		}
		if beyond := append(p.Beyond[:len(p.Beyond):len(p.Beyond)], p.Unmeasured...); len(beyond) > 0 {
			row = append(append(row, make([]string, 6-len(row))...), "measured up to "+safe.Line(beyond[0].Input)+" = "+quantity.Short(beyond[0].Most))
		}
		rows = append(rows, row)
	}
	s.Table(rows)
}
