package cli

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// exitsWith runs the program and wants an exit code: exit 2 beagle --nix.
func exitsWith(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE PROGRAM ARGUMENT...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("%s: %v", strings.Join(args[1:], " "), err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s: exit code %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// holdsJSON wants the standard output of the last command to be one JSON value
// whose part at a path has a value: json error.line 7. Without a value the
// part must be there.
func holdsJSON(ts *testscript.TestScript, neg bool, args []string) {
	var value any
	if err := json.Unmarshal([]byte(ts.ReadFile("stdout")), &value); err != nil {
		ts.Fatalf("standard output is not one JSON value: %v", err)
	}
	if len(args) == 0 {
		return
	}
	found := true
	for name := range strings.SplitSeq(args[0], ".") {
		switch v := value.(type) {
		case map[string]any:
			value, found = v[name]
		case []any:
			i, err := strconv.Atoi(name)
			if found = err == nil && i < len(v); found {
				value = v[i]
			}
		default:
			found = false
		}
		if !found {
			break
		}
	}
	text := fmt.Sprint(value)
	fits := found && (len(args) == 1 || text == args[1])
	if fits == neg {
		ts.Fatalf("%s is %q (there: %v), wanted %v, negated %v", args[0], text, found, args[1:], neg)
	}
}
