package findings

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestDiffIsThatOfDiffU(t *testing.T) {
	old := "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"
	now := strings.Replace(strings.Replace(old, "b\n", "B\nbb\n", 1), "k\n", "", 1)
	want := `--- a/x
+++ b/x
@@ -1,5 +1,6 @@
 a
-b
+B
+bb
 c
 d
 e
@@ -8,5 +9,4 @@
 h
 i
 j
-k
 l
`
	if got := unified("a/x", "b/x", old, now); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := unified("a", "b", old, old); got != "" {
		t.Errorf("no difference shows as %q", got)
	}
}

// patched applies a diff with patch(1), the judge of the format.
func patched(t *testing.T, old, diff string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("patch", "-s", path)
	c.Stdin = strings.NewReader(diff)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, diff)
	}
	now, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(now)
}

func TestDiffsCanBePatchedIn(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("patch(1) is not installed")
	}
	r := rand.New(rand.NewPCG(1, 1))
	text := func() string {
		lines := make([]string, r.IntN(30))
		for i := range lines {
			lines[i] = string(rune('a' + r.IntN(4)))
		}
		text := strings.Join(lines, "\n")
		if r.IntN(3) > 0 && text != "" {
			text += "\n"
		}
		return text
	}
	for range 60 {
		old, now := text(), text()
		if diff := unified("x", "x", old, now); diff != "" {
			if got := patched(t, old, diff); got != now {
				t.Fatalf("%q became %q, not %q, by\n%s", old, got, now, diff)
			}
		} else if old != now {
			t.Fatalf("no difference between %q and %q", old, now)
		}
	}
}

func TestHugeDifferencesAreOneBlock(t *testing.T) {
	old, now := strings.Repeat("a\nb\n", diffEffort), strings.Repeat("c\n", diffEffort)
	diff := unified("x", "x", old, now)
	if strings.Count(diff, "@@ -") != 1 || strings.Count(diff, "\n-") != 2*diffEffort {
		t.Error("not one block")
	}
}
