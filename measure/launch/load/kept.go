package load

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
)

type kept struct {
	workload *Workload
	long     time.Duration
	files    Files
	names    []string // of all values, which are columns

	mu        sync.Mutex
	file      *os.File    // nil: rows are not kept
	rows      *csv.Writer // see file
	lost      error       // why something could not be kept; nil: all is
	warmUp    int         // requests of the warm-up
	latencies [][]float64 // s, by request of the workload; answered, without the warm-up
	failed    []int       // requests that were not answered with 2xx, likewise
	failures  map[string]int
	due       halves
	sent      halves
	answered  halves
}

// halves counts what had happened by the middle and by the end of the measured time.
type halves struct{ middle, end int }

func (k *kept) count(h *halves, at time.Duration) {
	if at <= k.workload.WarmUp+k.long {
		h.end++
	}
	if at <= k.workload.WarmUp+k.long/2 {
		h.middle++
	}
}

func newKept(w *Workload, long time.Duration, files Files) *kept {
	k := &kept{
		workload: w, long: long, files: files, names: slices.Sorted(maps.Keys(w.Values)),
		latencies: make([][]float64, len(w.Requests)), failed: make([]int, len(w.Requests)), failures: map[string]int{},
	}
	if files.Requests == "" {
		return k
	}
	if k.file, k.lost = os.OpenFile(files.Requests, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600); k.lost == nil {
		k.rows = csv.NewWriter(k.file)
		k.lost = k.rows.Write(append([]string{"phase", "request", "due", "sent", "latency", "status", "bytes", "error"}, k.names...))
	}
	return k
}

func (k *kept) add(a *asked) {
	k.mu.Lock()
	defer k.mu.Unlock()
	phase := "measured"
	if a.due < k.workload.WarmUp {
		phase = "warm-up"
		k.warmUp++
	} else {
		k.judge(a)
	}
	if k.rows == nil {
		return
	}
	said := ""
	if a.err != nil {
		said = cause(a.err)
	}
	row := []string{phase, k.workload.Requests[a.request].Title(), seconds(a.due), seconds(a.sent), seconds(a.latency), strconv.Itoa(a.status), strconv.FormatInt(a.bytes, 10), said}
	for _, name := range k.names {
		row = append(row, a.values[name])
	}
	k.lost = errors.Join(k.lost, k.rows.Write(row))
	if k.lost != nil { // it does not become better
		k.rows = nil
	}
}

func (k *kept) judge(a *asked) {
	k.count(&k.due, a.due)
	k.count(&k.sent, a.sent)
	k.count(&k.answered, a.due+a.latency)
	switch {
	case a.err != nil:
		k.failures["no answer: "+cause(a.err)]++
	case a.status < 200 || a.status > 299:
		k.failures["status "+strconv.Itoa(a.status)]++
	default:
		k.latencies[a.request] = append(k.latencies[a.request], a.latency.Seconds())
		return
	}
	k.failed[a.request]++
}

func cause(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "not in time"
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err.Error()
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }

func (k *kept) close() (problems []model.Problem) {
	if k.rows != nil {
		k.rows.Flush()
		k.lost = k.rows.Error()
	}
	if k.file != nil {
		k.lost = errors.Join(k.lost, k.file.Close())
	}
	if k.files.Summary != "" {
		k.lost = errors.Join(k.lost, os.WriteFile(k.files.Summary, []byte(k.summary()), 0o600))
	}
	add := func(severity model.Severity, message, hint string) {
		problems = append(problems, model.Problem{Severity: severity, Rule: "load", Message: message, Hint: hint})
	}
	if k.lost != nil {
		add(model.Warning, "what was asked could not be kept: "+safe.Cause(k.lost).Error(), "make room on the disk; the program itself was measured")
	}
	failed, all := 0, k.due.end
	for _, n := range k.failed {
		failed += n
	}
	switch {
	case all == 0:
		add(model.Warning, "no request was due", "ask for more requests in load:, or for longer")
	case failed > 0:
		severity := model.Warning
		if failed == all {
			severity = model.Error
		}
		add(severity, fmt.Sprintf("%d of %s failed: %s", failed, quantity.Plural(all, "request", "requests"), k.reasons()), k.where("correct the requests of load:, or the program"))
	}
	if said := k.behind(); said != "" {
		add(model.Warning, said, k.where("lower the rate of load:"))
	}
	return problems
}

func (k *kept) reasons() string {
	words := slices.SortedFunc(maps.Keys(k.failures), func(a, b string) int {
		return 2*(k.failures[b]-k.failures[a]) + strings.Compare(a, b)
	})
	for i, word := range words {
		words[i] = fmt.Sprintf("%d %s", k.failures[word], word)
	}
	return strings.Join(words, ", ")
}

func (k *kept) where(hint string) string {
	if k.file == nil {
		return hint
	}
	return hint + "; each request is in " + k.files.Requests
}

// growing is the share of arrivals by which the requests that wait may grow in the second half of the measured time.
const growing = 0.05

func (k *kept) behind() string {
	if k.workload.Rate == 0 {
		return "" // users wait
	}
	arrived := k.due.end - k.due.middle
	piled := func(h halves) bool {
		return float64((k.due.end-h.end)-(k.due.middle-h.middle)) > growing*float64(arrived)
	}
	perSecond := func(n int) float64 { return float64(n) / (k.long.Seconds() / 2) }
	switch {
	case piled(k.sent):
		return fmt.Sprintf("this machine sent %.3g of %.3g requests/s: the load was less than asked for", perSecond(k.sent.end-k.sent.middle), perSecond(arrived))
	case piled(k.answered):
		return fmt.Sprintf("the program answered %.3g of %.3g requests/s: requests piled up, and latencies are those of the pile", perSecond(k.answered.end-k.answered.middle), perSecond(arrived))
	}
	return ""
}

func (k *kept) summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s for %s, after %s of the warm-up\n", k.workload, k.long, quantity.Plural(k.warmUp, "request", "requests"))
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "request\tanswered\tfailed\tmean\tmedian\tp90\tp99")
	for i := range k.workload.Requests {
		all := slices.Sorted(slices.Values(k.latencies[i]))
		fmt.Fprintf(t, "%s\t%d\t%d", k.workload.Requests[i].Title(), len(all), k.failed[i])
		if n := float64(len(all)); n > 0 {
			sum := 0.0
			for _, x := range all {
				sum += x
			}
			at := func(share float64) float64 { return all[int(share*(n-1))] }
			for _, x := range []float64{sum / n, at(0.5), at(0.9), at(0.99)} {
				fmt.Fprintf(t, "\t%s", quantity.Seconds(x))
			}
		}
		fmt.Fprintln(t)
	}
	_ = t.Flush() // into memory
	return b.String()
}
