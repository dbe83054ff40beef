package launchfields

import (
	"fmt"
	"strconv"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/shell"
	"beagle/measure"
	"beagle/tui/form"
)

// Server is how a program is used that does not end by itself: "ready 8080;
// load ./load.sh; for 60s; stop ./stop.sh". What cannot be written so is kept as
// the file has it.
func Server(l *measure.Launch) *form.Field {
	f := form.Text("Server", Serving(l), "if it never ends: ready 8080; load ./load.sh; for 60s; stop ./stop.sh")
	again := measure.Launch{Ready: measure.Ready{Within: l.Ready.Within}}
	if l.Workload != nil || Served(Serving(l), &again) != nil || Serving(&again) != Serving(l) || several(l.Ready) {
		f.Off = func() string { return "this server is changed in beagle.yaml" }
	}
	return f
}

// several reports that a server is ready by more than one thing.
func several(r measure.Ready) bool {
	port, log, command := r.Port != 0, r.Log != "", len(r.Command) > 0
	return port && log || port && command || log && command
}

// Serving says in a line how a server is used.
func Serving(l *measure.Launch) string {
	var parts []string
	switch r := l.Ready; {
	case r.Port != 0:
		parts = append(parts, "ready "+strconv.Itoa(r.Port))
	case r.Log != "":
		parts = append(parts, "ready log "+r.Log)
	case len(r.Command) > 0:
		parts = append(parts, "ready "+shell.Join(r.Command))
	}
	if l.Workload != nil {
		parts = append(parts, "load "+l.Workload.String())
	}
	if len(l.Load) > 0 {
		parts = append(parts, "load "+shell.Join(l.Load))
	}
	if l.For > 0 {
		parts = append(parts, "for "+measure.Span(l.For))
	}
	if len(l.Stop) > 0 {
		parts = append(parts, "stop "+shell.Join(l.Stop))
	}
	return strings.Join(parts, "; ")
}

// Served reads such a line.
func Served(line string, l *measure.Launch) (err error) {
	for part := range strings.SplitSeq(line, ";") {
		word, rest, _ := strings.Cut(strings.TrimSpace(part), " ")
		rest = strings.TrimSpace(rest)
		switch {
		case word == "":
			continue
		case rest == "":
			return fmt.Errorf("server: nothing stands behind %q", word)
		case word == "ready":
			err = readyWhen(rest, &l.Ready)
		case word == "load":
			l.Load, err = shell.Split(rest)
		case word == "stop":
			l.Stop, err = shell.Split(rest)
		case word == "for":
			if l.For, err = quantity.ParseSpan(rest); err != nil || l.For <= 0 {
				err = fmt.Errorf("%q is no time span such as 60s", rest)
			}
		default:
			err = fmt.Errorf("%q is none of ready, load, for and stop", word)
		}
		if err != nil {
			return fmt.Errorf("server: %w", err)
		}
	}
	if l.Serves() && len(l.Load) == 0 && l.For == 0 {
		return fmt.Errorf("server: nobody uses it: write load and a command, or for 60s")
	}
	return nil
}

// readyWhen reads a port, "log" and a text, or a command.
func readyWhen(word string, r *measure.Ready) (err error) {
	if port, err := strconv.Atoi(word); err == nil {
		if port < 1 || port > 65535 {
			return fmt.Errorf("%d is no port", port)
		}
		r.Port = port
		return nil
	}
	if log, ok := strings.CutPrefix(word, "log "); ok {
		r.Log = strings.TrimSpace(log)
		return nil
	}
	r.Command, err = shell.Split(word)
	return err
}
