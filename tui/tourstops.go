package tui

// TourStop is what the guided tour of the example says at one place, beside the screens: what is seen, why it is
// so, and what to press.
type TourStop struct {
	Place string `json:"place"`        // the screen's name, as Place says it
	Title string `json:"title"`        // heading of the tour's part of the screen
	Seen  string `json:"seen"`         // what is seen
	Why   string `json:"why"`          // why it is so
	Do    string `json:"do,omitempty"` // which key goes on; empty: the tour ends here
}

// TourStops are in the order in which a person comes to them. A place
// may have several, which are gone through by a key.
var TourStops = []TourStop{
	{"Project", "The project", "A Palladio model, a file that links its elements to Java statements, the sources, and the command that builds them. At ✓: what the model holds.", "The model says which steps a service has but not what they cost; the links say which statements they are. Beagle measures a copy: your sources stay as they are.", "enter goes on"},
	{"Selection", "What is measured", "Components, their services and steps: resource demands, loops, branches, arguments of calls. On the right the statements that a step stands for.", "All that has a link is chosen. Of a large program choose what matters first: every probe costs a little time.", "enter goes on"},
	{"Launches", "How the program is run", "The commands with which the program is run while it is measured, and how often. t builds it and runs one once.", "What an expression depends on must vary: sizes of 1 and of 1,000 teach more than the same size a thousand times.", "enter goes on"},
	{"Wizard: ways to launch it", "Ways to launch it", "What Beagle found in sources and build files: classes with main, tests, and what builds run.", "Nobody knows your program as you do: what is proposed is a beginning, arguments that vary are yours to add.", "enter adds what is chosen, esc adds none"},
	{"Timeout", "When it ends", "A rule that ends the analysis where a launch takes far longer than those before.", "Whatever ends it: what was measured is kept, and learnt from.", "enter goes on"},
	{"Measuring", "Probes and clock", "What measures (Beagle's own probes) and which clock.", "CPU time is what a demand on a processor means: waiting does not count. Of very short sections wall time is more exact.", "enter goes on"},
	{"Overview", "Everything once more", "What will be done, in which order, and the command that does the same without screens.", "Nothing was started or saved so far. What you enter is kept as a draft, also when the connection is cut.", "enter starts it"},
	{"Wizard: all settings", "All settings", "Everything that beagle.yaml can hold: ● is set in it, all else stands at its default. Below the list: what the chosen one means.", "Nothing need be set here: what is not known is found out or asked for on the pages before.", "enter changes one, esc goes back"},

	{"Dashboard: preparing", "It is being prepared", "The copy of the sources gets its probes and is built. L shows what the build prints.", "The analysis is a process of its own: q and d leave it running, also when you log out.", "wait for the first launch"},
	{"Dashboard: running", "What happens now", "Above: the launch in flight, what was recorded, and how far the whole is. A share or an estimate is missing where nobody knows it.", "Launches are repeated because times scatter; a demand is measured until it is known well enough, or more launches no longer pay.", "f3 goes on; the analysis does meanwhile"},
	{"Dashboard: running", "What was learnt so far", "One line an element: verdict, best expression so far, its error, observations. It is learnt between launches, so numbers move.", "Many simple forms are tried (lines, powers, products, logarithms, cases); the one that says most with the least wins.", "↑ ↓ choose an element, z makes its picture large"},
	{"Dashboard: running", "The picture", "Dots are measured, the line is the best expression. Beside it: how far it is off, and what the measurements do not decide.", "A number without its picture is not to be trusted: look whether the dots follow the line where it matters to you.", "z shows it large; then wait for the end (p pauses, l steers)"},
	{"Dashboard: ended", "It has ended", "Why it ended, and what was learnt. Nothing is in the model yet.", "The judge says why: every element is known well enough, nobody had more to add, or the time was up.", "r reviews what was learnt"},
	{"Dashboard: one element", "One element", "All that is known of the element: expression, errors, intervals, rivals, where it was measured.", "? explains every word.", "esc goes back"},
	{"Picture of an element", "The large picture", "The same dots and line. v changes the view: measured against predicted, residuals, how often which value; i takes another input.", "Residuals without a pattern say that the form is right; a bend says that a term is missing.", "esc goes back"},

	{"Review", "You decide", "Each element with its old value, the new expression, and a verdict: trust, check, or measure more.", "Beagle proposes, you decide: only accepted expressions are written. What stands open is left as it was.", "f3 goes on, ↑ ↓ choose"},
	{"Review", "How far to trust it", "Error on points it was fitted to, on points left out, and on the largest fifth predicted from the rest. Held out: whole launches that did not teach it.", "An expression that only repeats what it saw is worth nothing: the last two say how it does on what it did not see.", "f3 goes on"},
	{"Review", "Rivals", "→ shows the next proposal; the line Rivals says by how much the best is ahead, and 90 % in where its numbers lie.", "Where two forms explain the measurements equally well, nobody can decide without more of them: the line ? says which inputs would.", "f3 goes on; e tries an expression of your own"},
	{"Review", "Write", "a accepts one expression, A all that are undecided, x keeps an old value, w writes. First the change in the file is shown.", "Every byte outside the changed values stays as it was, and u takes it back.", "A, then w"},
	{"Review: editing", "Your own expression", "While you type: its curve, error and residuals beside those of the best one.", "You may know what no measurement shows, for instance that a cost must be zero for nothing.", "enter takes it, esc does not"},
	{"Review: diff", "The change", "The lines of the model file before and after.", "Only values of chosen elements change; a person reads this as any other change.", "w writes, esc goes back"},
	{"Review: writing", "Where to", "The new file, or the model itself with a copy kept beside it.", "Nothing that somebody else wrote is replaced without a question.", "enter writes"},
	{"Review: written", "It is in the model", "The file that Palladio loads. Back in the review, v shows whether it predicts launches that did not teach it, and f asks it what would be.", "Single costs may be right and the whole wrong, so the whole is held against measured response times.", "enter goes back; then v or f"},
	{"Prediction check", "Does it predict the program?", "Of each service: response times measured in launches that were kept from the learning, and those that the model predicts for the same inputs.", "The mean says whether the level is right, the points whether single calls are. Blame says which part of a service is off.", "esc goes back"},
	{"What if", "What would be", "More users, faster processors, larger inputs: what the written model predicts, as a curve over the load.", "This is what a calibrated model is for: to ask it what cannot be measured yet.", "esc goes back"},

	{"Home", "That was the way", "Drafts, runs and projects. The run of the tour is among them: enter reviews it again.", "What was measured is kept: it can be learnt from again, compared with a later run, and shown around (beagle report).", "o opens a project of your own; f4 ends the tour"},
}
