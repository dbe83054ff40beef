package prepare

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/cli/app"
	"beagle/extract"
	"beagle/internal/need"
	"beagle/run"
)

const cart = `package shop;
class Cart {
    Stock stock = new Stock();
    int order(int n) {
        for (int i = 0; i < n; i++) { stock.take(i); }
        return n;
    }
}
`

func TestAnAnalysisAsksWhetherToExtractAgain(t *testing.T) {
	need.Java(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("Cart.java", cart)
	write("Stock.java", "package shop;\nclass Stock {\n    int sum;\n    void take(int n) { sum += n * n; }\n}\n")
	write("Main.java", "package shop;\npublic class Main {\n    public static void main(String[] args) { new Cart().order(3); }\n}\n")
	r, err := extract.Extract(context.Background(), extract.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Write(filepath.Join(dir, "model"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		terminal bool
		answers  string
		edit     string
		again    bool
		said     string
	}{
		{true, "", "", false, ""},
		{false, "", "return n + 1;", false, "changed since the model was extracted: Cart.java"},
		{true, "n\n", "return n + 1;", false, "keeps what was learnt"},
		{true, "y\n", "return n + 1;", true, "Since the last extraction:"},
		{true, "", "return n + 1;", false, ""}, // it is as the sources are by now
	} {
		var said strings.Builder
		if test.edit != "" {
			write("Cart.java", strings.Replace(cart, "return n;", test.edit, 1))
		}
		cfg := run.Config{Project: dir, Model: w.Repository, Links: w.Links}
		a := &app.App{In: strings.NewReader(test.answers), Out: &said, Err: &said, Interactive: test.terminal}
		again, err := OfferAgain(t.Context(), a, &cfg)
		if err != nil || again != test.again || cfg.Select.Unlearnt != test.again || !strings.Contains(said.String(), test.said) || test.said == "" && said.Len() > 0 {
			t.Errorf("%+v: again %v, %v; said\n%s", test, again, err, said.String())
		}
	}
}
