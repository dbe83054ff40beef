package driver

import (
	"fmt"
	"strings"

	"beagle/measure/launch"
	"beagle/model"
)

func (d *Driver) problem(message, hint string) model.Problem {
	return model.Problem{Severity: model.Error, Rule: "drive", Message: d.Method.String() + ": " + message, Hint: hint}
}

func (d *Driver) failed(r report, result launch.Result) model.Problem {
	own := d.x.OwnInputs(d.Method, d.Given)
	stack := func(s string) string { return strings.TrimRight(strings.ReplaceAll(s, "\r", "\n"), "\n ") }
	if v := r.last("unmade"); len(v) == 3 {
		return d.problem(fmt.Sprintf("no %s can be made for %s: %s", v[1], v[0], v[2]), own)
	}
	if v := r.last("refused"); len(v) == 3 && strings.HasPrefix(v[1], "java.lang.OutOfMemoryError") {
		return d.problem("calls need more memory than the "+heap+" that drivers have"+tailOf(stack(v[2])), "give smaller inputs: "+own)
	}
	if v := r.last("refused"); len(v) == 3 {
		return d.problem(fmt.Sprintf("it refused all of %s calls, mostly by %s%s", v[0], v[1], tailOf(stack(v[2]))), own)
	}
	if v := r.last("unmakeable"); len(v) == 3 {
		return d.problem(fmt.Sprintf("its inputs cannot be made: their making failed %s times, mostly by %s%s", v[0], v[1], tailOf(stack(v[2]))), own)
	}
	if v := r.last("never"); len(v) == 2 {
		return d.problem(fmt.Sprintf("a call did not return within %.0f s, with %s; it was here:\n%s", max(2, 20*d.limit), v[0], stack(v[1])), "give inputs for which it returns: "+own)
	}
	if v := r.last("computing"); len(v) == 2 {
		return d.problem(fmt.Sprintf("calls leave threads behind that go on computing: %s, one of them here:\n%s", v[0], stack(v[1])), "end these threads in the call, or name the method that they run")
	}
	if v := r.last("exit"); len(v) == 2 && !result.Stopped {
		return d.problem("a call ended the JVM (System.exit); it was here:\n"+stack(v[1]), "name the method below it that computes")
	}
	if v := r.last("broken"); len(v) == 2 {
		hint := "mend what runs when the class is first used, or name a method of another class"
		if strings.Contains(v[0], "NoClassDefFoundError") || strings.Contains(v[0], "ClassNotFoundException") || strings.Contains(v[0], "UnsatisfiedLinkError") {
			hint = "check the class path: build the project with all its libraries"
		}
		return d.problem("its class cannot be used: "+v[0]+tailOf(stack(v[1])), hint)
	}
	if dropped := r.all("dropped"); len(dropped) > 0 {
		return d.problem("it refuses inputs that it accepted before: "+dropped[0][1], own)
	}
	if r.last("done") != nil {
		return d.problem("there was no time to measure anything", "give it longer with --for, or a machine that has time for it")
	}
	message, hint := fmt.Sprintf("the JVM ended early, with exit code %d", result.ExitCode), "see whether the program runs with this JDK and "+heap+" of memory"
	switch {
	case result.Signal != "":
		message = "the JVM was ended by signal " + result.Signal
	case result.Tail == "" && !result.Stopped:
		message, hint = fmt.Sprintf("a call ended the JVM at once (Runtime.halt), with exit code %d", result.ExitCode), "name the method below it that computes"
	}
	if result.Tail != "" {
		message += ": " + result.Tail
	}
	if result.Stopped {
		return d.problem("Beagle ended the JVM, which was still busy "+fmt.Sprintf("%.0f s", starting.Seconds())+" after its time was over", "give it a longer time with --for, or smaller inputs of your own")
	}
	return d.problem(message, hint)
}

// OwnInputs says what a person does so that a method gets inputs of their own; given is the class that makes them so far.
func (x *Index) OwnInputs(m *Method, given string) string {
	var row []string
	if !m.static() {
		row = append(row, m.Class[strings.LastIndexAny(m.Class, "/$")+1:]+" this")
	}
	for i, kind := range m.types() {
		row = append(row, kind+" "+m.Names[i])
	}
	if given != "" {
		return fmt.Sprintf("have inputs(Random) of %s, a class of the project or of --class-path, give rows {%s}", given, strings.Join(row, ", "))
	}
	name := fmt.Sprintf("write into beagle.yaml: drive: {inputs: {%q: X}}", x.Shortest(m))
	if len(x.Own) > 0 && strings.HasSuffix(x.Own[0], ".jar") { // which has no settings
		name = "add --inputs X --class-path FOLDER, in which X is compiled"
	}
	return fmt.Sprintf("write a class X with \"static Stream<Object[]> inputs(Random)\" whose rows are {%s}, and %s", strings.Join(row, ", "), name)
}

func tailOf(stack string) string {
	if stack == "" {
		return ""
	}
	return " " + strings.TrimSpace(stack)
}
