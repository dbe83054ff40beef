package config

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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

// Every beagle.yaml, or part of one, on a page for users is read without an error.
func TestTheDocumentedSettingsAreRead(t *testing.T) {
	pages, _ := filepath.Glob(filepath.Join(need.Root(t), "docs", "*.md"))
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```")
	line := regexp.MustCompile("`((?:measure|judge|timeout|machine|select|extract|launch|build|derive|expect|vary|ready): ?[\\[{][^`]*)`")
	launches := regexp.MustCompile(`^(vary|ready):`)
	seen := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range append(block.FindAllStringSubmatch(string(text), -1), line.FindAllStringSubmatch(string(text), -1)...) {
			yaml := strings.ReplaceAll(match[1], "tool: python", "tool: kieker") // which is an extension's
			if strings.Contains(yaml, "…") || strings.Contains(yaml, "scrape_configs") || strings.Contains(yaml, "apiVersion") || strings.Contains(yaml, "- work:") {
				continue // shortened, no settings of ours, or a model as text
			}
			if launches.MatchString(yaml) {
				yaml = "launch: [{command: [server], " + strings.ReplaceAll(yaml, "\n", " ") + "}]"
			}
			file := filepath.Join(t.TempDir(), FileName)
			seen++
			if _, err := parse(file, filepath.Dir(file), []byte(yaml)); err != nil {
				t.Errorf("%s: %v in\n%s", filepath.Base(page), err, yaml)
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d pieces of settings were found", seen)
	}
}

func keyTable() string {
	var b strings.Builder
	b.WriteString("\n| key | value | default | meaning |\n|---|---|---|---|\n")
	rows(&b, settings)
	meanings(&b, "Each entry of `launch`", launchSettings)
	meanings(&b, "`load` of a launch, where it is no command", loadSettings)
	meanings(&b, "Each entry of `requests`", requestSettings)
	meanings(&b, "Each entry of `expect`", contractSettings)
	b.WriteString("\nBelow `screens`, in your own settings only:\n\n| key | value | default | meaning |\n|---|---|---|---|\n")
	rows(&b, screenSettings)
	b.WriteString("\n")
	return b.String()
}

// rows writes settings with their defaults.
func rows[T any](b *strings.Builder, all table[T]) {
	for i := range all {
		value := ""
		if all[i].plain != nil {
			value = fmt.Sprintf("`%v`", all[i].plain)
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", all[i].name, all[i].words, value, all[i].doc)
	}
}

// meanings writes settings that have no defaults.
func meanings[T any](b *strings.Builder, title string, all table[T]) {
	fmt.Fprintf(b, "\n%s:\n\n| key | value | meaning |\n|---|---|---|\n", title)
	for i := range all {
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", all[i].name, all[i].words, all[i].doc)
	}
}
