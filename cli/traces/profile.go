package traces

import (
	"io"
	"strings"

	"beagle/cli/app"
	"beagle/internal/stacks"
	"beagle/traces"
	"beagle/traces/show"
)

// eventsSuffix is the end of the names of files with trace events.
const eventsSuffix = ".trace.json"

// profile is the file of --profile.
type profile struct {
	path string // empty: none
	form stacks.Form
}

// check refuses a name that says no form, and a file that is there, before anything is read.
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

// write writes what was reconstructed, or the one trace that was asked for.
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
