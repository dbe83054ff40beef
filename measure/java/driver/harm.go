package driver

import (
	"slices"
	"strings"

	"beagle/measure/java/classes"
)

// harms are methods of the JDK, or of libraries that everybody uses, that do more than compute: by what
// they begin with, class.name, and what they do.
var harms = []struct {
	what  string
	calls []string
}{
	{"ends the JVM", strings.Fields("java/lang/System.exit java/lang/Runtime.exit java/lang/Runtime.halt")},
	{"loads native code", strings.Fields("java/lang/System.load java/lang/Runtime.load")},
	{"starts processes", strings.Fields("java/lang/Runtime.exec java/lang/ProcessBuilder.start")},
	{"opens network connections", strings.Fields("java/net/Socket. java/net/ServerSocket. java/net/DatagramSocket. java/net/MulticastSocket. java/net/URL.open java/net/URL.getContent java/net/URLConnection. java/net/HttpURLConnection. java/net/http/ java/nio/channels/SocketChannel. java/nio/channels/ServerSocketChannel. java/nio/channels/DatagramChannel. java/nio/channels/AsynchronousS javax/net/ java/rmi/ javax/naming/InitialContext. java/sql/DriverManager. javax/sql/DataSource.")},
	{"sends mail", strings.Fields("javax/mail/ jakarta/mail/")},
	{"deletes files", strings.Fields("java/io/File.delete java/nio/file/Files.delete")},
	{"writes files", strings.Fields("java/io/FileOutputStream.<init> java/io/FileWriter.<init> java/io/RandomAccessFile.<init> java/io/File.createNewFile java/io/File.createTempFile java/io/File.mkdir java/io/File.renameTo java/io/File.set java/nio/file/Files.write java/nio/file/Files.copy java/nio/file/Files.move java/nio/file/Files.create java/nio/file/Files.newOutputStream java/nio/file/Files.newBufferedWriter java/nio/file/Files.set java/nio/channels/FileChannel.open java/util/logging/FileHandler.<init> java/util/prefs/")},
	{"drives the desktop", strings.Fields("java/awt/Desktop. java/awt/Robot. javax/print/")},
}

// Harm is what a method could do beyond computing, and the call that does it, as "writes files: a.B.c calls
// java.io.FileOutputStream"; empty: nothing is known.
func (x *Index) Harm(m *Method) string {
	_, harm := x.Reach(m)
	return harm
}

// Reach is which of the program's own methods a call may run, and the Harm that it could do. Calls are followed through
// the program and its libraries, not into the JDK, and not through objects of the JDK's types whose classes are known
// at run time only. A call of a method that is overridden goes to the classes of which objects are made (rapid type
// analysis, Bacon and Sweeney 1996). Where there is harm, not all methods are followed.
func (x *Index) Reach(m *Method) (methods map[string]bool, harm string) {
	r := reach{x: x, seen: map[classes.Called]bool{}, made: map[string]bool{}, waits: map[string]map[classes.Called]bool{}, own: map[string]bool{}}
	r.object(m.Class)
	for _, d := range classes.Parameters(m.Descriptor) { // drivers make these
		r.object(strings.TrimSuffix(strings.TrimPrefix(strings.TrimLeft(d, "["), "L"), ";"))
	}
	r.call(classes.Called{Class: m.Class, Name: m.Name, Type: m.Descriptor})
	for len(r.open) > 0 && harm == "" {
		at := r.open[0]
		r.open = r.open[1:]
		harm = r.follow(at)
	}
	return r.own, harm
}

type reach struct {
	x     *Index
	open  []classes.Called
	seen  map[classes.Called]bool
	made  map[string]bool                    // classes of which there are objects
	own   map[string]bool                    // methods of the program
	waits map[string]map[classes.Called]bool // calls that objects of classes below would take, by the class that they name
}

func (r *reach) call(c classes.Called) {
	if !r.seen[c] {
		r.seen[c] = true
		r.open = append(r.open, c)
	}
}

// object says that there may be objects of a class that a driver makes, or of one below it.
func (r *reach) object(class string) {
	r.make(class)
	for _, sub := range r.x.below[class] {
		r.make(sub)
	}
}

// make says that objects of a class are made: they take the calls that wait for them.
func (r *reach) make(class string) {
	if r.made[class] || r.x.own[class] == nil {
		return
	}
	r.made[class] = true
	for above, calls := range r.waits {
		if above == class || slices.Contains(r.x.below[above], class) {
			for c := range calls {
				r.call(classes.Called{Class: class, Name: c.Name, Type: c.Type})
			}
		}
	}
}

// follow looks at what a method calls; it is what that does beyond computing, or empty.
func (r *reach) follow(at classes.Called) string {
	c, i := r.x.declared(at.Class, at.Name, at.Type)
	if c == nil {
		return ""
	}
	if r.x.own[c.Name] != nil {
		r.own[c.Name+"."+at.Name+at.Type] = true
	}
	r.call(classes.Called{Class: c.Name, Name: "<clinit>", Type: "()V"}) // its static part runs first
	if c.Members[i].Flags&classes.AccNative != 0 {
		return "runs native code: " + dotted(c.Name, at.Name)
	}
	for _, called := range c.Methods[i].Calls {
		if what := harm(called); what != "" {
			return what + ": " + dotted(c.Name, at.Name) + " calls " + dotted(called.Class, called.Name)
		}
		r.call(called)
		switch {
		case r.x.own[called.Class] == nil:
		case called.Name == "<init>":
			r.make(called.Class)
		case r.waits[called.Class][called]: // it was followed
		default: // whatever overrides it
			if r.waits[called.Class] == nil {
				r.waits[called.Class] = map[classes.Called]bool{}
			}
			r.waits[called.Class][called] = true
			for _, sub := range r.x.below[called.Class] {
				if r.made[sub] {
					r.call(classes.Called{Class: sub, Name: called.Name, Type: called.Type})
				}
			}
		}
	}
	return ""
}

// harmful are the program's constructors and methods that do more than compute themselves, as a.B.<init>. Launches make
// no inputs by them.
func (x *Index) harmful() (names []string) {
	for _, c := range x.own {
		for i, m := range c.Members {
			if slices.ContainsFunc(c.Methods[i].Calls, func(c classes.Called) bool { return harm(c) != "" }) {
				names = append(names, dots(c.Name)+"."+m.Name)
			}
		}
	}
	return names
}

// harm is what a call does beyond computing; empty: nothing.
func harm(c classes.Called) string {
	call := c.Class + "." + c.Name
	for _, h := range harms {
		if slices.ContainsFunc(h.calls, func(begin string) bool { return strings.HasPrefix(call, begin) }) {
			return h.what
		}
	}
	return ""
}

// declared finds a method in a class or above it; nil: it is the JDK's.
func (x *Index) declared(class, name, kind string) (*classes.Whole, int) {
	for _, c := range x.above(class) {
		for i, m := range c.Members {
			if m.Name == name && m.Type == kind {
				return c, i
			}
		}
	}
	return nil, 0
}

func dotted(class, name string) string {
	name = strings.Replace(name, "<init>", "new", 1)
	return strings.ReplaceAll(class, "/", ".") + "." + strings.Replace(name, "<clinit>", "static", 1)
}
