package driver

import (
	"slices"
	"strings"

	"beagle/measure/java/classes"
)

// harms are methods of the JDK, or of libraries that everybody uses, that do more than compute: by what
// they begin with, class.name, and what they do.
var harms = []struct{ what, calls string }{
	{"ends the JVM", "java/lang/System.exit java/lang/Runtime.exit java/lang/Runtime.halt"},
	{"loads native code", "java/lang/System.load java/lang/Runtime.load"},
	{"starts processes", "java/lang/Runtime.exec java/lang/ProcessBuilder.start"},
	{"opens network connections", "java/net/Socket. java/net/ServerSocket. java/net/DatagramSocket. java/net/MulticastSocket. java/net/URL.open java/net/URL.getContent java/net/URLConnection. java/net/HttpURLConnection. java/net/http/ java/nio/channels/SocketChannel. java/nio/channels/ServerSocketChannel. java/nio/channels/DatagramChannel. java/nio/channels/AsynchronousS java/net/InetAddress.getByName java/net/InetAddress.getAllByName javax/net/ java/rmi/ javax/naming/InitialContext. java/sql/DriverManager. javax/sql/DataSource."},
	{"sends mail", "javax/mail/ jakarta/mail/"},
	{"deletes files", "java/io/File.delete java/nio/file/Files.delete"},
	{"writes files", "java/io/FileOutputStream.<init> java/io/FileWriter.<init> java/io/RandomAccessFile.<init> java/io/File.createNewFile java/io/File.createTempFile java/io/File.mkdir java/io/File.renameTo java/io/File.set java/nio/file/Files.write java/nio/file/Files.copy java/nio/file/Files.move java/nio/file/Files.create java/nio/file/Files.newOutputStream java/nio/file/Files.newBufferedWriter java/nio/file/Files.set java/nio/channels/FileChannel.open java/util/logging/FileHandler.<init> java/util/prefs/"},
	{"drives the desktop", "java/awt/Desktop. java/awt/Robot. javax/print/"},
}

// Harm is what a method could do beyond computing, and the call that does it, as "writes files: a.B.c calls
// java.io.FileOutputStream"; empty: nothing is known. Calls are followed through the program and its libraries,
// not into the JDK, and not through objects of the JDK's types whose classes are known at run time only.
func (x *Index) Harm(m *Method) string {
	type place struct{ class, name, kind string }
	seen := map[place]bool{}
	open := []place{{m.Class, m.Name, m.Descriptor}}
	started := map[string]bool{}
	for len(open) > 0 {
		at := open[0]
		open = open[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		c, i := x.declared(at.class, at.name, at.kind)
		if c == nil {
			continue
		}
		if !started[c.Name] { // its static part runs first
			started[c.Name] = true
			open = append(open, place{c.Name, "<clinit>", "()V"})
		}
		if c.Members[i].Flags&classes.AccNative != 0 {
			return "runs native code: " + dotted(c.Name, at.name)
		}
		for _, called := range c.Methods[i].Calls {
			if what := harm(called); what != "" {
				return what + ": " + dotted(c.Name, at.name) + " calls " + dotted(called.Class, called.Name)
			}
			open = append(open, place{called.Class, called.Name, called.Type})
			if x.own[called.Class] != nil && called.Name != "<init>" { // whatever overrides it
				for _, sub := range x.below[called.Class] {
					open = append(open, place{sub, called.Name, called.Type})
				}
			}
		}
	}
	return ""
}

// harm is what a call does beyond computing; empty: nothing.
func harm(c classes.Called) string {
	call := c.Class + "." + c.Name
	for _, h := range harms {
		if slices.ContainsFunc(strings.Fields(h.calls), func(begin string) bool { return strings.HasPrefix(call, begin) }) {
			return h.what
		}
	}
	return ""
}

// declared finds a method in a class or above it; nil: it is the JDK's.
func (x *Index) declared(class, name, kind string) (*classes.Whole, int) {
	for range 50 { // classes do not lie deeper
		c := x.class(class)
		if c == nil {
			return nil, 0
		}
		for i, m := range c.Members {
			if m.Name == name && m.Type == kind {
				return c, i
			}
		}
		class = c.Super
	}
	return nil, 0
}

// dotted is a method's name for people.
func dotted(class, name string) string {
	name = strings.Replace(name, "<init>", "new", 1)
	return strings.ReplaceAll(class, "/", ".") + "." + strings.Replace(name, "<clinit>", "static", 1)
}
