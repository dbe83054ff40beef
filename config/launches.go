package config

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"beagle/internal/ranges"
	"beagle/internal/yamltree"
	"beagle/measure"
	"beagle/measure/launch"
)

var launchSettings = table[measure.Launch]{
	row("name", text, func(l *measure.Launch) *string { return &l.Name }, "name for people; default `launch 1`, `launch 2`, …"),
	row("command", command, func(l *measure.Launch) *[]string { return &l.Command }, "program and arguments, a list; no shell. Required"),
	row("dir", text, func(l *measure.Launch) *string { return &l.Dir }, "working folder; default: the project's folder (the instrumented copy of it)"),
	row("env", pairs("names and values"), func(l *measure.Launch) *map[string]string { return &l.Env }, "variables added to the environment"),
	row("machine", label, func(l *measure.Launch) *string { return &l.Machine }, "label of the machines it runs on: workers that were started with `beagle worker --launch LABEL`, over the server of `beagle run --nats URL`; default: it runs where Beagle does"),
	row("repeat", whole(1, maxRepeat).or(1), func(l *measure.Launch) *int { return &l.Repeat }, "how often it is run"),
	row("ready.port", whole(1, 65535).unless(0), func(l *measure.Launch) *int { return &l.Ready.Port }, "a server is ready once it takes connections on this port"),
	row("ready.log", text, func(l *measure.Launch) *string { return &l.Ready.Log }, "… once it wrote this text"),
	row("ready.command", texts, func(l *measure.Launch) *[]string { return &l.Ready.Command }, "… once this command ends well; a list, no shell"),
	row("ready.within", span[time.Duration](), func(l *measure.Launch) *time.Duration { return &l.Ready.Within }, "it is given up where it is not ready by then; default 1m"),
	used,
	row("for", span[time.Duration](), func(l *measure.Launch) *time.Duration { return &l.For }, "how long the server runs once it is ready, such as 60s. With a command in `load`: at most; with requests: how long they are sent after the warm-up"),
	row("stop", texts, func(l *measure.Launch) *[]string { return &l.Stop }, "command that stops the server; default: TERM"),
	row("vary", varied, func(l *measure.Launch) *map[string][]string { return &l.Vary }, "values for each `{name}` in `command` and `env`; each combination is a launch, at most 1000. One value may be a range such as `10..5000`: new values within it answer the judge (`judge.more`) or a person who asks for them on the dashboard. Of a range alone five values are launched first, spread evenly over the logarithm"),
	row("drives", text, func(l *measure.Launch) *string { return &l.Drives }, "id of the SEFF that it calls with inputs of many sizes: its demands are learnt from such launches alone, unless these bring nothing. `beagle model` notes it"),
	row("stand_ins", texts, func(l *measure.Launch) *[]string { return &l.StandIns }, "types that it replaces by mocks, as unit tests do. The verdict warns that the times of their users are not the program's. It judges services by launches with the real types where there are such. `beagle model` notes it"),
}

const maxRepeat = 100_000

var command = func() kind[[]string] {
	k := texts
	k.schema = map[string]any{"type": "array", "items": single, "minItems": 1}
	return k
}()

var label = scalar("a label such as lab-1", map[string]any{"type": "string", "pattern": "^[a-z0-9-]{1,40}$"}, func(word string) (string, error) {
	if launch.CheckLabel(word) != nil {
		return "", errors.New("small letters, digits and hyphens, at most 40")
	}
	return word, nil
}, filled[string])

var launches = kind[[]measure.Launch]{
	words: "list", given: asList,
	schema: map[string]any{"type": "array", "items": with(launchSettings.schema(), "required", []string{"command"})},
	read: func(r *reader, name string, node ast.Node) ([]measure.Launch, bool) {
		list, ok := node.(*ast.SequenceNode)
		if !ok {
			r.problem(node, "%s must be a list of launch configurations, not %s", name, yamltree.Kind(node))
			return nil, false
		}
		before := len(r.problems)
		all := make([]measure.Launch, 0, len(list.Values))
		for i, entry := range list.Values {
			all = append(all, r.launch(fmt.Sprintf("%s[%d]", name, i), i, entry))
		}
		return all, len(r.problems) == before
	},
	plain: func(list []measure.Launch, dir string) any {
		var all []yaml.MapSlice
		for i := range list {
			one, _ := launchSettings.tree(&list[i], dir, "").(yaml.MapSlice)
			all = append(all, one)
		}
		return some(all)
	},
}

func (r *reader) launch(name string, index int, node ast.Node) (l measure.Launch) {
	launchSettings.begin(&l)
	before := len(r.problems)
	launchSettings.fill(r, &l, name, "", node, func(string, ast.Node) {})
	if l.Name == "" {
		l.Name = fmt.Sprintf("launch %d", index+1)
	}
	if len(r.problems) > before {
		return l // what cannot be read is not missing, too
	}
	for vary := range l.Vary {
		if !l.Uses(vary) {
			r.problem(node, "%s varies %s, but neither its command nor its env contains {%s}", name, vary, vary)
		}
	}
	r.served(name, node, &l)
	if len(l.Command) == 0 {
		r.problem(node, "%s (%q) has no command; write command: [java, -cp, target/classes, demo.Main]", name, l.Name)
	}
	return l
}

var varied = kind[map[string][]string]{
	words: "names and values", given: asYAML,
	schema: map[string]any{"type": "object", "additionalProperties": map[string]any{
		"type": []string{"array", "string"}, "items": map[string]any{"type": []string{"string", "number"}}, "minItems": 1,
	}},
	read: (*reader).vary,
	plain: func(all map[string][]string, _ string) any {
		if len(all) == 0 {
			return nil
		}
		return all
	},
}

func (r *reader) vary(name string, node ast.Node) (map[string][]string, bool) {
	entries, ok := yamltree.Mapping(node)
	if !ok {
		r.problem(node, "%s must hold names and lists of values, such as {n: [10, 100, 1000]}, not %s", name, yamltree.Kind(node))
		return nil, false
	}
	all, launches := map[string][]string{}, 1
	for _, entry := range entries {
		word := yamltree.Key(entry)
		values, ok := r.values(name+"."+word, entry.Value)
		if !ok {
			return nil, false
		}
		all[word] = values
		if launches *= len(ranges.First(values)); launches > measure.MaxVaried {
			r.problem(node, "%s makes more than %d launches", name, measure.MaxVaried)
			return nil, false
		}
	}
	return all, true
}

func (r *reader) values(name string, node ast.Node) ([]string, bool) {
	var values []string
	if word, ok := yamltree.Text(node); ok && strings.Contains(word, "..") {
		values = []string{word}
	} else if values, ok = r.texts(name, node); !ok {
		return nil, false
	}
	if len(values) == 0 {
		r.problem(node, "%s has no values; write a list such as [10, 100, 1000]", name)
		return nil, false
	}
	if err := ranges.Check(values); err != nil {
		r.problem(node, "%s: %v", name, err)
		return nil, false
	}
	return values, true
}
