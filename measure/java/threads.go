package java

import (
	"fmt"
	"time"

	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/model"
)

// From how much work in other threads on it is said that a demand lacks it: the clock of a process has steps of 10
// ms, and what the JVM's own threads did is known about only.
const (
	muchElsewhere  = 60 * time.Millisecond
	shareElsewhere = 0.2 // of the whole

	lateElsewhere = time.Millisecond // of all executions, that handed work went on behind them
)

// virtual is what gives virtual threads a CPU time, as far as anything does.
const virtual = "launch the program by overlay, or with java --add-opens java.base/java.lang=ALL-UNNAMED, or with platform threads"

func (p *preparation) elsewhere(decoder *probe.Decoder) (problems []model.Problem) {
	for _, w := range decoder.Work() {
		if decoder.Table[w.Probe].Kind != probe.Section {
			continue
		}
		section := &p.order.Sections[decoder.Table[w.Probe].Index]
		tell := func(kind, message, hint string) {
			key := kind + " " + string(section.Element) + section.PCMID
			if p.told[key] {
				return
			}
			if p.told == nil {
				p.told = map[string]bool{}
			}
			p.told[key] = true
			problems = append(problems, model.Problem{
				Severity: model.Warning, Rule: "threads", Element: section.Element, File: section.Code.File, Message: message, Hint: hint,
			})
		}
		if w.Late > lateElsewhere {
			tell("late", fmt.Sprintf("work in other threads is not in this demand: %v of what it handed to them ended after it", rounded(w.Late)),
				"link the statement that waits for it, too; or model it as an action of its own")
		}
		if w.Unknown > 0 {
			tell("unknown", fmt.Sprintf("work in other threads is not in this demand: it handed %v to virtual threads, whose CPU time the JVM does not tell", rounded(w.Unknown)),
				virtual)
		}
		if w.Wall > 0 {
			tell("wall", fmt.Sprintf("%v of it ran in virtual threads, whose CPU time the JVM does not tell: wall time counts in its place, waiting included", rounded(w.Wall)), virtual)
		}
		if whole := w.Own + w.Others; w.Others >= muchElsewhere && w.Others.Seconds() > shareElsewhere*whole.Seconds() {
			tell("others", fmt.Sprintf("work in other threads is not in this demand: while it took %v of CPU time, they took %v (%.0f %% of both)",
				rounded(w.Own), rounded(w.Others), 100*w.Others.Seconds()/whole.Seconds()),
				"if it hands work to them, write that as lambdas in the linked statements, or model it as an action of its own; if they do other things, launch the program without those")
		}
	}
	return problems
}

func rounded(d time.Duration) time.Duration {
	if d > 10*time.Millisecond {
		return d.Round(time.Millisecond)
	}
	return d.Round(time.Microsecond)
}

var _ measure.Preparation = (*preparation)(nil)
