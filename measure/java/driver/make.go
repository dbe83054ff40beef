package driver

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure/java/classes"
	"beagle/measure/java/jdk"
)

// mostMakers bounds the methods that are tried to make an object, or to prepare it, since each is a choice more.
const mostMakers = 8

// make finds how objects of classes are made that have no constructors or factories of their own, and notes it for the
// next launch: wanted are their names, open what stands in for those that nothing implements, as name, class and
// source.
func (d *Driver) make(ctx context.Context, wanted, open [][]string) error {
	for _, line := range wanted {
		class := strings.ReplaceAll(line[0], ".", "/")
		d.makers = slices.Concat(d.makers, []string{"asked\t" + line[0]}, d.x.extends(class), d.x.makers(class))
	}
	for _, line := range open {
		file := filepath.Join(d.work, "standins", filepath.FromSlash(strings.ReplaceAll(line[1], ".", "/"))+".java")
		if err := jdk.WriteFile(file, []byte(strings.ReplaceAll(line[2], "\r", "\n"))); err != nil {
			return err
		}
		d.makers = append(d.makers, "asked\t"+line[1])
		if d.x.compile(ctx, d.classes, file) == nil { // else nothing stands in for it, as for what others cannot see
			d.makers = append(d.makers, "below\t"+line[0]+"\t"+line[1])
		}
	}
	return ctx.Err()
}

// prepare notes which methods may be called on the object before the method itself, where that refuses the object as it
// was made: public ones of its class that do no harm, first those without a result, which are there to change it, and
// those with few parameters. It reports whether there are any that launches do not know yet.
func (d *Driver) prepare() bool {
	if d.prepared || d.Method.static() || d.Given != "" {
		return false
	}
	d.prepared = true
	all := slices.DeleteFunc(d.x.methods(), func(m *Method) bool {
		return m.Class != d.Method.Class || m.static() || m.Flags&classes.AccPublic == 0 || m.String() == d.Method.String()
	})
	weight := func(m *Method) int {
		n := len(classes.Parameters(m.Descriptor))
		if !strings.HasSuffix(m.Descriptor, ")V") {
			n += 2
		}
		return n
	}
	slices.SortStableFunc(all, func(a, b *Method) int { return weight(a) - weight(b) })
	for _, m := range all[:min(len(all), mostMakers)] {
		if d.x.Harm(m) == "" {
			d.makers = append(d.makers, fmt.Sprintf("prepare\t%s\t%s\t%s", dots(m.Class), m.Name, m.Descriptor),
				fmt.Sprintf("parameters\t%s.%s%s\t%s", dots(m.Class), m.Name, m.Descriptor, strings.Join(m.Names, ",")))
		}
	}
	return true
}

// extends are the classes of a library below one of its own, as launches are told; those of the program are known.
func (x *Index) extends(class string) (lines []string) {
	if x.own[class] != nil {
		return nil
	}
	for _, c := range x.libraryOf(class) {
		for _, above := range append([]string{c.Super}, c.Interfaces...) {
			if above == class && c.Flags&(classes.AccAbstract|classes.AccInterface) == 0 && !x.known(class, c.Name) {
				lines = append(lines, "below\t"+dots(class)+"\t"+dots(c.Name))
			}
		}
	}
	slices.Sort(lines)
	return lines
}

// known reports whether launches are told of a class below another one in any case.
func (x *Index) known(above, name string) bool { return slices.Contains(x.below[above], name) }

// makers are methods of the program, or of the library that has the class, that give objects of it and do no harm:
// static ones first, those with few parameters first.
func (x *Index) makers(class string) (lines []string) {
	var all []*Method
	from := x.libraryOf(class)
	for _, c := range x.own {
		from = append(from, c)
	}
	for _, c := range from {
		if c.Name == class || !x.visible(c.Name) {
			continue
		}
		for i, member := range c.Members {
			_, gives, ok := strings.Cut(member.Type, ")")
			if ok && gives == "L"+class+";" && member.Flags&classes.AccPublic != 0 && member.Flags&(classes.AccSynthetic|classes.AccAbstract) == 0 &&
				!slices.Contains(classes.Parameters(member.Type), gives) {
				all = append(all, x.method(c, i))
			}
		}
	}
	weight := func(m *Method) int {
		n := len(classes.Parameters(m.Descriptor))
		if !m.static() {
			n += 2 // it needs an object
		}
		return n
	}
	slices.SortFunc(all, func(a, b *Method) int { return cmp.Or(weight(a)-weight(b), cmp.Compare(a.String(), b.String())) })
	for _, m := range all {
		if len(lines) == mostMakers {
			break
		}
		if x.Harm(m) == "" {
			lines = append(lines, fmt.Sprintf("maker\t%s\t%s\t%s\t%s", dots(class), dots(m.Class), m.Name, m.Descriptor))
		}
	}
	return lines
}

// libraryOf are the classes of the jar that has a class; none: it is the program's or the JDK's.
func (x *Index) libraryOf(class string) (all []*classes.Whole) {
	for _, jar := range x.jars {
		if parse(jar, class+".class") == nil {
			continue
		}
		for _, file := range jar.File {
			if name, ok := strings.CutSuffix(file.Name, ".class"); ok {
				if c := x.class(name); c != nil && c.Name == name {
					all = append(all, c)
				}
			}
		}
		return all
	}
	return nil
}

// dots is a class's name as reflection has it.
func dots(name string) string { return strings.ReplaceAll(name, "/", ".") }
