package expression

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

var (
	codeN    = Variable{model.Variable{Name: "items.INNER", Char: model.ByteSize}}
	codeM    = Variable{model.Variable{Name: "n", Char: model.ValueOf}}
	codeKind = Variable{model.Variable{Name: "kind", Char: model.ValueOf}}
)

func op(op Op, left, right Node) Node { return Binary{op, left, right} }
func of(f Func, arg Node) Node        { return Unary{f, arg} }

// formulas have each operator and each function, and operands that bind more loosely than what stands around them.
var formulas = []Node{
	op(Add, Constant(1.5e-9), op(Mul, Constant(3), op(Div, codeN, codeM))),
	op(Sub, codeN, op(Sub, codeM, Constant(-2))),
	op(Div, op(Div, codeN, Constant(2)), op(Div, codeM, Constant(3))),
	op(Mul, op(Add, codeN, codeM), op(Sub, codeN, codeM)),
	op(Div, Constant(3), Constant(2)),
	op(Mod, op(Add, codeN, Constant(7)), codeM),
	op(Mod, Constant(-7), codeM),
	of(Neg, op(Pow, codeM, Constant(2))),
	op(Pow, Constant(-2), Constant(2)),
	op(Pow, op(Pow, codeM, Constant(2)), Constant(0.5)),
	op(Pow, codeM, op(Pow, Constant(2), Constant(2))),
	op(Mul, op(Log, Constant(2), codeN), op(Log, codeM, Constant(10))),
	op(Add, op(Min, codeN, codeM), op(Max, codeN, Constant(12))),
	op(Add, of(Sqrt, codeN), op(Add, of(Ln, codeN), of(Exp, op(Div, codeM, Constant(10))))),
	op(Add, of(Floor, op(Div, codeN, Constant(7))), op(Add, of(Ceil, op(Div, codeM, Constant(7))), of(Round, op(Div, codeN, Constant(4))))),
	op(Add, of(Abs, op(Sub, codeM, codeN)), of(Sin, codeN)),
	If{op(Less, codeN, codeM), Constant(1), If{op(GreaterEqual, codeN, Constant(10)), op(Mul, Constant(2), codeN), Constant(-3)}},
	op(Mul, Constant(2), If{op(And, op(Greater, codeN, Constant(5)), op(Or, op(LessEqual, codeM, Constant(3)), op(NotEqual, codeN, Constant(6)))), codeN, codeM}),
	If{op(Xor, op(Equal, codeM, Constant(3)), of(Not, op(Less, codeN, Constant(9)))), Constant(4), Constant(5)},
	If{op(Equal, codeKind, Text("a b_c")), codeN, codeM},
	If{op(And, op(NotEqual, Text("zip"), codeKind), op(Greater, codeN, Constant(6))), codeN, codeM},
	op(Add, op(Less, codeN, codeM), of(Not, codeM)),
	If{codeM, Constant(1), Constant(2)},
}

var codeInputs = []struct {
	n, m float64
	kind string
}{{6, 3, "a b_c"}, {9, 20, "zip"}, {100, 3, "zip"}, {1, 2, "a b_c"}} // Python raises where others have infinity

// What Go, Java and Python compute by the code is what Beagle computes.
func TestCodeComputesTheSame(t *testing.T) {
	need.Java(t)
	need.Python(t)
	for _, language := range []struct {
		in                    Language
		file, begin, end, put string // the program around the functions; put prints one value
		run                   []string
	}{
		{Go, "main.go", "package main\n\nimport (\n\t\"fmt\"\n\t\"math\"\n)\n\nvar _ = math.Pi\n", "func main() {\n%s}\n", "\tfmt.Println(%s)\n", []string{"go", "run"}},
		{Java, "Main.java", "class Main {\n", "public static void main(String[] a) {\n%s}\n}\n", "System.out.println(%s);\n", []string{"java"}},
		{Python, "main.py", "", "%s", "print(%s)\n", []string{"python3"}},
	} {
		t.Run(string(language.in), func(t *testing.T) {
			t.Parallel()
			var program, calls strings.Builder
			var want []float64
			program.WriteString(language.begin)
			for i, f := range formulas {
				name := "f" + strconv.Itoa(i)
				code, err := Code(f, name, `what "it" says */ \n \u002a/ \u12`, language.in)
				if err != nil {
					t.Fatal(err)
				}
				program.WriteString(code)
				for _, in := range codeInputs {
					var arguments []string
					for _, v := range Variables(f) {
						switch v {
						case codeN.Variable:
							arguments = append(arguments, fmt.Sprint(in.n))
						case codeM.Variable:
							arguments = append(arguments, fmt.Sprint(in.m))
						default:
							arguments = append(arguments, strconv.Quote(in.kind))
						}
					}
					fmt.Fprintf(&calls, language.put, name+"("+strings.Join(arguments, ", ")+")")
					x, err := Eval(f, Assignment{codeN.Variable: model.NumberValue(in.n), codeM.Variable: model.NumberValue(in.m), codeKind.Variable: model.TextValue(in.kind)})
					if err != nil {
						t.Fatal(err)
					}
					want = append(want, x)
				}
			}
			fmt.Fprintf(&program, language.end, calls.String())
			file := filepath.Join(t.TempDir(), language.file)
			if err := os.WriteFile(file, []byte(program.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			said, err := exec.CommandContext(t.Context(), language.run[0], append(language.run[1:], file)...).CombinedOutput()
			got := strings.Fields(string(said))
			if err != nil || len(got) != len(want) {
				t.Fatalf("%v: %s\n%s", err, said, program.String())
			}
			for i, text := range got {
				x, err := strconv.ParseFloat(text, 64)
				if text == "Infinity" {
					x, err = math.Inf(1), nil
				}
				if err != nil || x != want[i] && math.Abs(x-want[i]) > 1e-12*math.Abs(want[i]) {
					t.Errorf("formula %d at %v: %s, not %v: %s", i/len(codeInputs), codeInputs[i%len(codeInputs)], text, want[i], String(formulas[i/len(codeInputs)]))
				}
			}
		})
	}
}

func TestCodeLooksAsPeopleWriteIt(t *testing.T) {
	f := If{op(Less, codeN, Constant(10)), Constant(2e-8), op(Mul, Constant(1.5e-9), op(Pow, codeN, Constant(2)))}
	for in, want := range map[Language]string{
		Go:          "// textsWrap: CPU seconds a call\nfunc textsWrap(itemsInnerBytesize float64) float64 {\n\tif itemsInnerBytesize < 10.0 {\n\t\treturn 2e-08\n\t}\n\treturn 1.5e-09 * math.Pow(itemsInnerBytesize, 2.0)\n}\n",
		Java:        "/** CPU seconds a call */\nstatic double textsWrap(double itemsInnerBytesize) {\n    return (itemsInnerBytesize < 10.0 ? 2e-08 : 1.5e-09 * Math.pow(itemsInnerBytesize, 2.0));\n}\n",
		Python:      "import math\n\n\ndef texts_wrap(items_inner_bytesize):\n    \"\"\"CPU seconds a call\"\"\"\n    return (2e-08 if items_inner_bytesize < 10 else 1.5e-09 * math.pow(items_inner_bytesize, 2))\n",
		LaTeX:       "% CPU seconds a call\n\\begin{cases} 2 \\cdot 10^{-8} & \\text{if } \\text{items.INNER.BYTESIZE} < 10 \\\\ 1.5 \\cdot 10^{-9} \\cdot {\\text{items.INNER.BYTESIZE}}^{2} & \\text{otherwise} \\end{cases}\n",
		Spreadsheet: "=IF(items_INNER_BYTESIZE < 10, 2E-08, 1.5E-09 * items_INNER_BYTESIZE ^ 2)\n",
	} {
		if got, err := Code(f, "Texts.wrap", "CPU seconds\n a call", in); err != nil || got != want {
			t.Errorf("%s: %v\n%s\nnot\n%s", in, err, got, want)
		}
	}
	if got, err := Code(codeM, "print", "", Java); err != nil || !strings.Contains(got, "double print2(") {
		t.Errorf("%v: %s has a name of the language", err, got)
	}
	if _, err := Code(Constant(math.NaN()), "f", "", Go); err == nil {
		t.Error("NaN is written")
	}
	if _, err := Code(codeM, "f", "", "cobol"); err == nil || !strings.Contains(err.Error(), "go, java, python") {
		t.Errorf("of a language that is not known: %v", err)
	}
}
