package java

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"beagle/measure/java/classes"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probed"
)

// compile compiles rewritten files into a folder.
func (o *overlayDelivery) compile(ctx context.Context, sources *probed.Sources, place probed.Place, to string) error {
	log := filepath.Join(o.folder, "javac.log")
	for round := 1; ; round++ {
		var files []string
		for i := range sources.Files {
			target, err := place.Of(sources.Files[i].Path)
			if err != nil {
				return err
			}
			files = append(files, target)
		}
		err := jdk.Run(ctx, o.where.Home, log, append(o.javacOptions(&o.where, to), files...)...)
		if err == nil || round >= maxRounds {
			return err
		}
		dropped, dropErr := probed.DropRejected(sources, place, log)
		if dropErr != nil {
			return dropErr
		}
		if !dropped {
			return err
		}
	}
}

// only is the folder of the classes that a launch loads which drives a service.
func (o *overlayDelivery) only(ctx context.Context, seff string) (string, error) {
	if to, made := o.driven[seff]; made || seff == "" {
		return cmp.Or(to, o.classes), nil
	}
	to := o.classes
	if sources := o.Sources.Only(seff); sources != nil {
		base := filepath.Join(o.folder, "driven", strconv.Itoa(len(o.driven)))
		to = filepath.Join(base, "classes")
		if err := os.MkdirAll(to, 0o700); err != nil {
			return "", err
		}
		place := probed.Place{Project: o.place.Project, Copy: filepath.Join(base, "src")}
		if err := sources.Write(place); err != nil {
			return "", err
		}
		if err := o.compile(ctx, sources, place, to); err != nil {
			return "", err
		}
	}
	if o.driven == nil {
		o.driven = map[string]string{}
	}
	o.driven[seff] = to
	return to, nil
}

// javacOptions let the compiler write classes as the program's are.
func (o *overlayDelivery) javacOptions(where *Origin, to string) []string {
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
