package java

import (
	"strings"
	"testing"
)

func TestStatementsEndWhereTheyDo(t *testing.T) {
	text := `class A {
    int one(int n) { return n; }
    void two() {
        String s = """
            a; b }
            """;
        if (s == null) { s = "}"; } // }
        else s = ";";
        s += 1;
    }
}
`
	for statement, end := range map[string]string{
		`String s`: `""";`, `if (`: `s = ";";`, `s += 1`: `s += 1;`, `int one`: `return n; }`, `a; b`: `a`,
	} {
		start := strings.Index(text, statement)
		want := start + strings.Index(text[start:], end) + len(end) - 1
		if got := (Language{}).StatementEnd(text, start); got != want {
			t.Errorf("%q ends with %q, want %q", statement, text[start:got+1], text[start:want+1])
		}
	}
	if end := (Language{}).StatementEnd("class A {", 3); end != 3 {
		t.Errorf("what cannot be read ends at %d", end)
	}
}
