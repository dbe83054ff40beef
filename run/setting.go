package run

// Setting is a setting of an analysis as a person reads and changes it.
type Setting struct {
	Key     string   // with dots, such as judge.error
	Doc     string   // one sentence for people
	Words   string   // what a value looks like
	Value   string   // as a person writes it; empty: not set
	Default string   // empty: none
	Choices []string // the values that there are; nil: any that look so
	Path    bool     // the value names files or folders
	Off     string   // why it is not changed in a project; empty: it is
}

// Changed reports whether the value is another than the default.
func (s *Setting) Changed() bool { return s.Value != s.Default }
