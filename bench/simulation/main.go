// Command simulation puts predictions beside those of SimuLizar and of theory,
// for the small models of which SimuLizar's results are recorded, as a table in
// Markdown, with how long each prediction takes:
//
//	go run ./bench/simulation [-models ../shared/data/pcm/simulated]
//
// results.csv there has a line for each response time: name, scenario (or
// scenario/operation), n, mean, median, p90, sd, theory, note, theory_sd,
// half_width_95, ... The models lie in models/NAME. SimuLizar took 8 s for a run.
package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"beagle/predict"
)

func main() {
	log.SetFlags(0)
	folder := flag.String("models", "../shared/data/pcm/simulated", "folder with results.csv and models")
	precision := flag.Float64("precision", 0.01, "half width of the 95 % interval of each mean, relative, at which a prediction stops")
	flag.Parse()
	if err := table(*folder, *precision); err != nil {
		log.Fatal(err)
	}
}

// model is what is said of one model: the largest of the relative differences of
// all of its response times.
type model struct {
	name     string
	times    int
	theory   farthest // from theory
	theirs   farthest // SimuLizar from theory
	mean     farthest // from SimuLizar
	interval float64  // of SimuLizar's mean, relative: the widest
	p90      farthest // from SimuLizar
	took     time.Duration
	answer   *predict.Answer
}

// farthest is the relative difference that is farthest from 0; NaN: there is none.
type farthest struct{ off float64 }

func (f *farthest) see(got, want float64) {
	if off := got/want - 1; !math.IsNaN(off) && !math.IsInf(off, 0) && !(math.Abs(f.off) >= math.Abs(off)) {
		f.off = off
	}
}

// String is the largest deviation in percent with its sign; empty where there was none.
func (f farthest) String() string {
	if math.IsNaN(f.off) {
		return ""
	}
	return fmt.Sprintf("%+.1f %%", 100*f.off)
}

func table(folder string, precision float64) error {
	file, err := os.Open(filepath.Join(folder, "results.csv"))
	if err != nil {
		return err
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if err != nil {
		return err
	}
	var models []*model
	for _, row := range rows[1:] {
		at := slices.IndexFunc(models, func(m *model) bool { return m.name == row[0] })
		if at < 0 {
			m, err := predicted(folder, row[0], precision)
			if err != nil {
				return err
			}
			at, models = len(models), append(models, m)
		}
		models[at].compare(row)
	}
	fmt.Println("| model | response times | off theory | SimuLizar off theory | mean off SimuLizar | its 95 % interval | p90 off SimuLizar | ms |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	good, all, took, slowest := 0, 0, time.Duration(0), time.Duration(0)
	for _, m := range models {
		fmt.Printf("| %s | %d | %v | %v | %v | ±%.1f %% | %v | %.0f |\n",
			m.name, m.times, m.theory, m.theirs, m.mean, 100*m.interval, m.p90, 1000*m.took.Seconds())
		all++
		if !(math.Abs(m.theory.off) > 0.02) {
			good++
		}
		took, slowest = took+m.took, max(slowest, m.took)
	}
	fmt.Printf("\n%d of %d models within 2 %% of theory in all response times; %.1f s in all, %.2f s a model on average, %.2f s the slowest\n",
		good, all, took.Seconds(), took.Seconds()/float64(all), slowest.Seconds())
	return nil
}

func predicted(folder, name string, precision float64) (*model, error) {
	nothing := farthest{math.NaN()}
	m := &model{name: name, theory: nothing, theirs: nothing, mean: nothing, p90: nothing}
	begun := time.Now()
	var err error
	m.answer, err = predict.Predict(context.Background(), predict.Question{
		Models: []string{filepath.Join(folder, "models", name)}, Seed: 1, Precision: precision,
	})
	m.took = time.Since(begun)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

func (m *model) compare(row []string) {
	got := m.answer.Find(row[1])
	if got == nil || got.Mean == nil || got.P90 == nil {
		return
	}
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return math.NaN()
		}
		return x
	}
	m.times++
	mean, p90, theory, half := number(row[3]), number(row[5]), number(row[7]), number(row[10])
	m.theory.see(*got.Mean, theory)
	m.theirs.see(mean, theory)
	m.mean.see(*got.Mean, mean)
	m.p90.see(*got.P90, p90)
	m.interval = max(m.interval, half/mean)
}
