package main

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure/java/driver"
)

//go:embed libraries.txt
var libraries string

type lot struct {
	seconds float64 // to look for inputs, and of a launch
	seed    int64
	against bool // hold them against JMH, too
	off     score
}

// draw draws public methods of published libraries at random, and says which of them can be driven unasked.
func (l *lot) draw(ctx context.Context, out io.Writer, folder, names string, n int) error {
	jars, err := filepath.Glob(filepath.Join(folder, "*.jar"))
	if err != nil {
		return err
	}
	var own []string
	for _, name := range strings.Fields(cmp.Or(names, libraries)) {
		at := slices.IndexFunc(jars, func(jar string) bool { return strings.HasPrefix(filepath.Base(jar), name+"-") })
		if at < 0 {
			return fmt.Errorf("there is no %s in %s: see pom.xml", name, folder)
		}
		own = append(own, jars[at])
	}
	random, driven := rand.New(rand.NewSource(l.seed)), 0
	for i := range n {
		jar := own[random.Intn(len(own))]
		why, name, err := l.try(ctx, out, jar, jars, random)
		if err != nil {
			return err
		}
		if why == "" {
			driven++
		}
		fmt.Fprintf(out, "%3d %s: %s: %s\n", i+1, filepath.Base(jar), name, cmp.Or(strings.ReplaceAll(why, "\n", " "), "driven"))
	}
	fmt.Fprintf(out, "%d of %d are driven unasked\n", driven, n)
	if l.against {
		fmt.Fprintf(out, "%s\n", l.off)
	}
	return nil
}

func (l *lot) try(ctx context.Context, out io.Writer, jar string, jars []string, random *rand.Rand) (why, name string, err error) {
	work, err := os.MkdirTemp("", "beagle-draw")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(work)
	x, err := driver.Read(ctx, driver.Program{Own: []string{jar}, ClassPath: jars, Folder: filepath.Join(work, "drivers")})
	if err != nil {
		return "", "", err
	}
	defer x.Close()
	all := x.Public()
	m := all[random.Intn(len(all))]
	if harm := x.Harm(m); harm != "" {
		return "harm: " + harm, m.String(), nil
	}
	d, err := x.New(ctx, m, filepath.Join(work, "d"), "")
	if err != nil {
		return err.Error(), m.String(), nil
	}
	design, err := d.Explore(ctx, l.seconds, 0.05, 6)
	if err != nil {
		return err.Error(), m.String(), nil
	}
	if l.against {
		r, err := (&jmh{work: work, driver: d, seconds: l.seconds}).against(ctx, design)
		if err != nil {
			fmt.Fprintf(out, "%s: not held against JMH: %.300v\n", m, err)
		} else {
			l.off.add(out, m.String(), r)
		}
	}
	return "", m.String(), nil
}
