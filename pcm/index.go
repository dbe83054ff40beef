package pcm

import (
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"beagle/pcm/xmi"
)

// index resolves references: within a file by id or position, and into the
// files beside it.
type index struct {
	path   string
	doc    *xmi.Document
	ids    map[string]*xmi.Node
	twice  []*xmi.Node       // elements whose id another one has
	opened map[string]*index // by the uri as this file writes it
	files  map[string]*index // by path, shared by all files of the project

	steps        int    // actions in the file
	resourceBase string // file by which the model refers to resource types
}

// The other files of a project that are looked into, at most.
const (
	maxOtherFiles = 64
	maxOtherBytes = 32 << 20
)

func newIndex(path string, doc *xmi.Document) *index {
	x := &index{path: path, doc: doc, ids: map[string]*xmi.Node{}, opened: map[string]*index{}, files: map[string]*index{}}
	for n := range doc.Root.Walk() {
		x.noteResourceBase(n)
		if n.Local() == featureSteps {
			x.steps++
		}
		id := idOf(n)
		if id == "" {
			continue
		}
		if _, taken := x.ids[id]; taken {
			x.twice = append(x.twice, n)
			continue
		}
		x.ids[id] = n
	}
	return x
}

// idOf is the element's id, "" where it has none.
func idOf(n *xmi.Node) string {
	if id := n.Attr("id"); id != "" {
		return id
	}
	return n.Attr("xmi:id")
}

// keyOf is the element's id or, where it has none, its positional path.
// Palladio invents such an id anew on each load, so it cannot be written down.
func keyOf(n *xmi.Node) string {
	if id := idOf(n); id != "" {
		return id
	}
	return pathOf(n)
}

// pathOf is the path that EMF writes for objects without an id.
func pathOf(n *xmi.Node) string {
	var steps []string
	for ; n.Parent != nil; n = n.Parent {
		if n.Parent.Parent == nil && isWrapper(n.Parent) {
			return "/" + strconv.Itoa(ordinal(n)) + "/" + strings.Join(steps, "/")
		}
		steps = append([]string{"@" + n.Local() + "." + strconv.Itoa(int(n.Index))}, steps...)
	}
	return "//" + strings.Join(steps, "/")
}

func isWrapper(n *xmi.Node) bool { return n.Local() == wrapper && xmi.IsXMI(n.Space()) }

func ordinal(n *xmi.Node) int {
	i := 0
	for c := range n.Parent.Children() {
		if c == n {
			break
		}
		i++
	}
	return i
}

// ref is what a reference leads to: an element, or what is known of one that
// cannot be read.
type ref struct {
	node *xmi.Node
	in   *index
	file string // file part of an href; "" within the same file
	key  string // id or path as written
}

// follow reads a reference that is an attribute with an id or path, or a child
// element with an href. ok is false where there is neither.
func (x *index) follow(n *xmi.Node, feature string) (r ref, ok bool) {
	if value, found := n.Get(feature); found {
		key, _, _ := strings.Cut(strings.TrimSpace(value), " ")
		return ref{node: x.resolve(key), in: x, key: key}, key != ""
	}
	child := n.Child(feature)
	if child == nil {
		return ref{}, false
	}
	href, found := child.Get("href")
	if !found {
		return ref{node: child, in: x}, true // contained here
	}
	return x.href(href), true
}

// href resolves "file.repository#fragment".
func (x *index) href(href string) ref {
	file, key, _ := strings.Cut(href, "#")
	if file == "" {
		return ref{node: x.resolve(key), in: x, key: key}
	}
	r := ref{file: file, key: key}
	if other := x.open(file); other != nil {
		r.node, r.in = other.resolve(key), other
	}
	return r
}

// resolve finds an element of this file by its id or its positional path.
func (x *index) resolve(key string) *xmi.Node {
	if !strings.HasPrefix(key, "/") {
		return x.ids[key]
	}
	steps := strings.Split(key, "/")[1:]
	n := x.doc.Root
	if isWrapper(n) {
		at, _ := strconv.Atoi(steps[0])
		n = n.First
		for ; n != nil && at > 0; at-- {
			n = n.Next
		}
	}
	for _, step := range steps[1:] {
		if n == nil {
			return nil
		}
		name, number, _ := strings.Cut(strings.TrimPrefix(step, "@"), ".")
		at, _ := strconv.Atoi(number)
		next := (*xmi.Node)(nil)
		for c := range n.All(name) {
			if at == 0 {
				next = c
				break
			}
			at--
		}
		n = next
	}
	return n
}

// open reads another file of the project; nil where it is not there.
func (x *index) open(uri string) *index {
	other, known := x.opened[uri]
	if !known {
		other = x.read(x.locate(uri))
		x.opened[uri] = other
	}
	return other
}

func (x *index) read(path string) *index {
	if path == "" || len(x.files) >= maxOtherFiles {
		return nil
	}
	if other, known := x.files[path]; known {
		return other
	}
	x.files[path] = nil // also against circles
	data, err := readBounded(path, maxOtherBytes)
	if err != nil {
		return nil
	}
	doc, err := xmi.Parse(data)
	if err != nil {
		return nil
	}
	other := newIndex(path, doc)
	other.files = x.files
	x.files[path] = other
	return other
}

// locate is where a reference to another file leads on this machine: relative
// to the model, or to a project of that name above it.
func (x *index) locate(uri string) string {
	if rest, ok := strings.CutPrefix(uri, "platform:/resource/"); ok {
		decoded, err := url.PathUnescape(rest)
		if err != nil {
			return ""
		}
		project, inside, _ := strings.Cut(decoded, "/")
		for dir := filepath.Dir(x.path); ; dir = filepath.Dir(dir) {
			if filepath.Base(dir) == project {
				return regular(filepath.Join(dir, filepath.FromSlash(inside)))
			}
			if found := regular(filepath.Join(dir, filepath.FromSlash(decoded))); found != "" {
				return found
			}
			if dir == filepath.Dir(dir) {
				return ""
			}
		}
	}
	if strings.Contains(uri, ":") {
		return "" // pathmap, platform:/plugin, http: not on this machine
	}
	decoded, err := url.PathUnescape(uri)
	if err != nil {
		return ""
	}
	return regular(filepath.Join(filepath.Dir(x.path), filepath.FromSlash(decoded)))
}

func regular(path string) string {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		return path
	}
	return ""
}
