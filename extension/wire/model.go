package wire

// Adapts says which files a model adapter reads.
type Adapts struct {
	Suffixes []string `json:"suffixes" doc:"what names of model files end in, such as .lqnx"`
	Means    bool     `json:"means,omitempty" doc:"its models have no inputs: a count is the mean of all"`
	Example  string   `json:"example,omitempty" doc:"a small model, on which beagle extension check tries reading and changing"`
}

// ModelParams are a model file.
type ModelParams struct {
	Path string `json:"path" doc:"absolute"`
	Text string `json:"text"` // content of the file
}

// ModelResult is what a model holds.
type ModelResult struct {
	Services []ModelService `json:"services" doc:"in the order of the file"`
	Elements []ModelElement `json:"elements" doc:"what can be measured, in the order of the file"`
	Problems []Problem      `json:"problems,omitempty"` // what a person should know of the file
}

// ModelService is a service that elements belong to, with its steps.
type ModelService struct {
	ID        string       `json:"id"` // unique in the file
	Name      string       `json:"name" doc:"of the method that it describes"`
	Component string       `json:"component,omitempty"` // name of the component that it belongs to
	Inputs    []ModelInput `json:"inputs,omitempty" doc:"parameters, by position: what expressions may depend on; none: only constants are learnt"`
	Line      int          `json:"line,omitempty" doc:"from 1"`
	Steps     []ModelStep  `json:"steps" doc:"in the order in which they run"`
}

// ModelInput is a parameter of a service.
type ModelInput struct {
	Name string `json:"name"`           // as expressions name it
	Type string `json:"type,omitempty"` // name of its type, for people
}

// ModelStep is a step of a service.
type ModelStep struct {
	ID     string           `json:"id"`             // unique in the file
	Name   string           `json:"name,omitempty"` // as people read it
	Kind   string           `json:"kind" doc:"internal, call, loop, branch or other"`
	Callee string           `json:"callee,omitempty" doc:"call: name of the called method"`
	Inner  []ModelBehaviour `json:"inner,omitempty" doc:"loop: its body; branch: one for each transition"`
}

// ModelBehaviour are steps inside a step. Links to source code name its id.
type ModelBehaviour struct {
	ID    string      `json:"id"`    // unique in the file
	Steps []ModelStep `json:"steps"` // in the order in which they run
}

// ModelElement is a value in a model that can be measured.
type ModelElement struct {
	ID          string            `json:"id" doc:"once in the model"`
	Step        string            `json:"step" doc:"id of the step that it belongs to"`
	Kind        string            `json:"kind" doc:"internal-action, loop, branch or call-parameter"`
	Name        string            `json:"name,omitempty"` // for people
	Service     string            `json:"service" doc:"id of its service"`
	Line        int               `json:"line,omitempty" doc:"from 1"`
	Value       string            `json:"value,omitempty" doc:"present expression, as the model has it"`
	Resource    string            `json:"resource,omitempty" doc:"internal-action: CPU or DELAY are measured"`
	Body        string            `json:"body,omitempty" doc:"loop: id of its body"`
	Transitions []ModelTransition `json:"transitions,omitempty" doc:"branch: in their order"`
	Callee      string            `json:"callee,omitempty" doc:"call-parameter: name of the called method"`
	Argument    string            `json:"argument,omitempty" doc:"call-parameter: the variable, e.g. data.BYTESIZE"`
	Position    int               `json:"position,omitempty" doc:"call-parameter: of the argument, from 0"`
}

// ModelTransition is one way of a branch.
type ModelTransition struct {
	ID          string   `json:"id"`             // unique in the file
	Name        string   `json:"name,omitempty"` // for people
	Behaviour   string   `json:"behaviour" doc:"id of what it leads to"`
	Guard       string   `json:"guard,omitempty" doc:"present one"`
	Probability *float64 `json:"probability,omitempty" doc:"present one"`
}

// SayParams are an expression that is to be put into the model's language: of a branch all guards together.
type SayParams struct {
	Element    ModelElement `json:"element"` // as the extension itself listed it
	Expression string       `json:"expression,omitempty" doc:"StoEx"`
	Guards     []string     `json:"guards,omitempty" doc:"branch: StoEx, one for each transition; empty: where no other holds"`
}

// SayResult is the text. What the model's language cannot say is answered with an error that says why.
type SayResult struct {
	Text   string   `json:"text,omitempty"`   // the expression in the model's language
	Guards []string `json:"guards,omitempty"` // branch: one for each transition, in their order
}

// JudgeParams are a text that a person wrote for an element, or the guards of a branch together.
type JudgeParams struct {
	Element *ModelElement `json:"element,omitempty" doc:"not with guards"`
	Text    string        `json:"text,omitempty"`   // as a person typed it
	Guards  []string      `json:"guards,omitempty"` // branch: one for each transition, in their order
}

// JudgeResult is what is wrong with it.
type JudgeResult struct {
	Problems []Problem `json:"problems,omitempty"` // what is wrong; empty: nothing
}

// ChangeParams are a model file and new values of its elements.
type ChangeParams struct {
	Path    string        `json:"path"`    // absolute
	Text    string        `json:"text"`    // content of the file as it is now
	Changes []ModelChange `json:"changes"` // at most one for each element
}

// ModelChange is a new value: for a branch its transitions, else a text.
type ModelChange struct {
	Element     ModelElement      `json:"element"`        // whose value it is
	Text        string            `json:"text,omitempty"` // in the model's language
	Transitions []ModelTransition `json:"transitions,omitempty" doc:"branch: id and guard or probability of each"`
}

// ChangeResult are the places of the file that change.
type ChangeResult struct {
	Edits []Edit `json:"edits" doc:"in the order of the file; they do not overlap"`
}

// Edit replaces a part of a text. Offsets count UTF-16 code units.
type Edit struct {
	At   int    `json:"at" doc:"of its first character"`
	End  int    `json:"end" doc:"behind its last character; at: text is added"`
	Text string `json:"text"` // what stands there afterwards
}
