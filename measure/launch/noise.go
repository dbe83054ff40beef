package launch

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"beagle/internal/quantity"
)

// Noise is what else there was on the machine during a launch. What could not be found out is zero or empty.
type Noise struct {
	Launch    int32   `json:"launch"`               // number of the launch
	Machine   string  `json:"machine,omitempty"`    // name of the machine where it ran; empty: that of the run
	Cores     int     `json:"cores"`                // processors that this process may use, as Go counts them
	Running   float64 `json:"running"`              // tasks that ran or wanted to, on average, our own and the program's too
	Own       float64 `json:"own,omitempty"`        // of these, our own and those of the program and what it started
	Waited    float64 `json:"waited,omitempty"`     // share of the time in which some task waited for a processor (Linux' PSI)
	Steal     float64 `json:"steal,omitempty"`      // share of the processors' time that the hypervisor gave to others
	Throttled float64 `json:"throttled,omitempty"`  // share of the time in which our control group was throttled
	Governor  string  `json:"governor,omitempty"`   // of the processors' frequency
	Turbo     string  `json:"turbo,omitempty"`      // on, off
	HugePages string  `json:"huge_pages,omitempty"` // setting of transparent huge pages: always, madvise, never

	// Reference is what a piece of work that is always the same took during the launch, in ns.
	Reference time.Duration `json:"reference,omitempty"`

	// What the program's own runtime system did, as shares of the program's time.
	Collected float64 `json:"collected,omitempty"`
	Compiled  float64 `json:"compiled,omitempty"` // see Collected
}

// Runtime notes what the program's runtime system did in the time that the program lasted; 0: that is not known.
func (n *Noise) Runtime(collected, compiled, lasted time.Duration) {
	n.Collected, n.Compiled = share(collected.Seconds(), lasted.Seconds()), share(compiled.Seconds(), lasted.Seconds())
}

const (
	manyWaited = 0.25
	manyStolen = 0.02
	fewOthers  = 0.5 // tasks of others, up to which it is the program's own that wait for each other
)

// Reasons says why times that were measured then are not reliable; none: the machine was quiet.
func (n *Noise) Reasons() (reasons []string) {
	// A program that uses all cores is no noise by itself, however many threads it has.
	others := n.Running - n.Own
	if n.Running > float64(n.Cores)+1 && others > fewOthers {
		reason := fmt.Sprintf("%.0f tasks on %s", n.Running, quantity.Plural(n.Cores, "core", "cores"))
		if n.Own > 0 {
			reason += fmt.Sprintf(", %.1f of them of other programs", others)
		}
		reasons = append(reasons, reason)
	} else if n.Waited > manyWaited && others > fewOthers {
		reasons = append(reasons, fmt.Sprintf("tasks waited for a processor %.0f %% of the time", 100*n.Waited))
	}
	if n.Steal > manyStolen {
		reasons = append(reasons, fmt.Sprintf("%.0f %% of the processors was stolen by other virtual machines", 100*n.Steal))
	}
	if n.Throttled > 0 {
		reasons = append(reasons, fmt.Sprintf("throttled %.0f %% of the time by a limit of the control group", 100*n.Throttled))
	}
	return reasons
}

// Busy counts the launches whose times others on the machine disturbed.
func Busy(noise []Noise) (launches int, mostly bool) {
	for i := range noise {
		if len(noise[i].Reasons()) > 0 {
			launches++
		}
	}
	return launches, launches > 0 && 2*launches >= len(noise)
}

// Frequency says in words how the processors' frequency is governed, where that makes times depend on what ran
// before; empty: it does not, or is unknown.
func (n *Noise) Frequency() string {
	var parts []string
	if n.Governor != "" && n.Governor != "performance" {
		parts = append(parts, "frequency governor "+n.Governor)
	}
	if n.Turbo == "on" {
		parts = append(parts, "turbo on")
	}
	return strings.Join(parts, ", ")
}

const sampleEvery = 200 * time.Millisecond

const familyEvery = 5

// Watcher watches the machine.
type Watcher struct {
	began   time.Time
	before  counters
	done    chan struct{}
	waiting sync.WaitGroup
	sum     float64
	own     float64
	samples int
	speed   reference
}

type counters struct {
	busy, stolen float64 // ticks of all processors
	waited       float64 // seconds
	throttled    float64 // seconds
}

// Watch begins to watch the machine until Stop.
func Watch() *Watcher {
	w := &Watcher{began: time.Now(), before: readCounters(), done: make(chan struct{})}
	w.waiting.Go(func() {
		var ours []int
		ticker := time.NewTicker(sampleEvery)
		defer ticker.Stop()
		for {
			if w.samples < familyEvery || w.samples%familyEvery == 0 {
				ours = family()
			}
			w.sum += running()
			w.own += max(0, own(ours)-1) // without this one, as above
			w.samples++
			w.speed.measure()
			select {
			case <-w.done:
				return
			case <-ticker.C:
			}
		}
	})
	return w
}

// Stop says what was seen.
func (w *Watcher) Stop() Noise {
	close(w.done)
	w.waiting.Wait()
	after := readCounters()
	seconds := max(time.Since(w.began).Seconds(), 1e-3)
	n := Noise{Cores: runtime.NumCPU(), Running: w.sum / float64(w.samples), Own: min(w.sum, w.own) / float64(w.samples), Reference: w.speed.typical()}
	n.Waited = share(after.waited-w.before.waited, seconds)
	n.Throttled = share(after.throttled-w.before.throttled, seconds)
	n.Steal = share(after.stolen-w.before.stolen, after.busy-w.before.busy)
	n.settings()
	return n
}

func share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return max(0, min(part/whole, 1))
}

// maxCrowded bounds what is believed of a machine.
const maxCrowded = 8

// Crowded is how many times as long a program takes now as it would alone, by the tasks that wanted the processors in
// the last minute.
func Crowded() float64 { return crowded(lately(), runtime.NumCPU()) }

// crowded is how many tasks wanted each core, at least 1.
func crowded(tasks float64, cores int) float64 { return min(max(tasks/float64(cores), 1), maxCrowded) }
