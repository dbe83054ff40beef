package config

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

var update = flag.Bool("update", false, "write the table of keys into docs/configuration.md")

// The table of keys in the documentation is written from the keys themselves.
func TestTheDocumentedKeysAreTheKeys(t *testing.T) {
	const begin, end = "<!-- keys: written by \"go test ./config -update\" -->\n", "<!-- /keys -->"
	file := filepath.Join(need.Root(t), "docs", "configuration.md")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(data), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no marked table of keys", file)
	}
	want := before + begin + keyTable() + end + after
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(data) != want {
		t.Errorf("the table of keys in %s is stale; run go test ./config -update", file)
	}
}

func keyTable() string {
	var b strings.Builder
	b.WriteString("\n| key | value | default | meaning |\n|---|---|---|---|\n")
	for _, k := range keys {
		form := map[form]string{
			text: "text", path: "path", truth: "true or false", number: "number", whole: "whole number",
			duration: "time span", texts: "list", paths: "list of paths", formulas: "names and formulas", launches: "list",
		}[k.form]
		if len(k.oneOf) > 0 {
			form = "`" + strings.Join(k.oneOf, "`, `") + "`"
		}
		value := ""
		if k.value != nil {
			value = fmt.Sprintf("`%v`", k.value)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.name, form, value, k.doc)
	}
	b.WriteString("\n")
	return b.String()
}
