package load

import (
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"beagle/internal/ranges"
	"beagle/model"
)

// Files say where is kept what was asked and answered; an empty path: nowhere.
type Files struct {
	Requests string // a row for each request, as CSV
	Summary  string // counts and latencies, as text
}

// Run sends the workload for so long after its warm-up, waits for the answers, and returns what went wrong.
func (w *Workload) Run(ctx context.Context, long time.Duration, files Files) []model.Problem {
	s := &sender{
		workload: w, began: time.Now(), end: w.WarmUp + long,
		client: &http.Client{
			Transport:     &http.Transport{MaxIdleConnsPerHost: maxRate, DisableCompression: true}, // no proxy: it is not to be measured
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		kept: newKept(w, long, files),
	}
	defer s.client.CloseIdleConnections()
	for i := range w.Requests {
		s.weights += w.Requests[i].weight()
	}
	if w.Rate > 0 {
		s.arrive(ctx)
	}
	for user := range w.Users {
		s.waiting.Go(func() { s.user(ctx, uint64(user)) })
	}
	s.waiting.Wait()
	return s.kept.close()
}

type sender struct {
	workload *Workload
	client   *http.Client
	began    time.Time
	end      time.Duration // since it began
	weights  float64       // sum over all requests
	waiting  sync.WaitGroup
	kept     *kept
}

// arrive sends the requests of an open workload: times between arrivals are exponential.
func (s *sender) arrive(ctx context.Context) {
	random := rand.New(rand.NewPCG(s.workload.Seed, 0))
	due := time.Duration(0)
	for {
		due += time.Duration(random.ExpFloat64() / s.workload.Rate * float64(time.Second))
		asked := s.draw(random, due)
		if due > s.end || !s.until(ctx, due) {
			return
		}
		s.waiting.Go(func() { s.send(ctx, asked) })
	}
}

// user is one of the users of a closed workload. Users begin at different times within the time that they think.
func (s *sender) user(ctx context.Context, number uint64) {
	random := rand.New(rand.NewPCG(s.workload.Seed, 1+number))
	due := time.Duration(random.Float64() * float64(s.workload.Think))
	for due <= s.end && s.until(ctx, due) {
		s.send(ctx, s.draw(random, due))
		due = time.Since(s.began) + s.workload.Think
	}
}

// until waits until a time; false: the context ended before.
func (s *sender) until(ctx context.Context, due time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(due - time.Since(s.began)):
		return true
	}
}

type asked struct {
	request int // index in the workload
	values  map[string]string
	seed    uint64 // of the letters of its body

	due, sent, latency time.Duration // since the sender began; the latency since the request was due
	status             int           // 0: no answer came
	bytes              int64         // of the answer's body
	err                error         // why no answer came; nil: one came
}

func (s *sender) draw(random *rand.Rand, due time.Duration) asked {
	a := asked{due: due, values: map[string]string{}}
	for at := random.Float64() * s.weights; a.request < len(s.workload.Requests)-1; a.request++ {
		if at -= s.workload.Requests[a.request].weight(); at < 0 {
			break
		}
	}
	for _, name := range s.workload.Requests[a.request].names() {
		a.values[name] = ranges.Draw(s.workload.Values[name], random)
	}
	a.seed = random.Uint64()
	return a
}

func (s *sender) send(ctx context.Context, a asked) {
	limited, cancel := context.WithTimeout(ctx, s.workload.within())
	defer cancel()
	request, err := s.workload.Requests[a.request].with(limited, s.workload.URL, a.values, rand.New(rand.NewPCG(a.seed, 0)))
	a.sent = time.Since(s.began)
	var answer *http.Response
	if err == nil {
		answer, err = s.client.Do(request)
	}
	if err == nil {
		a.status = answer.StatusCode
		a.bytes, err = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
	}
	a.latency, a.err = time.Since(s.began)-a.due, err
	if ctx.Err() == nil { // else it was to end
		s.kept.add(&a)
	}
}
