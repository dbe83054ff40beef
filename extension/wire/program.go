package wire

// Section is a run of whole statements in one source file.
type Section struct {
	Unit  string `json:"unit" doc:"qualified name of the compilation unit"`
	File  string `json:"file" doc:"absolute path"`
	First int    `json:"first" doc:"offset of the first statement"`
	Last  int    `json:"last" doc:"offset of the last statement's beginning"`
}

// OrderSection is one code section to be measured.
type OrderSection struct {
	Kind    string  `json:"kind" doc:"demand, loop-body, transition or call"`
	Code    Section `json:"code" doc:"a missing else: a section of a transition beside it"`
	Element string  `json:"element" doc:"id of the element"`
	Service int     `json:"service" doc:"index into services"`
	Branch  int     `json:"branch" doc:"transition: its index"`
	Else    bool    `json:"else,omitempty" doc:"transition: the else that the source does not write"`
	Callee  string  `json:"callee,omitempty" doc:"call: name of the called method"`
	Args    []int   `json:"args,omitempty" doc:"call: positions of the wanted arguments; -1: the returned value"`
}

// OrderService is a service whose parameters are taken when it is entered.
type OrderService struct {
	Name   string       `json:"name" doc:"of the method"`
	Inputs []OrderInput `json:"inputs" doc:"events number parameters by their place in this list"`
	Code   Section      `json:"code" doc:"a section inside the method; the innermost enclosing method of that name and number of parameters is meant, else the innermost"`
}

// OrderInput is a parameter of a service, or a value inside one.
type OrderInput struct {
	Name     string `json:"name" doc:"with dots: a value inside the parameter"`
	Position int    `json:"position" doc:"of the parameter in the signature, from 0"`
	Type     string `json:"type,omitempty" doc:"of the model"`
}

// OrderParams are a measurement order.
type OrderParams struct {
	Project  string         `json:"project" doc:"folder of the program"`
	Sources  []string       `json:"sources,omitempty" doc:"source folders"`
	Work     string         `json:"work" doc:"folder for whatever the tool needs; it is there and is deleted later"`
	Clock    string         `json:"clock" doc:"cpu, wall or auto"`
	Build    []string       `json:"build,omitempty" doc:"command that builds the program"`
	Sections []OrderSection `json:"sections"` // events name them by index
	Services []OrderService `json:"services"` // sections and events name them by index
}

// OrderResult says what cannot be measured.
type OrderResult struct {
	Problems []Problem `json:"problems,omitempty" doc:"sections that were moved or refused; the rest is measured"`
}

// LaunchParams are a launch of the program of the latest order.
type LaunchParams struct {
	Name    string            `json:"name"`   // of the launch configuration, for people
	Number  int               `json:"number"` // from 1
	Command []string          `json:"command" doc:"the user's"`
	Dir     string            `json:"dir" doc:"working folder"`
	Env     map[string]string `json:"env,omitempty" doc:"what is added to Beagle's environment"`
	Records string            `json:"records" doc:"empty folder for segment files, NAME.events"`
	Kieker  string            `json:"kieker" doc:"host:port that takes events as Kieker's records of the class beagle.Event, over TCP, in place of segment files or beside them"`
}

// LaunchResult is what Beagle runs in place of the user's command.
type LaunchResult struct {
	Command  []string          `json:"command"`            // without a shell
	Dir      string            `json:"dir,omitempty"`      // working folder; empty: that of the user's command
	Env      map[string]string `json:"env,omitempty"`      // what is added to Beagle's environment
	Problems []Problem         `json:"problems,omitempty"` // what a person should know
}

// MethodsParams are a source.
type MethodsParams struct {
	Path string `json:"path" doc:"absolute"`
	Text string `json:"text"` // content of the source
}

// MethodsResult are the methods of a source that have a body, in its order.
type MethodsResult struct {
	Methods []Method `json:"methods"` // in the order of the source
}

// Method is a method or function. Offsets count UTF-16 code units of the text.
type Method struct {
	Unit   string      `json:"unit" doc:"qualified name of the compilation unit"`
	Class  string      `json:"class" doc:"innermost class, else the unit's last name"`
	Name   string      `json:"name"` // simple name
	Params []string    `json:"params,omitempty" doc:"names, without the receiver"`
	Types  []string    `json:"types,omitempty" doc:"as written; empty: unknown"`
	First  int         `json:"first" doc:"offset of the declaration"`
	End    int         `json:"end" doc:"offset after the body"`
	Body   []Statement `json:"body"` // its statements
}

// Statement is one statement.
type Statement struct {
	Kind   string        `json:"kind" doc:"simple, loop, choice or compound"`
	At     int           `json:"at" doc:"offset of its first character"`
	End    int           `json:"end" doc:"offset behind its last character"`
	Calls  []string      `json:"calls,omitempty" doc:"names of the methods that it calls outside of its blocks"`
	Inner  [][]Statement `json:"inner,omitempty" doc:"loop: its body; choice: its alternatives; compound: its blocks"`
	Leaves bool          `json:"leaves,omitempty" doc:"a return, break or continue that computes nothing worth an action"`
}
