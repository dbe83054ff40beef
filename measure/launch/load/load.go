// Package load sends HTTP requests to a server while it is measured, as an open workload (requests arrive at a rate,
// whether or not earlier ones were answered) or a closed one (users wait for an answer, think, and ask again).
package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"beagle/internal/quantity"
	"beagle/internal/ranges"
)

// Workload is what a server is asked, and how often. Either Rate or Users is above 0.
type Workload struct {
	URL      string              `json:"url"`                // that paths are put behind, such as http://127.0.0.1:8080
	Rate     float64             `json:"rate,omitempty"`     // requests a second of an open workload; arrivals are Poisson
	Users    int                 `json:"users,omitempty"`    // of a closed workload
	Think    time.Duration       `json:"think,omitempty"`    // between an answer and the user's next request, in ns
	WarmUp   time.Duration       `json:"warm_up,omitempty"`  // before the measured time, in ns; its requests are marked as such
	Within   time.Duration       `json:"within,omitempty"`   // time for an answer, in ns; 0: defaultWithin
	Requests []Request           `json:"requests,omitempty"` // at least one
	Values   map[string][]string `json:"values,omitempty"`   // of each {name}: a list, or a range such as 10..5000
	Seed     uint64              `json:"seed,omitempty"`     // of arrivals, requests and values
}

// Request is one of the requests of a workload. In path, headers, body and size, {name} stands for a value.
type Request struct {
	Name    string            `json:"name,omitempty"`   // for people; empty: method and path
	Method  string            `json:"method,omitempty"` // empty: GET, or POST where there is a body
	Path    string            `json:"path"`             // with its query
	Headers map[string]string `json:"headers,omitempty"`
	Body    string            `json:"body,omitempty"`
	Size    string            `json:"size,omitempty"`   // bytes of a body of random letters
	Weight  float64           `json:"weight,omitempty"` // how often, relative to the other requests; 0: 1
}

// defaultWithin is how long an answer may take.
const defaultWithin = 30 * time.Second

// maxRate bounds the requests a second, and the users: one sender has some ten thousand ports.
const maxRate = 10_000

// maxBody bounds the bytes of a body: bodies are made in memory, many at a time.
const maxBody = 64 << 20

// Check says what is wrong with a workload; nil: nothing.
func (w *Workload) Check() error {
	base, err := url.Parse(w.URL)
	switch {
	case err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Host == "":
		return fmt.Errorf("%q is no address of a server; write url: http://127.0.0.1:8080, or ready: {port: 8080}", w.URL)
	case (w.Rate > 0) == (w.Users > 0):
		return errors.New("write either rate: 50/s (requests that arrive) or users: 10 (who wait for an answer)")
	case w.Rate > maxRate || w.Users > maxRate:
		return fmt.Errorf("more than %d requests a second, or users, are too many for one machine", maxRate)
	case w.Rate > 0 && w.Think > 0:
		return errors.New("only users think: write users: 10, or leave think out")
	case len(w.Requests) == 0:
		return errors.New("it sends nothing; write requests: [{path: /}]")
	}
	used := map[string]bool{}
	for i := range w.Requests {
		r := &w.Requests[i]
		if err := r.check(w.Values, used); err != nil {
			return fmt.Errorf("request %s: %w", r.Title(), err)
		}
	}
	for name, values := range w.Values {
		_, ranges := ranges.Of(values)
		switch {
		case !used[name]:
			return fmt.Errorf("no request contains {%s}", name)
		case ranges && len(values) > 1:
			return fmt.Errorf("{%s} has a range and more; write either a list or a range", name)
		}
	}
	return nil
}

func (r *Request) check(known map[string][]string, used map[string]bool) error {
	switch {
	case !strings.HasPrefix(r.Path, "/"):
		return errors.New("its path does not begin with /")
	case r.Weight < 0:
		return errors.New("its weight is below 0")
	case r.Body != "" && r.Size != "":
		return errors.New("write either body or size")
	}
	first := map[string]string{}
	for _, name := range r.names() {
		if len(known[name]) == 0 {
			return fmt.Errorf("{%s} has no values; write values: {%s: 10..5000}", name, name)
		}
		used[name], first[name] = true, ranges.First(known[name])[0]
	}
	sizes := []string{r.Size}
	if all, ok := known[strings.Trim(r.Size, "{}")]; ok {
		sizes = ranges.First(all) // of a range both ends are among them
	}
	for _, size := range sizes {
		if n, err := strconv.ParseInt(size, 10, 64); r.Size != "" && (err != nil || n < 0 || n > maxBody) {
			return fmt.Errorf("its size %q is no whole number of bytes from 0 to %d", size, maxBody)
		}
	}
	if _, err := r.with(context.Background(), "http://127.0.0.1", first, nil); err != nil {
		return fmt.Errorf("it cannot be sent: %w", err)
	}
	return nil
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

func (r *Request) names() (all []string) {
	texts := append([]string{r.Path, r.Body, r.Size}, slices.Sorted(maps.Values(r.Headers))...)
	for _, found := range placeholder.FindAllStringSubmatch(strings.Join(texts, " "), -1) {
		if !slices.Contains(all, found[1]) {
			all = append(all, found[1])
		}
	}
	return all
}

func (r *Request) method() string {
	switch {
	case r.Method != "":
		return r.Method
	case r.Body != "" || r.Size != "":
		return http.MethodPost
	}
	return http.MethodGet
}

func (r *Request) weight() float64 {
	if r.Weight == 0 {
		return 1
	}
	return r.Weight
}

// Title names the request for people.
func (r *Request) Title() string { return cmp.Or(r.Name, r.method()+" "+r.Path) }

// with makes the request with a value for each name. Random is the source of a body of some size; nil: it has none.
func (r *Request) with(ctx context.Context, base string, values map[string]string, random *rand.Rand) (*http.Request, error) {
	fill := func(text string, escape func(string) string) string {
		return placeholder.ReplaceAllStringFunc(text, func(name string) string { return escape(values[name[1:len(name)-1]]) })
	}
	itself := func(text string) string { return text }
	body := fill(r.Body, itself)
	if r.Size != "" && random != nil {
		n, err := strconv.Atoi(fill(r.Size, itself))
		if err != nil {
			return nil, err
		}
		letters := make([]byte, n)
		for i := range letters {
			letters[i] = byte('a' + random.IntN('z'-'a'+1))
		}
		body = string(letters)
	}
	path := fill(r.Path, func(value string) string { return strings.ReplaceAll(url.QueryEscape(value), "+", "%20") })
	request, err := http.NewRequestWithContext(ctx, r.method(), strings.TrimSuffix(base, "/")+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, value := range r.Headers {
		request.Header.Set(name, fill(value, itself))
	}
	if host := request.Header.Get("Host"); host != "" { // net/http takes it from the request alone
		request.Host = host
	}
	return request, nil
}

func (w *Workload) within() time.Duration { return cmp.Or(w.Within, defaultWithin) }

func (w *Workload) String() string {
	if w.Rate > 0 {
		return strconv.FormatFloat(w.Rate, 'g', -1, 64) + " requests/s"
	}
	return quantity.Plural(w.Users, "user", "users")
}
