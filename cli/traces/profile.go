package traces

import (
	"io"
	"strings"

	"beagle/cli/app"
	"beagle/internal/stacks"
	"beagle/traces"
	"beagle/traces/show"
)

// eventsSuffix ends the names of files with Chrome's trace events.
const eventsSuffix = ".trace.json"

// profile is the file of --profile.
type profile struct {
	path string // empty: none
	form stacks.Form
}

// check refuses a name without a known ending, and a file that could not be new, before anything is read.
func (p *profile) check() (err error) {
	switch {
	case p.path == "":
		return nil
	case !strings.HasSuffix(p.path, eventsSuffix):
		if p.form, err = stacks.For(p.path); err != nil {
			return err
		}
	}
	return app.MayBeNew(p.path)
}

// write writes the profile of all traces, or of the one that --trace asks for.
func (p *profile) write(v show.View, one *show.One, r traces.Result) error {
	if one != nil {
		r = one.Alone(r)
	}
	return app.NewFile(p.path, func(to io.Writer) error {
		if p.form == nil {
			return v.Events(to, r)
		}
		return p.form(to, "measured calls", v.Stacks(r))
	})
}
