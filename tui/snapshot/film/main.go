// Command film makes a moving drawing of a session that scripts/film has recorded: screens on the standard input, each
// behind a line with a form feed and the time in ns.
//
//	go run ./tui/snapshot/film 80 4 <recorded >docs/images/cost.svg
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"beagle/tui/snapshot"
)

func main() {
	if err := film(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "film:", err)
		os.Exit(1)
	}
}

func film(args []string, in io.Reader, out io.Writer) error {
	if len(args) != 2 {
		return fmt.Errorf("write: film COLUMNS SPEED <recorded >drawing.svg")
	}
	width, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	speed, err := strconv.ParseInt(args[1], 10, 64)
	if err != nil || speed < 1 {
		return fmt.Errorf("%q is no speed: write how many times as fast it is shown, a whole number", args[1])
	}
	recorded, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	var frames []snapshot.Frame
	for one := range strings.SplitSeq(string(recorded), "\f") {
		when, screen, _ := strings.Cut(one, "\n")
		if strings.TrimSpace(screen) == "" { // before the first, or of a terminal that has gone
			continue
		}
		at, err := strconv.ParseInt(when, 10, 64)
		if err != nil {
			return err
		}
		frames = append(frames, snapshot.Frame{At: time.Duration(at / speed), Screen: strings.TrimSuffix(screen, "\n")})
	}
	_, err = io.WriteString(out, snapshot.Film(frames, width, true))
	return err
}
