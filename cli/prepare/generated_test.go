package prepare

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/cli/app"
)

// A parser that a grammar is made into is there only after the first build.
func TestSourcesThatTheBuildGeneratesAreInTheModel(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("build.xml", "<project/>")
	put("src/main/java/shop/Shop.java", "package shop; public class Shop { public static void main(String[] all) { for (String s : all) new other.Other().twice(new reading.Parser().parse(s)); } }")
	put("src/main/java/other/Other.java", "package other; public class Other { public int twice(int n) { int all = 0; for (int i = 0; i < n; i++) all += i; return all; } }")
	var said bytes.Buffer
	p := preparation{App: &app.App{Out: &said, Err: &said}, dir: dir, fresh: true, folder: filepath.Join(dir, "model")}
	r, err := p.extract(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.write(r); err != nil {
		t.Fatal(err)
	}
	if again, err := p.generated(t.Context(), r); err != nil || again != nil {
		t.Fatalf("with nothing generated it is extracted again: %v, %v", again, err)
	}
	put("target/generated-sources/grammar/reading/Parser.java", "package reading; public class Parser { public int parse(String text) { int n = 0; for (char c : text.toCharArray()) n += c; return n; } }")
	again, err := p.generated(t.Context(), r)
	if err != nil || again == nil {
		t.Fatalf("it is not extracted again: %v\n%s", err, &said)
	}
	if !strings.Contains(said.String(), "generated 1 source") {
		t.Errorf("it says\n%s", &said)
	}
	if len(findingsOf(r)) == 0 || len(findingsOf(again)) > 0 {
		t.Errorf("before it is said %+v, and now %+v", findingsOf(r), findingsOf(again))
	}
	if again, err := p.generated(t.Context(), again); err != nil || again != nil {
		t.Errorf("what is known is extracted once more: %v, %v", again, err)
	}
}
