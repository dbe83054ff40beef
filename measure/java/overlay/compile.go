package overlay

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"beagle/measure/java/classes"
	"beagle/measure/java/javac"
	"beagle/measure/java/probed"
)

// maxRounds bounds how often the compiler is tried again without what it rejected.
const maxRounds = 6

// compile compiles the rewritten files; what the compiler rejects is taken out.
func (o *Overlay) compile(ctx context.Context, where *Origin) error {
	log := filepath.Join(o.folder, "javac.log")
	for round := 1; ; round++ {
		var files []string
		for i := range o.Sources.Files {
			target, err := o.place.Of(o.Sources.Files[i].Path)
			if err != nil {
				return err
			}
			files = append(files, target)
		}
		err := javac.Run(ctx, where.Home, log, append(o.javacOptions(where, o.classes), files...)...)
		if err == nil || round >= maxRounds {
			return err
		}
		dropped, dropErr := probed.DropRejected(o.Sources, o.place, log)
		if dropErr != nil {
			return dropErr
		}
		if !dropped {
			return err
		}
	}
}

// javacOptions let the compiler write classes as the program's are.
func (o *Overlay) javacOptions(where *Origin, to string) []string {
	options := []string{
		"-nowarn", "-g", "-proc:none", "-processorpath", o.runtime, // javac's plug-ins among the program's libraries are loaded, else
		"-implicit:none", "-encoding", "UTF-8", "-Xmaxerrs", "1000", "-d", to,
		"-cp", strings.Join(append([]string{o.runtime}, where.Path...), string(filepath.ListSeparator)),
	}
	major, parameters, preview := 0, false, false
	for _, found := range where.found {
		if c, err := classes.Parse(found.Data); err == nil {
			major, parameters, preview = max(major, c.Major), parameters || c.Parameters, preview || c.Preview
		}
	}
	if major > 0 {
		release := strconv.Itoa(max(major-44, 8))
		options = append(options, "-source", release, "-target", release)
	}
	if parameters {
		options = append(options, "-parameters")
	}
	for _, option := range where.options {
		if option == "--enable-preview" {
			preview = true
			continue
		}
		options = append(options, option)
	}
	if preview {
		options = append(options, "--enable-preview")
	}
	return options
}
