package run

// Extract is what a person has decided of a model that is made from sources. The
// analysis itself does not look at it.
type Extract struct {
	By         string            `json:"by,omitempty"`         // the rule that makes components
	Components map[string]string `json:"components,omitempty"` // name to patterns of classes, separated by blanks
	Bind       map[string]string `json:"bind,omitempty"`       // interface to the class that stands behind it
	Ignore     []string          `json:"ignore,omitempty"`     // patterns of classes that are left out
	Services   []string          `json:"services,omitempty"`   // Class.method that are entered from outside
}
