package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"beagle/measure"
)

// section reads the keys below name.
func (r *reader) section(name string, node ast.Node, depth int) {
	entries, ok := mapping(node)
	if !ok {
		where := "the file"
		if name != "" {
			where = name
		}
		r.problem(node, "%s must hold keys and values, not %s", where, kindOf(node))
		return
	}
	for _, entry := range entries {
		word := keyText(entry)
		full := word
		if name != "" {
			full = name + "." + word
		}
		k, known := find(full)
		switch {
		case known:
			if data, ok := r.value(k, entry.Value); ok {
				r.layer[full] = value{data, r.at(entry.Key)}
			}
		case section(full):
			r.section(full, entry.Value, depth+1)
		default:
			r.unknown(entry.Key, full, word, below(name))
		}
	}
}

// value reads the value of a known key.
func (r *reader) value(k key, node ast.Node) (any, bool) {
	switch k.form {
	case texts, paths:
		list, ok := r.texts(k.name, node)
		if k.form == paths {
			for i := range list {
				list[i] = r.absolute(list[i])
			}
		}
		return list, ok
	case formulas:
		return r.pairs(k.name, node)
	case launches:
		return r.launches(node)
	default:
		word, ok := r.scalar(k.name, node)
		if !ok {
			return nil, false
		}
		data, err := scan(k, word)
		if err != nil {
			r.problem(node, "%v", err)
			return nil, false
		}
		if k.form == path {
			data = r.absolute(word)
		}
		return data, true
	}
}

// launches reads the launch configurations.
func (r *reader) launches(node ast.Node) ([]measure.Launch, bool) {
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		r.problem(node, "launch must be a list of launch configurations, not %s", kindOf(node))
		return nil, false
	}
	before := len(r.problems)
	all := make([]measure.Launch, 0, len(list.Values))
	for i, entry := range list.Values {
		all = append(all, r.launch(i, entry))
	}
	return all, len(r.problems) == before
}

func (r *reader) launch(index int, node ast.Node) measure.Launch {
	launch := measure.Launch{Repeat: 1}
	name := fmt.Sprintf("launch[%d]", index)
	entries, ok := mapping(node)
	if !ok {
		r.problem(node, "%s must hold keys and values (%s), not %s", name, strings.Join(launchKeys, ", "), kindOf(node))
		return launch
	}
	asked := false // a command that cannot be read is no command that is missing
	for _, entry := range entries {
		word := keyText(entry)
		full := name + "." + word
		switch word {
		case "name":
			launch.Name, _ = r.scalar(full, entry.Value)
		case "command":
			var ok bool
			launch.Command, ok = r.texts(full, entry.Value)
			asked = !ok
		case "dir":
			launch.Dir, _ = r.scalar(full, entry.Value)
		case "env":
			launch.Env, _ = r.pairs(full, entry.Value)
		case "repeat":
			text, ok := r.scalar(full, entry.Value)
			n, err := strconv.Atoi(text)
			if ok && (err != nil || n < 1 || n > maxRepeat) {
				r.problem(entry.Value, "%s is %q, but must be a number from 1 to %d", full, text, maxRepeat)
			}
			launch.Repeat = n
		case "vary":
			launch.Vary = r.vary(full, entry.Value)
		default:
			r.unknown(entry.Key, full, word, launchKeys)
		}
	}
	if launch.Name == "" {
		launch.Name = fmt.Sprintf("launch %d", index+1)
	}
	for vary := range launch.Vary {
		if !launch.Uses(vary) {
			r.problem(node, "%s varies %s, but neither its command nor its env contains {%s}", name, vary, vary)
		}
	}
	if len(launch.Command) == 0 && !asked {
		r.problem(node, "%s (%q) has no command; write command: [java, -cp, target/classes, demo.Main]", name, launch.Name)
	}
	return launch
}

const maxRepeat = 100_000

// texts reads a list of single values.
func (r *reader) texts(name string, node ast.Node) ([]string, bool) {
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		hint := ""
		if word, ok := scalarText(node); ok {
			hint = fmt.Sprintf("; write [%s]", strings.Join(strings.Fields(word), ", "))
		}
		r.problem(node, "%s must be a list, not %s%s", name, kindOf(node), hint)
		return nil, false
	}
	all := make([]string, 0, len(list.Values))
	for i, entry := range list.Values {
		word, ok := r.scalar(fmt.Sprintf("%s[%d]", name, i), entry)
		if !ok {
			return nil, false
		}
		all = append(all, word)
	}
	return all, true
}

// pairs reads a mapping of single values.
func (r *reader) pairs(name string, node ast.Node) (map[string]string, bool) {
	entries, ok := mapping(node)
	if !ok {
		r.problem(node, "%s must hold names and values, not %s", name, kindOf(node))
		return nil, false
	}
	all := make(map[string]string, len(entries))
	for _, entry := range entries {
		word, ok := r.scalar(name+"."+keyText(entry), entry.Value)
		if !ok {
			return nil, false
		}
		all[keyText(entry)] = word
	}
	return all, true
}

func (r *reader) scalar(name string, node ast.Node) (string, bool) {
	word, ok := scalarText(node)
	if !ok {
		r.problem(node, "%s must be a single value, not %s", name, kindOf(node))
	}
	return word, ok
}

func (r *reader) absolute(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return filepath.Join(r.dir, name)
}

// vary reads the values that take the place of {name} in a launch.
func (r *reader) vary(name string, node ast.Node) map[string][]string {
	entries, ok := mapping(node)
	if !ok {
		r.problem(node, "%s must hold names and lists of values, such as {n: [10, 100, 1000]}, not %s", name, kindOf(node))
		return nil
	}
	all, launches := map[string][]string{}, 1
	for _, entry := range entries {
		word := keyText(entry)
		values, ok := r.varied(name+"."+word, entry.Value)
		if !ok {
			continue
		}
		all[word] = values
		if launches *= len(measure.First(values)); launches > measure.MaxVaried {
			r.problem(node, "%s makes more than %d launches", name, measure.MaxVaried)
			return nil
		}
	}
	return all
}

// varied reads the values of one {name}: a list, in which one may be a range,
// or a range alone.
func (r *reader) varied(name string, node ast.Node) ([]string, bool) {
	var values []string
	if word, ok := scalarText(node); ok && strings.Contains(word, "..") {
		values = []string{word}
	} else if values, ok = r.texts(name, node); !ok {
		return nil, false
	}
	if len(values) == 0 {
		r.problem(node, "%s has no values; write a list such as [10, 100, 1000]", name)
		return nil, false
	}
	if err := measure.CheckVaried(values); err != nil {
		r.problem(node, "%s: %v", name, err)
		return nil, false
	}
	return values, true
}
