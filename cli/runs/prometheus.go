package runs

import (
	"bufio"
	"io"
	"math"
	"time"

	"beagle/internal/exposition"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
	"beagle/run/ended"
)

// exportMetrics writes how a run went and what it learnt, in Prometheus' text format.
func exportMetrics(to io.Writer, id string) error {
	r, err := ended.Find(id)
	if err != nil {
		return err
	}
	defer r.Close()
	s := r.Snapshot()
	out := bufio.NewWriter(to)
	metrics(&exposition.Page{Out: out}, &s)
	return out.Flush()
}

// metrics labels everything with the model, which stays the same from run to run, so that a series goes on; only
// beagle_run_info has the run's id.
func metrics(p *exposition.Page, s *run.Snapshot) {
	of := []string{"model", safe.Line(s.Model)}
	p.Gauge("beagle_run_info", "The run and its state; always 1.", 1, append(of[:2:2], "run", s.Run, "state", string(s.State))...)
	p.Gauge("beagle_run_start_time_seconds", "When the run began, since 1970.", float64(s.Started.UnixMilli())/1000, of...)
	p.Gauge("beagle_run_elapsed_seconds", "Time since the start, without pauses.", time.Duration(s.Elapsed).Seconds(), of...)
	p.Gauge("beagle_run_measured_seconds", "Of the elapsed time, spent in launches of the program.", time.Duration(s.Measured).Seconds(), of...)
	p.Gauge("beagle_run_launches", "Launches that have ended.", float64(s.LaunchesDone), of...)
	p.Gauge("beagle_run_records", "Records of all launches.", float64(s.Records), of...)
	p.Gauge("beagle_run_lost_records", "Records that are known to be lost.", float64(s.Lost), of...)
	p.Head("beagle_run_problems", "Problems of the run, by severity.", "gauge")
	for _, severity := range []model.Severity{model.Error, model.Warning} {
		n := 0
		for i := range s.Problems {
			if s.Problems[i].Severity == severity {
				n++
			}
		}
		p.Value("beagle_run_problems", float64(n), append(of[:2:2], "severity", string(severity))...)
	}
	p.Head("beagle_run_elements", "Elements of the model that were measured, by verdict.", "gauge")
	verdicts := run.VerdictsOf(s.Elements)
	for _, verdict := range run.Trusts {
		p.Value("beagle_run_elements", float64(verdicts[verdict]), append(of[:2:2], "verdict", string(verdict))...)
	}
	each := func(name, help string, value func(*run.ElementState) float64) {
		p.Head(name, help, "gauge")
		for i := range s.Elements {
			if e := &s.Elements[i]; !math.IsNaN(value(e)) {
				p.Value(name, value(e), append(of[:2:2], "element", string(e.ID), "kind", e.Kind.String(), "component", safe.Line(e.Component), "service", safe.Line(e.Service), "name", safe.Line(e.Name))...)
			}
		}
	}
	each("beagle_element_observations", "Observations of an element.", func(e *run.ElementState) float64 { return float64(e.Samples) })
	each("beagle_element_noise_ratio", "Relative difference of observations with equal inputs.", func(e *run.ElementState) float64 { return known(e.Noise) })
	each("beagle_element_error_ratio", "Median relative error of the expression on launches that did not teach it; of a branch the share of decisions said wrongly.", func(e *run.ElementState) float64 {
		switch {
		case e.HeldOut != nil:
			return float64(e.HeldOut.Error)
		case e.Best != nil:
			return float64(e.Best.Error)
		}
		return math.NaN()
	})
}

// known is NaN for a negative number, which stands for an unknown one.
func known(x float64) float64 {
	if x < 0 {
		return math.NaN()
	}
	return x
}
