package launches

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"beagle/internal/safe"
	"beagle/measure"
	"beagle/measure/observed"
	"beagle/model"
)

// timesVariable names the file in which the runner says when each class ran.
const timesVariable = "BEAGLE_TESTS_TIMES"

// Timed is a launch of tests that says in a file when each class of them ran; others
// stay as they are.
func Timed(l measure.Launch, file string) measure.Launch {
	if slices.Contains(l.Command, runnerClass) {
		l.Env = maps.Clone(l.Env)
		if l.Env == nil {
			l.Env = map[string]string{}
		}
		l.Env[timesVariable] = file
	}
	return l
}

// Ran is a class of tests that has run.
type Ran struct {
	Class          string
	Began, Ended   int64 // ns since 1970
	Passed, Failed int64 // tests
}

// Passes reports whether a class passed at least as many of its tests as failed: of such
// classes a launch does not fail.
func (r Ran) Passes() bool { return r.Passed > 0 && r.Passed >= r.Failed }

// reaches reports whether something was reached while the class ran.
func (r Ran) reaches(spans []observed.Span) bool {
	return slices.ContainsFunc(spans, func(s observed.Span) bool { return s.First <= r.Ended && s.Last >= r.Began })
}

// Reached counts the elements that some of the classes reached. When is in which times each
// element was reached.
func Reached(ran []Ran, when map[model.ElementID][]observed.Span) (n int) {
	for _, spans := range when {
		if slices.ContainsFunc(ran, func(r Ran) bool { return r.reaches(spans) }) {
			n++
		}
	}
	return n
}

// maxTimes bounds what is read of when classes ran.
const maxTimes = 4 << 20

// Times reads when classes ran; none: the launch was none of such tests, or did not get so far.
func Times(file string) (all []Ran) {
	data, err := safe.ReadFile(file, maxTimes)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if len(words) != 5 {
			continue
		}
		var said [4]int64
		var wrong error
		for i := range said {
			n, err := strconv.ParseInt(words[i+1], 10, 64)
			said[i], wrong = n, errors.Join(wrong, err)
		}
		if began, ended := said[0], said[1]; wrong == nil && ended >= began {
			all = append(all, Ran{words[0], began * int64(time.Millisecond), ended * int64(time.Millisecond), said[2], said[3]})
		}
	}
	return all
}

// One more class costs at least what its set-up does, even where it takes no time.
const leastClass = 20 * time.Millisecond

// Few chooses of classes that have run the few that reach nearly everything that all of them
// reached, those first that reach most in their time: each element by one class; where these
// take less than enough, by a second one, since it may give it other inputs. When is in which
// times each element was reached; took is what the chosen ones took.
func Few(ran []Ran, when map[model.ElementID][]observed.Span, enough time.Duration) (classes []string, took time.Duration) {
	reach := make([][]model.ElementID, len(ran))
	wanted := 0 // elements that some class reached
	for _, id := range slices.Sorted(maps.Keys(when)) {
		some := false
		for i, one := range ran {
			if one.reaches(when[id]) {
				reach[i] = append(reach[i], id)
				some = true
			}
		}
		if some {
			wanted++
		}
	}
	times, taken := map[model.ElementID]int{}, make([]bool, len(ran))
	reached := 0
	for _, often := range []int{1, 2} {
		for {
			best, score := -1, 0.0
			for i, one := range ran {
				if taken[i] {
					continue
				}
				gain := 0
				for _, id := range reach[i] {
					if times[id] < often {
						gain++
					}
				}
				lasts := max(time.Duration(one.Ended-one.Began), leastClass)
				if often > 1 && took+lasts > enough || reached >= mostly(wanted) && took+lasts > enough {
					continue
				}
				if s := float64(gain) / lasts.Seconds(); s > score {
					best, score = i, s
				}
			}
			if best < 0 {
				break
			}
			taken[best] = true
			took += time.Duration(ran[best].Ended - ran[best].Began)
			for _, id := range reach[best] {
				if times[id] == 0 {
					reached++
				}
				times[id]++
			}
		}
	}
	for i, one := range ran {
		if taken[i] {
			classes = append(classes, one.Class)
		}
	}
	return classes, took
}

// mostly is how many of so many elements are nearly all.
func mostly(n int) int { return int(math.Ceil(0.95 * float64(n))) }
