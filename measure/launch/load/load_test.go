package load

import (
	"encoding/csv"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// sent runs a workload against a handler and returns its rows by column, its summary and what went wrong.
func sent(t *testing.T, w Workload, long time.Duration, handler http.HandlerFunc) (rows []map[string]string, summary string, wrong []string) {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	w.URL = server.URL
	if err := w.Check(); err != nil {
		t.Fatal(err)
	}
	files := Files{Requests: filepath.Join(t.TempDir(), "requests.csv"), Summary: filepath.Join(t.TempDir(), "load.log")}
	for _, p := range w.Run(t.Context(), long, files) {
		if strings.HasPrefix(p.Message, "this machine sent") || strings.HasPrefix(p.Message, "the program answered") {
			continue // tests run beside others
		}
		wrong = append(wrong, string(p.Severity)+": "+p.Message)
	}
	file, err := os.Open(files.Requests)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all[1:] {
		one := map[string]string{}
		for i, name := range all[0] {
			one[name] = row[i]
		}
		rows = append(rows, one)
	}
	text, err := os.ReadFile(files.Summary)
	if err != nil {
		t.Fatal(err)
	}
	return rows, string(text), wrong
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestRequestsVaryByTheSeedAndAreKeptOneByOne(t *testing.T) {
	w := Workload{
		Rate: 500, Seed: 7, WarmUp: 100 * time.Millisecond,
		Requests: []Request{
			{Name: "sort", Path: "/sort?n={n}&of={of}", Headers: map[string]string{"X-N": "{n}"}},
			{Path: "/store", Size: "{n}", Weight: 3},
		},
		Values: map[string][]string{"n": {"10..1000"}, "of": {"a b", "c"}},
	}
	var mu sync.Mutex
	seen := map[string]int{} // of what came
	handler := func(out http.ResponseWriter, in *http.Request) {
		body, _ := io.ReadAll(in.Body)
		mu.Lock()
		defer mu.Unlock()
		if in.URL.Path == "/store" {
			seen["stored "+strconv.Itoa(len(body))]++
		} else {
			seen["sorted "+in.Header.Get("X-N")+" "+in.URL.Query().Get("n")+" "+in.URL.Query().Get("of")]++
		}
		_, _ = out.Write([]byte("done"))
	}
	rows, summary, wrong := sent(t, w, 400*time.Millisecond, handler)
	again, _, _ := sent(t, w, 400*time.Millisecond, handler)
	if len(wrong) > 0 || len(rows) < 150 || len(rows) > 350 || len(again) != len(rows) {
		t.Fatalf("%d and %d requests of about 250: %v", len(rows), len(again), wrong)
	}
	stored, warm, due := 0, 0, map[string]bool{}
	for _, row := range rows {
		due[row["due"]+row["n"]] = true
		key := "sorted " + row["n"] + " " + row["n"] + " " + row["of"]
		if row["request"] == "POST /store" {
			key, stored = "stored "+row["n"], stored+1
		}
		if seen[key] < 2 {
			t.Errorf("the server did not get twice what the row says: %v", row)
		}
		if row["phase"] == "warm-up" {
			warm++
		}
		if (number(t, row["due"]) < 0.1) != (row["phase"] == "warm-up") || row["status"] != "200" || row["bytes"] != "4" || number(t, row["latency"]) <= 0 {
			t.Errorf("%v", row)
		}
	}
	for _, row := range again {
		if !due[row["due"]+row["n"]] {
			t.Errorf("the same seed sent another request: %v", row)
		}
	}
	if share := float64(stored) / float64(len(rows)); share < 0.6 || share > 0.9 {
		t.Errorf("%.2f of the requests have three quarters of the weight", share)
	}
	if warm == 0 || !strings.HasPrefix(summary, "500 requests/s for 400ms, after "+strconv.Itoa(warm)+" requests of the warm-up\n") || !strings.Contains(summary, "POST /store") {
		t.Errorf("%s", summary)
	}
}

// A server that stalls must not hide the requests that were due meanwhile (coordinated omission).
func TestLatenciesCountFromWhenRequestsWereDue(t *testing.T) {
	var stall sync.Mutex
	first := sync.OnceFunc(func() { time.Sleep(200 * time.Millisecond) })
	rows, _, _ := sent(t, Workload{Rate: 200, Requests: []Request{{Path: "/"}}}, 400*time.Millisecond, func(http.ResponseWriter, *http.Request) {
		stall.Lock()
		defer stall.Unlock()
		first()
	})
	long := 0
	for _, row := range rows {
		if number(t, row["latency"]) > 0.1 {
			long++
		}
		if number(t, row["sent"]) < number(t, row["due"]) {
			t.Errorf("it was sent before it was due: %v", row)
		}
	}
	if long < 5 { // some twenty are due in the first tenth of a second of the stall; uncorrected, one would have waited
		t.Errorf("%d of %d requests waited for the stall", long, len(rows))
	}
}

func TestUsersWaitForTheirAnswersAndThink(t *testing.T) {
	var mu sync.Mutex
	now, most := 0, 0
	w := Workload{Users: 3, Think: 10 * time.Millisecond, Requests: []Request{{Path: "/"}}}
	rows, summary, wrong := sent(t, w, 300*time.Millisecond, func(http.ResponseWriter, *http.Request) {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		time.Sleep(20 * time.Millisecond)
		mu.Lock()
		now--
		mu.Unlock()
	})
	if most > 3 || len(rows) > 3*(1+300/30) || len(rows) < 6 || len(wrong) > 0 || !strings.HasPrefix(summary, "3 users for") {
		t.Errorf("%d requests, %d at once: %v", len(rows), most, wrong)
	}
}

func TestFailuresAreCountedAndSaidOnce(t *testing.T) {
	requests := []Request{{Path: "/"}}
	_, _, wrong := sent(t, Workload{Rate: 200, Requests: requests}, 200*time.Millisecond, func(out http.ResponseWriter, _ *http.Request) { out.WriteHeader(http.StatusTeapot) })
	if len(wrong) != 1 || !strings.HasPrefix(wrong[0], "error: ") || !strings.Contains(wrong[0], "requests failed: ") || !strings.HasSuffix(wrong[0], " status 418") {
		t.Errorf("%q", wrong)
	}
	open := make(chan struct{})
	defer close(open)
	_, _, wrong = sent(t, Workload{Rate: 100, Requests: requests, Within: 50 * time.Millisecond}, 200*time.Millisecond, func(_ http.ResponseWriter, in *http.Request) {
		select {
		case <-in.Context().Done():
		case <-open:
		}
	})
	if len(wrong) == 0 || !strings.Contains(wrong[0], "no answer: not in time") {
		t.Errorf("%q", wrong)
	}
	w := Workload{URL: "http://127.0.0.1:1", Rate: 100, Requests: requests}
	problems := w.Run(t.Context(), 100*time.Millisecond, Files{Requests: "/dev/full"})
	if len(problems) < 2 || !strings.Contains(problems[0].Message, "could not be kept: no space left on device") || !strings.Contains(problems[1].Message, "no answer: connection refused") {
		t.Errorf("%v", problems)
	}
}

// What counts is whether requests pile up, not how many wait.
func TestAProgramThatIsSlowerThanItsRequestsIsSaid(t *testing.T) {
	w := &Workload{Rate: 100}
	said := func(slower float64) string {
		k := newKept(w, 10*time.Second, Files{})
		k.workload.Requests = []Request{{Path: "/"}}
		k.latencies = make([][]float64, 1)
		for i := range 1000 {
			due := time.Duration(i) * 10 * time.Millisecond
			k.add(&asked{due: due, sent: due, status: 200, latency: 500*time.Millisecond + time.Duration(slower*float64(due))})
		}
		return k.behind()
	}
	if got := said(0); got != "" {
		t.Errorf("a slow program that keeps up: %q", got)
	}
	if got := said(0.03); got != "" {
		t.Errorf("3 %% pile up: %q", got)
	}
	if got := said(0.08); !strings.HasPrefix(got, "the program answered 92") {
		t.Errorf("8 %% pile up: %q", got)
	}
}

func TestAWorkloadThatCannotBeSentIsRefused(t *testing.T) {
	for want, w := range map[string]Workload{
		"no address of a server":    {Rate: 1, Requests: []Request{{Path: "/"}}},
		"write either rate: 50/s":   {URL: "http://h", Rate: 1, Users: 1, Requests: []Request{{Path: "/"}}},
		"only users think":          {URL: "http://h", Rate: 1, Think: 1, Requests: []Request{{Path: "/"}}},
		"too many for one machine":  {URL: "http://h", Rate: 20_000, Requests: []Request{{Path: "/"}}},
		"it sends nothing":          {URL: "http://h", Rate: 1},
		"does not begin with /":     {URL: "http://h", Rate: 1, Requests: []Request{{Path: "x"}}},
		"{n} has no values":         {URL: "http://h", Rate: 1, Requests: []Request{{Path: "/{n}"}}},
		"no request contains {n}":   {URL: "http://h", Rate: 1, Requests: []Request{{Path: "/"}}, Values: map[string][]string{"n": {"1"}}},
		"either a list or a range":  {URL: "http://h", Rate: 1, Requests: []Request{{Path: "/{n}"}}, Values: map[string][]string{"n": {"1", "2..3"}}},
		"no whole number of bytes":  {URL: "http://h", Rate: 1, Requests: []Request{{Path: "/", Size: "{n}"}}, Values: map[string][]string{"n": {"1..1e9"}}},
		"write either body or size": {URL: "http://h", Rate: 1, Requests: []Request{{Path: "/", Size: "1", Body: "x"}}},
		"it cannot be sent":         {URL: "http://h", Rate: 1, Requests: []Request{{Path: "/", Method: "NO SUCH"}}},
	} {
		if err := w.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
