package java

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

// What generators write comes near the limits of class files: 65,535 bytes of a
// method, in which all initializers of a class are one, and 65,535 constants of a
// class. javac rejects probes beyond them, which are taken back and told.
func TestProbesEverywhereStayWithinTheLimitsOfClassFiles(t *testing.T) {
	installed := jdks(t)
	for name, source := range map[string]string{
		"Constants": manyConstants(), "StaticBlocks": manyBlocks("static "), "Blocks": manyBlocks(""), "OneMethod": oneMethod(),
	} {
		t.Run(name, func(t *testing.T) {
			if name != "StaticBlocks" && !need.Long() {
				t.Skip("a variant; BEAGLE_LONG=1 runs it")
			}
			tree := t.TempDir()
			if err := os.WriteFile(filepath.Join(tree, name+".java"), []byte(strings.ReplaceAll(source, "NAME", name)), 0o600); err != nil {
				t.Fatal(err)
			}
			j := installed[0]
			plain, out, probed := t.TempDir(), filepath.Join(t.TempDir(), "probed"), t.TempDir()
			compileTree(t, j, tree, plain)
			result, err := InstrumentEverything(context.Background(), tree, out, Compile{})
			if err != nil {
				t.Fatal(err)
			}
			if len(result.Notes) == 0 || len(result.Notes) > 2 || result.Notes[0].Severity != model.Warning || result.Tried.Files != 1 || result.Lost == 0 {
				t.Errorf("%+v: %d sites, %d lost; notes: %v", result.Tried, result.Sites, result.Lost, result.Notes[:min(3, len(result.Notes))])
			}
			compileTree(t, j, out, probed)
			want := runMain(t, j, plain, name, "")
			if got := runMain(t, j, probed, name, t.TempDir()); got != want {
				t.Errorf("with probes the program says %s, without %s", got, want)
			}
		})
	}
}

func manyConstants() string {
	var b strings.Builder
	b.WriteString("public class NAME { static int sum;\n")
	for i := range 2500 {
		fmt.Fprintf(&b, "static int m%d(int a) { int x = a + %d; if (x > 7) { x -= a; } else { x += a; } for (int k = 0; k < 2; k++) { x ^= k; sum += x; } sum += Math.max(x, 3); sum++; sum += a; sum--; return x; }\n", i, 100000+i)
	}
	b.WriteString("public static void main(String[] args) { System.out.println(m3(1) + m2499(5) + sum); } }\n")
	return b.String()
}

func manyBlocks(kind string) string {
	var b strings.Builder
	b.WriteString("public class NAME { static int sum; NAME() { sum++; } NAME(int n) { sum += n; }\n")
	for i := range 800 {
		fmt.Fprintf(&b, "%s{ sum += Integer.parseInt(\"%d\"); if (sum > 9) { sum -= %d; } sum++; }\n", kind, i, i)
	}
	b.WriteString("public static void main(String[] args) { new NAME(); new NAME(2); System.out.println(sum); } }\n")
	return b.String()
}

func oneMethod() string {
	return "public class NAME { static int sum; public static void main(String[] args) {\n" +
		strings.Repeat("sum += Math.max(sum, args.length);\n", 3300) + "System.out.println(sum); } }\n"
}
