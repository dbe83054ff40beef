package stoex

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"beagle/internal/need"
)

// published are the expression strings of public models.
func published(t testing.TB) []string {
	t.Helper()
	f, err := os.Open(need.Shared(t, "pcm/stoex-strings.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []string
	unescape := strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\r`, "\r")
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		count, text, found := strings.Cut(lines.Text(), "\t")
		if _, err := strconv.Atoi(count); err == nil && found {
			list = append(list, unescape.Replace(text))
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestEveryPublishedExpressionIsUnderstoodOrExplained(t *testing.T) {
	list := published(t)
	valid := 0
	for _, text := range list {
		e, err := Parse(text)
		if err != nil {
			t.Logf("%.80q: %v", text, err)
			continue
		}
		valid++
		formatted := Format(e)
		again, err := Parse(formatted)
		if err != nil {
			t.Errorf("%q was formatted as %q: %v", text, formatted, err)
			continue
		}
		if twice := Format(again); twice != formatted {
			t.Errorf("%q is formatted as %q, and then as %q", text, formatted, twice)
		}
	}
	t.Logf("%d of %d are valid", valid, len(list))
}
