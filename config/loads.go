package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"beagle/internal/yamltree"
	"beagle/measure"
	"beagle/measure/launch/load"
)

var loadSettings = table[load.Workload]{
	row("rate", perSecond, func(w *load.Workload) *float64 { return &w.Rate }, "open workload: requests a second, such as 50/s, whether or not earlier ones were answered; times between arrivals are exponential"),
	row("users", whole(1, 10_000).unless(0), func(w *load.Workload) *int { return &w.Users }, "closed workload: users who wait for an answer and ask again"),
	row("think", span[time.Duration](), func(w *load.Workload) *time.Duration { return &w.Think }, "time between an answer and the user's next request; default: none"),
	row("warm_up", span[time.Duration](), func(w *load.Workload) *time.Duration { return &w.WarmUp }, "time before `for` begins, whose requests are marked as warm-up"),
	row("url", text, func(w *load.Workload) *string { return &w.URL }, "address that paths are put behind; default: `http://127.0.0.1:` and `ready.port`"),
	row("within", span[time.Duration](), func(w *load.Workload) *time.Duration { return &w.Within }, "time for an answer; default 30s"),
	row("requests", requests, func(w *load.Workload) *[]load.Request { return &w.Requests }, "requests to send, see below. Required"),
	row("values", drawn, func(w *load.Workload) *map[string][]string { return &w.Values }, "values of each `{name}` in requests: a list, or a range such as `10..5000`, drawn evenly over its logarithm"),
}

var requestSettings = table[load.Request]{
	row("path", text, func(q *load.Request) *string { return &q.Path }, "path and query, such as `/sort?n={n}`. Required"),
	row("name", text, func(q *load.Request) *string { return &q.Name }, "name for people; default: method and path"),
	row("method", text, func(q *load.Request) *string { return &q.Method }, "default: GET, and POST with a body"),
	row("headers", pairs("names and values"), func(q *load.Request) *map[string]string { return &q.Headers }, "header fields"),
	row("body", text, func(q *load.Request) *string { return &q.Body }, "text of the body"),
	row("size", text, func(q *load.Request) *string { return &q.Size }, "bytes of a body of random letters: a number, or `{name}`"),
	row("weight", number.unless(0), func(q *load.Request) *float64 { return &q.Weight }, "how often it is sent, relative to the other requests; default 1"),
}

var used = setting[measure.Launch]{
	name: "load", words: "list, or keys and values",
	doc:    "who uses the server: a command, and when it has ended, the server is stopped; or requests, see below",
	schema: map[string]any{"anyOf": []any{texts.schema, loadSettings.schema()}},
	given:  asYAML,
	read: func(r *reader, name string, node ast.Node, to *measure.Launch) (ok bool) {
		if _, keys := yamltree.Mapping(node); !keys {
			to.Load, ok = r.texts(name, node)
			return ok
		}
		before := len(r.problems)
		to.Workload = &load.Workload{}
		loadSettings.begin(to.Workload)
		loadSettings.fill(r, to.Workload, name, "", node, func(string, ast.Node) {})
		return len(r.problems) == before
	},
	copy:  func(to, from *measure.Launch) { to.Load, to.Workload = from.Load, from.Workload },
	begin: func(to *measure.Launch) { to.Load, to.Workload = nil, nil },
	value: func(of *measure.Launch, dir string) any {
		if of.Workload == nil {
			return texts.plain(of.Load, dir)
		}
		return loadSettings.tree(of.Workload, dir, "")
	},
}

func (r *reader) served(name string, node ast.Node, l *measure.Launch) {
	w := l.Workload
	switch {
	case l.Serves() && !l.Used() && l.For == 0:
		r.problem(node, "%s (%q) is a server that nobody uses; write load: [./load.sh], or for: 60s where somebody else uses it", name, l.Name)
	case w != nil && l.For == 0:
		r.problem(node, "%s (%q) gets requests without an end; write for: 60s", name, l.Name)
	case w != nil:
		if err := l.Server().Workload.Check(); err != nil {
			r.problem(node, "%s.load: %v", name, err)
		}
	}
}

var perSecond = scalar("rate", map[string]any{"type": []string{"string", "number"}, "pattern": `^[0-9]+(\.[0-9]+)?(/s)?$`}, func(word string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSuffix(word, "/s"), 64)
	if err != nil || !(x > 0) {
		return 0, errors.New("a number of requests a second, such as 50/s")
	}
	return x, nil
}, func(x float64) any {
	if x == 0 {
		return nil
	}
	return strconv.FormatFloat(x, 'g', -1, 64) + "/s"
})

var drawn = func() kind[map[string][]string] {
	k := varied
	k.read = func(r *reader, name string, node ast.Node) (map[string][]string, bool) {
		entries, ok := yamltree.Mapping(node)
		if !ok {
			r.problem(node, "%s must hold names and values, such as {n: 10..5000}, not %s", name, yamltree.Kind(node))
		}
		all := map[string][]string{}
		for _, entry := range entries {
			word := yamltree.Key(entry)
			if all[word], ok = r.values(name+"."+word, entry.Value); !ok {
				return nil, false
			}
		}
		return all, ok
	}
	return k
}()

var requests = kind[[]load.Request]{
	words: "list", given: asYAML,
	schema: map[string]any{"type": "array", "items": with(requestSettings.schema(), "required", []string{"path"}), "minItems": 1},
	read: func(r *reader, name string, node ast.Node) ([]load.Request, bool) {
		list, ok := node.(*ast.SequenceNode)
		if !ok {
			r.problem(node, "%s must be a list of requests such as {path: /}, not %s", name, yamltree.Kind(node))
			return nil, false
		}
		before := len(r.problems)
		all := make([]load.Request, len(list.Values))
		for i, entry := range list.Values {
			requestSettings.begin(&all[i])
			requestSettings.fill(r, &all[i], fmt.Sprintf("%s[%d]", name, i), "", entry, func(string, ast.Node) {})
		}
		return all, len(r.problems) == before
	},
	plain: func(list []load.Request, dir string) any {
		var all []yaml.MapSlice
		for i := range list {
			one, _ := requestSettings.tree(&list[i], dir, "").(yaml.MapSlice)
			all = append(all, one)
		}
		return some(all)
	},
}
