package keys

import "slices"

// The actions, by the words that settings and tests name them by. What each does is said by its bindings
// below, from which help, palette and docs/screens.md are made.
const (
	Up       Action = "up"
	Down     Action = "down"
	PageUp   Action = "page-up"
	PageDown Action = "page-down"
	Top      Action = "top"
	Bottom   Action = "bottom"
	Left     Action = "left"
	Right    Action = "right"
	Next     Action = "next"
	Previous Action = "previous"
	Toggle   Action = "toggle"
	Enter    Action = "enter"
	Back     Action = "back"
	Filter   Action = "filter"
	Help     Action = "help"
	Palette  Action = "palette"
	Mouse    Action = "mouse"
	Leave    Action = "leave"
	Stop     Action = "stop"
	Suspend  Action = "suspend"
	Snapshot Action = "snapshot"
	Theme    Action = "theme"

	All    Action = "all"
	None   Action = "none"
	Fold   Action = "fold"
	Source Action = "source"

	Add    Action = "add"
	Change Action = "change"
	Delete Action = "delete"
	Try    Action = "try"

	Propose Action = "propose"
	Drive   Action = "drive"

	Save Action = "save"

	Pause     Action = "pause"
	Abort     Action = "abort"
	Steer     Action = "steer"
	Tab       Action = "tab"
	Review    Action = "review"
	Accept    Action = "accept"
	Reject    Action = "reject"
	AcceptAll Action = "accept-all"
	Undo      Action = "undo"
	Edit      Action = "edit"
	Diff      Action = "diff"
	Write     Action = "write"

	Sort      Action = "sort"
	Freeze    Action = "freeze"
	NextMatch Action = "next-match"
	There     Action = "there"

	Output     Action = "output"
	FirstError Action = "first-error"
	Copy       Action = "copy"
	Export     Action = "export"

	Validate Action = "validate"
	WhatNow  Action = "what-if"
	Report   Action = "report"
	Commands Action = "commands"

	Zoom Action = "zoom"
	Rows Action = "raw-rows"
	View Action = "view"
	LogX Action = "log-x"
	LogY Action = "log-y"

	Axis     Action = "axis"
	Rivals   Action = "rivals"
	Scale    Action = "scale"
	Earlier  Action = "earlier"
	Complete Action = "complete"
	Shape    Action = "shape"
	Mark     Action = "mark"
	Open     Action = "open"

	Merge Action = "merge"
	Split Action = "split"

	Resume  Action = "resume"
	Compare Action = "compare"
	Tour    Action = "tour"
	Other   Action = "open-project"

	TourNext Action = "tour-next"
	TourEnd  Action = "tour-end"
)

// The scopes. Keys that terminals cannot tell apart (ctrl+h, ctrl+i, ctrl+j,
// ctrl+m), flow control (ctrl+s, ctrl+q) and the prefixes of tmux and screen
// (ctrl+a, ctrl+b) are never bound.
var (
	Everywhere = &Scope{Title: "Everywhere", Bindings: []Binding{
		{Help, []string{"?", "f1"}, "?", "help", "Show what you can do here; enter runs it. F1 works inside text fields, too."},
		{Palette, []string{":", "ctrl+p"}, ":", "commands", "Find a command or a screen by its name, and run it; ctrl+p inside text fields, too."},
		{Commands, []string{";"}, ";", "as commands", "Show what the keys of this screen are on the command line, to copy."},
		{Back, []string{"esc"}, "esc", "back", "Go back one step. Never leaves Beagle."},
		{Mouse, []string{"f2"}, "f2", "mouse", "Leave the mouse to the terminal, so that it marks text, or take it back: the wheel moves, a click chooses a row or a key of the last line."},
		{Snapshot, []string{"f5"}, "f5", "screenshot", "Write the screen as an SVG drawing and as text into this folder."},
		{Theme, []string{"T"}, "T", "theme", "Switch to the next theme: default, contrast, colorblind, mono; for this session."},
		{Leave, []string{"q"}, "q", "leave", "Leave Beagle; asks while an analysis runs or decisions are unwritten."},
		{Stop, []string{"ctrl+c"}, "ctrl+c", "leave", "Leave Beagle from anywhere; pressed twice it asks nothing."},
		{Suspend, []string{"ctrl+z"}, "ctrl+z", "suspend", "Go back to the shell for a while; fg brings Beagle back. The analysis goes on."},
	}}
	Touring = &Scope{Title: "Guided tour", Bindings: []Binding{
		{TourNext, []string{"f3"}, "f3", "next", "Say the next thing about the screen."},
		{TourEnd, []string{"f4"}, "f4", "end the tour", "End the tour; the screens stay."},
	}}
	Moving = &Scope{Title: "Lists", Bindings: []Binding{
		{Up, []string{"up", "k"}, "↑ k", "up", "Go to the row above."},
		{Down, []string{"down", "j"}, "↓ j", "down", "Go to the row below."},
		{PageUp, []string{"pgup", "ctrl+u"}, "pgup", "page up", "Go up a page; ctrl+u too."},
		{PageDown, []string{"pgdown", "ctrl+d"}, "pgdn", "page down", "Go down a page; ctrl+d too."},
		{Top, []string{"home", "g"}, "g", "top", "Go to the first row; home too."},
		{Bottom, []string{"end", "G"}, "G", "bottom", "Go to the last row; end too."},
	}}
	Forms = &Scope{Title: "Forms", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "continue", "Go on with what is written here."},
		{Next, []string{"tab"}, "tab", "next field", "Go to the next field."},
		{Previous, []string{"shift+tab"}, "shift+tab", "previous field", "Go to the previous field."},
		{Down, []string{"down"}, "↓", "choose", "Choose the value below; after the last one, go to the next field."},
		{Up, []string{"up"}, "↑", "choose", "Choose the value above; before the first one, go to the previous field."},
		{PageUp, []string{"pgup"}, "pgup", "scroll up", "Scroll what is shown below the form."},
		{PageDown, []string{"pgdown"}, "pgdn", "scroll", "Scroll what is shown below the form."},
	}}
	Home = &Scope{Title: "Home", Opened: "beagle home, or esc from the first step of the wizard", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "open", "Open the row: continue a draft, attach to a running analysis, review a finished one, set up a project."},
		{Review, []string{"r"}, "r", "review", "Review what the run learnt, decide, and write it into the model."},
		{Resume, []string{"u"}, "u", "resume", "Resume a run that was paused, aborted, failed or killed."},
		{Compare, []string{"c"}, "c", "compare", "Compare with the marked run; without a mark, with the previous run of the same model."},
		{Mark, []string{"m"}, "m", "mark", "Mark the run, so that another one is compared with it."},
		{Earlier, []string{"h"}, "h", "see history", "Show how learnt costs changed over the runs of this model, up to this run."},
		{Delete, []string{"d"}, "d", "remove", "Remove an ended run with all its data, or discard a draft; asks first."},
		{Other, []string{"o"}, "o", "open a project", "Set up an analysis of a project in another folder."},
		{Tour, []string{"t"}, "t", "tour", "Take the guided tour of the example."},
		{Filter, []string{"/"}, "/", "filter", "Show only rows that contain a text: names, states, folders."},
		export,
		{Copy, []string{"y"}, "y", "copy", "Copy the run's name into the terminal's clipboard, over SSH too."},
	}, Notes: []Note{{"*", "the run is marked: c on another one compares the two"}}}
	Opening = &Scope{Title: "Home: open a project", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "open", "Open what is typed, or the row with the bar."},
		{Complete, []string{"tab"}, "tab", "complete", "Complete the path as far as it is sure, or to the row with the bar."},
		{Down, []string{"down"}, "↓", "choose", "Go to the row below."},
		{Up, []string{"up"}, "↑", "choose", "Go to the row above."},
		{PageUp, []string{"pgup"}, "pgup", "page up", "Go up a page."},
		{PageDown, []string{"pgdown"}, "pgdn", "page down", "Go down a page."},
	}}
	Models = &Scope{Title: "Wizard: models", Opened: "beagle DIR, or enter on a project at home", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "choose", "Set an analysis of this model up."},
	}}
	Selection = &Scope{Title: "Wizard: selection", Bindings: []Binding{
		{Toggle, []string{"space", "x"}, "space", "select", "Select the row or not; a component or service with all below it."},
		{Enter, []string{"enter"}, "enter", "continue", "Continue with the selection."},
		{Right, []string{"right", "l"}, "→", "open", "Open the row; l too."},
		{Left, []string{"left", "h"}, "←", "close", "Close the row, or go to the row it belongs to; h too."},
		{Filter, []string{"/"}, "/", "filter", "Show only rows whose name, kind, or id contains a text."},
		{All, []string{"a"}, "a", "all", "Select everything shown."},
		{None, []string{"n"}, "n", "none", "Select nothing of what is shown."},
		{Fold, []string{"o"}, "o", "open/close all", "Open or close all rows."},
		{Source, []string{"s"}, "s", "source", "Show the source text of the element on the whole screen."},
		export,
	}}
	Proposals = &Scope{Title: "Wizard: proposed links", Bindings: []Binding{
		{Toggle, []string{"space", "x"}, "space", "select", "Select the link or not."},
		{Enter, []string{"enter"}, "enter", "use", "Write the selected links to a file beside the model, and continue."},
		{All, []string{"a"}, "a", "all", "Select all links."},
		{None, []string{"n"}, "n", "none", "Select no link."},
		export,
	}}
	Launches = &Scope{Title: "Wizard: launches", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "continue", "Continue with these launch configurations."},
		{Add, []string{"a"}, "a", "add", "Add a launch configuration."},
		{Propose, []string{"p"}, "p", "propose", "Show the ways to launch it that were found in sources and build files: classes with main, tests, and what builds run."},
		{Drive, []string{"m"}, "m", "methods", "Show the methods of the model that Beagle can call itself, with inputs of many sizes."},
		{Change, []string{"e"}, "e", "edit", "Change the launch configuration."},
		{Try, []string{"t"}, "t", "try out", "Build and run it once, and show how it ends and which elements it reaches."},
		{Delete, []string{"d"}, "d", "delete", "Delete the launch configuration; u brings it back."},
		{Undo, []string{"u"}, "u", "undo", "Bring back what was deleted last."},
		export,
	}}
	Ways = &Scope{Title: "Wizard: ways to launch it", Bindings: []Binding{
		{Toggle, []string{"space", "x"}, "space", "select", "Select the launch or not."},
		{Enter, []string{"enter"}, "enter", "add", "Add a launch configuration for each selected one."},
		{All, []string{"a"}, "a", "all", "Select all."},
		{None, []string{"n"}, "n", "none", "Select none."},
		export,
	}}
	Methods = &Scope{Title: "Wizard: methods that Beagle can call", Bindings: []Binding{
		{Toggle, []string{"space", "x"}, "space", "select", "Select the method or not. Of a method that could do harm Beagle asks first."},
		{Enter, []string{"enter"}, "enter", "call", "Look for inputs of each selected method, and add a launch that calls it."},
		{All, []string{"a"}, "a", "all", "Select all that only compute."},
		{None, []string{"n"}, "n", "none", "Select none."},
		export,
	}}
	Overview = &Scope{Title: "Wizard: overview", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "start", "Start the analysis."},
		{Change, []string{"e"}, "e", "edit", "Change the row where it stands; of elements and launches go to their step, and come back."},
		{All, []string{"a"}, "a", "all settings", "Show every setting of beagle.yaml, and change any."},
		{Save, []string{"s"}, "s", "save", "Save these settings as beagle.yaml."},
	}}
	Settings = &Scope{Title: "Wizard: all settings", Bindings: []Binding{
		{Change, []string{"enter", "e"}, "enter", "edit", "Change the setting where it stands; e too."},
		{Delete, []string{"d"}, "d", "default", "Set the setting back to its default."},
		{Filter, []string{"/"}, "/", "filter", "Show only settings whose name, value or explanation contains a text; is:changed shows those that are not as by default."},
		export,
	}, Notes: []Note{{"●", "a setting that is not as it is by default"}}}
	Dashboard = &Scope{Title: "Dashboard", Opened: "enter on a run at home, or beagle attach", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "detail", "Show the element, or the problem, on the whole screen."},
		{Zoom, []string{"z"}, "z", "picture", "Show the picture on the whole screen, with other ways to look at it."},
		{Tab, []string{"tab"}, "tab", "problems", "Change between elements and problems."},
		{Filter, []string{"/"}, "/", "filter", "Show only some elements: by text of name, kind or id, by state (is:check is:undecided is:open is:measured has:expression has:warning) and by number (error:>5% samples:<100 noise:>10%). Of problems those that contain all of the words; is:error, is:warning and is:note too."},
		{Pause, []string{"p"}, "p", "pause", "Pause or continue the analysis; measurements are kept."},
		{Steer, []string{"l"}, "l", "enough", "Stop measuring and learn from what was measured, stop this launch, or repeat it."},
		{Freeze, []string{"F"}, "F", "freeze", "Freeze the display to read it; the analysis continues."},
		export,
		{Output, []string{"L"}, "L", "output", "Show the output of the build and the launches, live, with search."},
		{There, []string{"m"}, "m", "measure there", "Add launches with the inputs that decide this element; resumes an ended analysis."},
		{Abort, []string{"a"}, "a", "abort", "Abort the analysis; asks first. Measurements are kept and analysed for seconds (again: at once); the model stays unchanged."},
		{Resume, []string{"u"}, "u", "resume", "Resume an analysis that was aborted, failed or killed."},
		{Review, []string{"r"}, "r", "review", "Review the expressions, decide, and write them into the model."},
		{Sort, []string{"s"}, "s", "sort", "Sort by kind, verdict, error, samples, name, or component and service, one after the other."},
		{Shape, []string{"t"}, "t", "tree", "Show the elements by kind, as a flat list, as a tree of components and services, or with equal expressions together, one after the other."},
		{Fold, []string{"o"}, "o", "open/close all", "Open or close all headings."},
		{NextMatch, []string{"n"}, "n", "next to check", "Go to the next element to check or to measure more."},
		{Open, []string{"E"}, "E", "editor", "Open the code of the element in your editor (VISUAL, EDITOR), at its line."},
		{Copy, []string{"y"}, "y", "copy", "Copy the expression into the terminal's clipboard, over SSH too."},
	}, Notes: append([]Note{
		{"✓ trust", "the judge found nothing against the expression"},
		{"◆ check", "read its warnings (◆) and its picture before you trust it"},
		{"? measure", "the measurements do not decide it; the detail says where to measure"},
		{"○ not yet", "there is no expression yet"},
	}, slices.Concat(pictureNotes, Progress, Terms)...)}
	Element = &Scope{Title: "Dashboard: one element", Bindings: []Binding{
		{Left, []string{"left", "h"}, "←", "previous", "Show the element before."},
		{Right, []string{"right", "l"}, "→", "next", "Show the element after."},
	}}
	Log = &Scope{Title: "Output of build and launches", Bindings: []Binding{
		{Filter, []string{"/"}, "/", "search", "Go to the next line that contains a text."},
		{NextMatch, []string{"n"}, "n", "next", "Go to the next line that contains it."},
		{FirstError, []string{"e"}, "e", "first error", "Go to the first line that looks like an error."},
		{Left, []string{"left", "h"}, "←", "before", "Show what was printed before: another launch, or the build."},
		{Right, []string{"right", "l"}, "→", "after", "Show what was printed after it."},
	}, Notes: []Note{{"✗", "the first line that looks like an error of a compiler, a build tool or a Java program"}, {"▸", "a line with the searched text"}}}
	ReviewList = &Scope{Title: "Review", Opened: "r on a run at home or on the dashboard, or beagle review", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "detail", "Show the element with its picture on the whole screen; open or close a heading."},
		{Accept, []string{"a"}, "a", "accept", "Accept the expression that is shown, and go to the next row; on an accepted row: undo that."},
		{Reject, []string{"x"}, "x", "keep old", "Keep the old value of the model, and go to the next row; on such a row: undo that."},
		{Edit, []string{"e"}, "e", "edit", "Write the expression yourself; it is checked while you type."},
		{Zoom, []string{"z"}, "z", "picture", "Show the picture on the whole screen, with other ways to look at it."},
		{Left, []string{"left", "h"}, "←", "previous", "Show the proposal before; the best is the first."},
		{Right, []string{"right", "l"}, "→", "other", "Show the next proposal for this element."},
		{AcceptAll, []string{"A"}, "A", "accept all", "Accept the best expression of every element that is not decided yet and has the asked quality."},
		{Undo, []string{"u"}, "u", "undo", "Undo the last decision, also one of an earlier session."},
		{Diff, []string{"d"}, "d", "diff", "Show what would change in the model file."},
		{Write, []string{"w"}, "w", "write", "Write the accepted expressions; shows the change first."},
		{Report, []string{"r"}, "r", "report", "Write one page about the analysis into this folder: HTML, to read and to show around."},
		{Validate, []string{"v"}, "v", "validate", "Show whether the learnt model predicts launches that did not teach it."},
		{WhatNow, []string{"f"}, "f", "what if", "Ask the model that was written what would be, with other loads, speeds and cores."},
		{Filter, []string{"/"}, "/", "filter", "Show only some elements: by text of name, kind or id, by state (is:check is:undecided is:open is:measured has:expression has:warning) and by number (error:>5% samples:<100 noise:>10%)."},
		{Sort, []string{"s"}, "s", "sort", "Sort by kind, verdict, error, samples, name, or component and service, one after the other."},
		{Shape, []string{"t"}, "t", "tree", "Show the elements by kind, as a flat list, as a tree of components and services, or with equal expressions together, one after the other."},
		{Fold, []string{"o"}, "o", "open/close all", "Open or close all headings."},
		{Mark, []string{"space", "m"}, "space", "mark", "Mark the element, or all below a heading: the next decision is on all marked elements."},
		{NextMatch, []string{"n"}, "n", "next to check", "Go to the next element to check or to measure more."},
		export,
		{Open, []string{"E"}, "E", "editor", "Open the code of the element in your editor (VISUAL, EDITOR), at its line."},
		{Copy, []string{"y"}, "y", "copy", "Copy the expression into the terminal's clipboard, over SSH too."},
	}, Notes: slices.Concat(pictureNotes, Terms)}
	Picture = &Scope{Title: "Picture of an element", Bindings: []Binding{
		{View, []string{"v", "tab"}, "v", "other view", "Measured over the input; measured against predicted; residuals; how often which value; side by side for low, middle and high values of a second input."},
		{LogX, []string{"x"}, "x", "log x", "Make the horizontal axis logarithmic, or linear again; what is not above zero is left out."},
		{LogY, []string{"y"}, "y", "log y", "Make the vertical axis logarithmic, or linear again; what is not above zero is left out."},
		{Axis, []string{"i"}, "i", "input", "Draw over the next input."},
		{Rivals, []string{"o"}, "o", "rivals", "Draw the next proposals beside the best, or not."},
		{Scale, []string{"a"}, "a", "all points", "Let the scale reach to the farthest point, or leave a few far ones at the edge as ↑ and ↓."},
		{Left, []string{"left", "h"}, "←", "previous", "Show the element before."},
		{Right, []string{"right", "l"}, "→", "next", "Show the element after."},
		{Rows, []string{"d"}, "d", "raw rows", "Show what was measured as a table: sort, filter, export."},
		{Back, []string{"esc", "z"}, "esc", "back", "Go back to the list; z too."},
	}, Notes: pictureNotes}
	Table = &Scope{Title: "Table", Bindings: []Binding{
		{Sort, []string{"s"}, "s", "sort", "Sort by the next column: numbers from the largest on, texts from A on."},
		{Filter, []string{"/"}, "/", "filter", "Show only rows that contain all words of a text."},
		export,
	}}
	Model = &Scope{Title: "Model without an analysis", Opened: "beagle DIR with a model that has no sources", Bindings: []Binding{
		{Enter, []string{"enter", "e"}, "enter", "edit", "Type another value; it is checked before it is taken."},
		{Undo, []string{"u"}, "u", "undo", "Give the element the value of the file again."},
		{Write, []string{"w"}, "w", "write", "Write the changed values into the model; asks first, and keeps the old file as .bak."},
		{Validate, []string{"c"}, "c", "check", "Show what is wrong with the model."},
		{WhatNow, []string{"f"}, "f", "what if", "Ask the model, with the changed values, what would be under other loads, speeds and cores."},
		{Sort, []string{"s"}, "s", "sort", "Sort by the next column."},
		{Filter, []string{"/"}, "/", "filter", "Show only rows that contain all words of a text."},
		export,
	}, Notes: []Note{{"*", "a value that was changed and is not written"}}}
	ReviewDiff = &Scope{Title: "Review: diff", Bindings: []Binding{
		{Write, []string{"w"}, "w", "write", "Write the accepted expressions."},
	}}
	Written = &Scope{Title: "Review: written", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "back to the review", "Go back to the review."},
		{WhatNow, []string{"f"}, "f", "what if", "Ask the model that was written what would be, with other loads, speeds and cores."},
		{Undo, []string{"u"}, "u", "undo", "Take back what was written: what stood there before stands there again."},
	}}
	Editor = &Scope{Title: "Review: editing", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "accept", "Take the expression, if it is valid."},
		{Complete, []string{"tab"}, "tab", "complete", "Complete the name of an input or a function; once more takes the next one that fits. Where nothing fits it goes to the next transition."},
		{Next, []string{"down"}, "↓", "next transition", "Go to the branch's next transition."},
		{Previous, []string{"up", "shift+tab"}, "↑", "previous", "Go to the transition before."},
	}}
	Traces = &Scope{Title: "Traces", Opened: "beagle traces", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "open", "Open the chosen class as a call tree."},
		{Tab, []string{"tab"}, "tab", "next list", "Go to the next list: classes, invalid traces, sources."},
		{Previous, []string{"shift+tab"}, "shift+tab", "previous list", "Go to the list before."},
		{Sort, []string{"s"}, "s", "sort", "Sort the classes by count, total time or recency."},
		{Filter, []string{"/"}, "/", "filter", "Show only what contains a text, in any call."},
		{Freeze, []string{"f", "F"}, "f", "freeze", "Freeze the display; reading continues."},
		{Export, []string{"e", "X"}, "e", "export", "Write what is seen to a file in this folder."},
		{Leave, []string{"q"}, "q", "leave", "End receiving, and print the result."},
	}}
	Comparison = &Scope{Title: "Compare", Opened: "c on a run at home, or beagle compare", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "detail", "Show what both analyses say of the element on the whole screen."},
		{Sort, []string{"s"}, "s", "sort", "Sort by outcome, cost or name, one after the other."},
		export,
		{Filter, []string{"/"}, "/", "filter", "Show only elements whose name, outcome, form, kind or id contains a text: /worse."},
	}, Notes: []Note{
		{"worse", "the expression says more of the same inputs than before, by more than the allowed share and more than chance; or it is lost"},
		{"cost", "what the expressions say of inputs that both analyses measured, summed: now divided by before"},
		{"apart", "the intervals of 90 % of a number have nothing in common: it changed"},
		{"by chance", "by how much launches of the two analyses may differ without a reason (95 %)"},
	}}
	Compared = &Scope{Title: "Compare: one element", Bindings: []Binding{
		{Left, []string{"left", "h"}, "←", "previous", "Show the element before."},
		{Right, []string{"right", "l"}, "→", "next", "Show the element after."},
	}}
	History = &Scope{Title: "History", Opened: "h on a run at home, or beagle history", Bindings: []Binding{
		{Left, []string{"left", "h"}, "←", "earlier run", "Choose the run before."},
		{Right, []string{"right", "l"}, "→", "later run", "Choose the run after."},
		{Compare, []string{"c", "enter"}, "c", "compare", "Compare the chosen run with the marked run; without a mark, with the run before it."},
		{Mark, []string{"m"}, "m", "mark", "Mark the run, so that another one is compared with it."},
		{Filter, []string{"/"}, "/", "filter", "Show only elements whose name, outcome, kind or id contains a text: /worse."},
		export,
	}, Notes: []Note{
		{"▁▄█", "cost of the same inputs in each run, the oldest at the left, from zero on"},
		{"now", "cost in the newest run divided by that in the oldest run that learnt the element"},
		{"%", "cost of the same inputs in this run as a share of that in the newest run"},
		{"total", "all demands together, each counted by the time that it took in the newest run"},
	}}
	Validation = &Scope{Title: "Prediction check", Opened: "v on the dashboard or in the review, or beagle validate", Bindings: []Binding{
		{View, []string{"v"}, "v", "verdict", "Show the verdict in words, or the picture again."},
		export,
	}, Notes: []Note{
		{"•", "a measured execution and its prediction from its own inputs"},
		{"median", "relative error of single executions: median, and 90th percentile (p90); bias: of the mean"},
		{"of error", "share of the absolute errors of all parts of the service"},
		{"→", "all calls of another measured service"},
	}}
	Cost = &Scope{Title: "Cost of methods", Opened: "beagle cost", Bindings: []Binding{
		{Axis, []string{"i", "tab"}, "i", "other input", "Show the cost over another input; tab too."},
	}, Notes: []Note{
		{"•", "mean of a place over the launches so far; ● on the formula's line"},
		{"─", "the formula so far, the other inputs at their median"},
		{"◇", "on the axis: an input that the next launch measures"},
	}}
	WhatIf = &Scope{Title: "What if", Opened: "f in the review, or beagle predict", Bindings: []Binding{
		{Right, []string{"right", "l", "+"}, "→", "more", "More of what the row names: users, arrivals, an input, speed, cores."},
		{Left, []string{"left", "h", "-"}, "←", "less", "Less of it."},
		{Change, []string{"enter", "e"}, "enter", "type", "Type a value for the row; a digit begins, too."},
		{Undo, []string{"u"}, "u", "reset", "Reset the row to the model's value."},
		{View, []string{"v"}, "v", "see actions", "Show the actions that take the time of a run, the longest first, or the curve again."},
		{Save, []string{"s"}, "s", "set baseline", "Make this setting the baseline that later ones are compared with."},
		{Tab, []string{"tab"}, "tab", "swap", "Swap this setting and the baseline."},
		{Export, []string{"X"}, "X", "export", "Export the response times over the load, of this setting and the baseline, as CSV into this folder."},
	}, Notes: []Note{
		{"•", "the present load"},
		{"─", "mean response time over the load, as the setting is now; ┄ as it is with the baseline"},
	}}
	Components = &Scope{Title: "Components of an extracted model", Opened: "beagle extract", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "take", "Take the components as they are: write the model, and the decisions to beagle.yaml."},
		{View, []string{"r", "tab"}, "r", "other rule", "Group classes by another rule; tab too."},
		{Toggle, []string{"space"}, "space", "mark", "Mark the component, to make one of several; on a service, make it an entry point; on a binding, take the next class."},
		{Merge, []string{"m"}, "m", "merge", "Make one component of those that are marked, with the name of the first; on a service, leave it to its callers."},
		{Split, []string{"s"}, "s", "split", "Make a component of each class; on a class, of that class; on a method that is left to its callers, make it a service."},
		{Reject, []string{"x"}, "x", "leave out", "Leave the class out of the model, or the component with all of its classes."},
		{Change, []string{"e"}, "e", "rename", "Give the component another name."},
		{Undo, []string{"u"}, "u", "undo", "Take the last decision back."},
		{Right, []string{"right", "l"}, "→", "open", "Show the classes and services of the component; l too."},
		{Left, []string{"left", "h"}, "←", "close", "Show them no longer; h too."},
		{Fold, []string{"o"}, "o", "open/close all", "Open or close all components."},
		{Filter, []string{"/"}, "/", "filter", "Show only components with a class or a service whose name contains a text, and these."},
		export,
	}, Notes: []Note{{"*", "the component is marked: m makes one of all that are"}, {"entered", "services of the component that are called from outside the model"}, {"part", "methods that are left to their callers"}, {"%", "of the time of all that the last trial entered, with all that the method calls"}}}
	Filtering = &Scope{Title: "Filtering", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "keep", "Keep the filter and go back to the list."},
		{Up, []string{"up"}, "↑", "up", "Go to the row above."},
		{Down, []string{"down"}, "↓", "down", "Go to the row below."},
	}}
	Typed = &Scope{Title: "What if: a typed value", Bindings: []Binding{
		{Enter, []string{"enter"}, "enter", "predict", "Predict with the value that is typed."},
		{Back, []string{"esc"}, "esc", "discard", "Keep the value that the row had."},
	}}
	Dialogs = &Scope{Title: "Questions", Bindings: []Binding{
		{Next, []string{"tab", "right", "l"}, "tab", "next button", "Go to the next answer; → too."},
		{Previous, []string{"shift+tab", "left", "h"}, "shift+tab", "previous button", "Go to the answer before; ← too."},
		{Enter, []string{"enter", "space"}, "enter", "choose", "Give the marked answer. The first one marked is always safe."},
	}}
)

// export is the same wherever there is a list.
var export = Binding{Export, []string{"X"}, "X", "export", "Export the list, as filtered and sorted, as CSV into this folder."}

// Scopes lists all scopes in the order of the documentation.
var Scopes = []*Scope{
	Everywhere, Touring, Moving, Forms, Home, Opening, Models, Selection, Proposals, Launches, Ways, Methods, Overview, Settings, Dashboard, Element, Log, Picture, Table, Model, ReviewList, ReviewDiff, Written, Editor, Traces, Comparison, Compared, History, Validation, Cost, WhatIf, Typed, Components, Filtering, Dialogs,
}

// pictureNotes explain the picture of an element, and its grades.
var pictureNotes = append([]Note{
	{"•", "a measured point; ● one on the curve, ↑ one far above the picture, ↓ one below it, ← → one beside it"},
	{"─", "the best expression over an input, the others at their median"},
	{"┄", "another expression: a rival, or beside your own the best one"},
}, Glossary...)
