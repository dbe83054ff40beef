package wire

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of messages into docs/extending")

// pages are where the messages of each point are documented.
const pages = "../../docs/extending"

// Each point has a page whose tables are made from the types that are sent.
func TestThePagesHoldAllMembersOfTheMessages(t *testing.T) {
	for _, point := range Points {
		path := filepath.Join(pages, string(point)+".md")
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		const begin, end = "<!-- messages: begin -->\n", "<!-- messages: end -->\n"
		head, rest, found := strings.Cut(string(page), begin)
		_, tail, closed := strings.Cut(rest, end)
		if !found || !closed {
			t.Fatalf("%s has no place for the messages", path)
		}
		want := head + begin + messages(point) + end + tail
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if string(page) != want {
			t.Errorf("%s is out of date: go test ./extension/wire -update", path)
		}
	}
}

// messages are the tables of a point's methods.
func messages(point Point) string {
	var b strings.Builder
	b.WriteString("\n## The messages\n\nMade from the program; `beagle extension schema` prints the same as JSON Schema.\n")
	said := map[reflect.Type]bool{}
	if capability, ok := reflect.TypeFor[InitializeResult]().FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, string(point)) }); ok {
		fmt.Fprintf(&b, "\n### In the handshake: `%s`\n", point)
		table(&b, capability.Type.Elem(), said)
	}
	for _, method := range Schemas() {
		if x := exchanges[method]; strings.HasPrefix(method, string(point)+"/") {
			for _, part := range []struct {
				name  string
				value any
			}{{"params", x.params}, {"result", x.result}} {
				fmt.Fprintf(&b, "\n### `%s`: %s\n", method, part.name)
				table(&b, reflect.TypeOf(part.value), said)
			}
		}
	}
	return b.String() + "\n"
}

// table writes the members of a struct, and behind them those of the structs that
// it holds.
func table(b *strings.Builder, t reflect.Type, said map[reflect.Type]bool) {
	said[t] = true
	if t.NumField() == 0 {
		b.WriteString("\nEmpty.\n")
		return
	}
	var inner []reflect.Type
	b.WriteString("\n| member | is | meaning |\n|---|---|---|\n")
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		is, holds := form(field.Type)
		if strings.Contains(options, "omitempty") {
			is += ", may be missing"
		}
		if holds != nil && !said[holds] && !slices.Contains(inner, holds) {
			inner = append(inner, holds)
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, is, strings.ReplaceAll(field.Tag.Get("doc"), "|", "\\|"))
	}
	for _, t := range inner {
		if !said[t] {
			fmt.Fprintf(b, "\n#### %s\n", t.Name())
			table(b, t, said)
		}
	}
}

// form says in words what a member is, and which struct it holds.
func form(t reflect.Type) (words string, holds reflect.Type) {
	switch {
	case t == reflect.TypeFor[Numbers]():
		return "numbers or `null`", nil
	case t == reflect.TypeFor[json.RawMessage]():
		return "an object", nil
	case t.Kind() == reflect.Pointer:
		return form(t.Elem())
	case t.Kind() == reflect.Slice:
		words, holds = form(t.Elem())
		return "list of: " + strings.TrimPrefix(words, "a "), holds
	case t.Kind() == reflect.Map:
		return "object of texts", nil
	case t.Kind() == reflect.Struct:
		return "[" + t.Name() + "](#" + strings.ToLower(t.Name()) + ")", t
	case t.Kind() == reflect.Bool:
		return "true or false", nil
	case t.Kind() == reflect.String:
		return "a text", nil
	case t.Kind() == reflect.Float64:
		return "a number", nil
	default:
		return "a whole number", nil
	}
}

// What the pages show as a conversation is one: each request has the members of its
// method, each answer those of the request that it answers.
func TestTheConversationsOnThePagesAreOnes(t *testing.T) {
	for _, point := range Points {
		page, err := os.ReadFile(filepath.Join(pages, string(point)+".md"))
		if err != nil {
			t.Fatal(err)
		}
		asked, answered := map[int64]exchange{}, 0
		for i, block := range strings.Split(string(page), "```") {
			lines, isJSON := strings.CutPrefix(block, "json\n")
			if i%2 == 0 || !isJSON {
				continue
			}
			for line := range strings.Lines(lines) {
				message, err := Parse([]byte(line))
				if err != nil {
					t.Fatalf("%s: %v: %s", point, err, line)
				}
				if message.Method != "" {
					x, known := exchanges[message.Method]
					if !known {
						t.Fatalf("%s: there is no method %s", point, message.Method)
					}
					asked[*message.ID] = x
					strictly(t, message.Params, x.params)
					continue
				}
				strictly(t, message.Result, asked[*message.ID].result)
				answered++
			}
		}
		if answered == 0 {
			t.Errorf("the page of %s shows no conversation", point)
		}
	}
}

// strictly decodes a message that may have no member that its type has not.
func strictly(t *testing.T, data []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(reflect.New(reflect.TypeOf(into)).Interface()); err != nil {
		t.Errorf("%v: %s", err, data)
	}
}
