package xmi

import (
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"beagle/internal/safe"
	"beagle/model"
)

// Index resolves the references of one file as EMF writes them: within the file by id or by position, and into the
// files beside it.
type Index struct {
	Path  string    // of the file
	Doc   *Document // the parsed file
	Twice []*Node   // elements whose id another one has

	ids    map[string]*Node
	opened map[string]*Index // by the uri as this file writes it
	files  map[string]*Index // by path, shared by all files of the project
}

// The other files of a project that are looked into, at most.
const (
	maxFiles = 64
	maxBytes = 32 << 20
)

// NewIndex is the index of a file that was read.
func NewIndex(path string, doc *Document) *Index {
	x := &Index{Path: path, Doc: doc, ids: map[string]*Node{}, opened: map[string]*Index{}, files: map[string]*Index{}}
	x.files[filepath.Clean(path)] = x
	for n := range doc.Root.Walk() {
		id := ID(n)
		if id == "" {
			continue
		}
		if _, taken := x.ids[id]; taken {
			x.Twice = append(x.Twice, n)
			continue
		}
		x.ids[id] = n
	}
	return x
}

// Open reads another file of the same project, by its path.
func (x *Index) Open(path string) (*Index, error) {
	path = filepath.Clean(path)
	if other := x.files[path]; other != nil {
		return other, nil
	}
	other, err := Read(path)
	if err != nil {
		return nil, err
	}
	other.files = x.files
	x.files[path] = other
	return other, nil
}

// Read reads a file. Errors are model.Problem.
func Read(path string) (*Index, error) {
	data, err := safe.ReadFile(path, maxBytes)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: path, Rule: "file", Message: "the file cannot be read: " + err.Error()}
	}
	doc, err := Parse(data)
	if err != nil {
		return nil, model.Problem{
			Severity: model.Error, File: path, Rule: "xml", Message: err.Error(),
			Hint: "Palladio cannot load this file either; restore it from its last good version",
		}
	}
	return NewIndex(path, doc), nil
}

// ByID is the first element of this file with an id, or nil.
func (x *Index) ByID(id string) *Node { return x.ids[id] }

// ID is the element's id, "" where it has none.
func ID(n *Node) string {
	if id := n.Attr("id"); id != "" {
		return id
	}
	return n.Attr("xmi:id")
}

// Key is the element's id or, where it has none, its positional path.
func Key(n *Node) string {
	if id := ID(n); id != "" {
		return id
	}
	return pathOf(n)
}

func pathOf(n *Node) string {
	var steps []string
	for ; n.Parent != nil; n = n.Parent {
		if n.Parent.Parent == nil && IsWrapper(n.Parent) {
			return "/" + strconv.Itoa(ordinal(n)) + "/" + strings.Join(steps, "/")
		}
		steps = append([]string{"@" + n.Local() + "." + strconv.Itoa(int(n.Index))}, steps...)
	}
	return "//" + strings.Join(steps, "/")
}

// IsWrapper reports whether an element is the xmi:XMI around several roots.
func IsWrapper(n *Node) bool { return n.Local() == "XMI" && IsXMI(n.Space()) }

func ordinal(n *Node) int {
	i := 0
	for c := range n.Parent.Children() {
		if c == n {
			break
		}
		i++
	}
	return i
}

// Ref is what a reference leads to: an element, or what is known of one that cannot be read.
type Ref struct {
	Node *Node  // the element; nil: it could not be read
	In   *Index // the document that Node belongs to; nil with Node
	File string // file part of an href; "" within the same file
	Key  string // id or path as written
}

// Follow reads a reference that is an attribute with an id or path, or a child element with an href. ok is false
// where there is neither.
func (x *Index) Follow(n *Node, feature string) (r Ref, ok bool) {
	if value, found := n.Get(feature); found {
		key, _, _ := strings.Cut(strings.TrimSpace(value), " ")
		return Ref{Node: x.Resolve(key), In: x, Key: key}, key != ""
	}
	child := n.Child(feature)
	if child == nil {
		return Ref{}, false
	}
	href, found := child.Get("href")
	if !found {
		return Ref{Node: child, In: x}, true // contained here
	}
	return x.Href(href), true
}

// Href resolves "file.repository#fragment".
func (x *Index) Href(href string) Ref {
	file, key, _ := strings.Cut(href, "#")
	if file == "" {
		return Ref{Node: x.Resolve(key), In: x, Key: key}
	}
	r := Ref{File: file, Key: key}
	if other := x.open(file); other != nil {
		r.Node, r.In = other.Resolve(key), other
	}
	return r
}

// Resolve finds an element of this file by its id or its positional path.
func (x *Index) Resolve(key string) *Node {
	if !strings.HasPrefix(key, "/") {
		return x.ids[key]
	}
	steps := strings.Split(key, "/")[1:]
	n := x.Doc.Root
	if IsWrapper(n) {
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
		next := (*Node)(nil)
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

func (x *Index) open(uri string) *Index {
	other, known := x.opened[uri]
	if !known {
		other = x.read(x.Locate(uri))
		x.opened[uri] = other
	}
	return other
}

func (x *Index) read(path string) *Index {
	if path == "" || len(x.files) >= maxFiles {
		return nil
	}
	if other, known := x.files[path]; known {
		return other
	}
	x.files[path] = nil // also against circles
	other, err := x.Open(path)
	if err != nil {
		return nil
	}
	return other
}

// Locate is where a reference to another file leads on this machine.
func (x *Index) Locate(uri string) string {
	if rest, ok := strings.CutPrefix(uri, "platform:/resource/"); ok {
		decoded, err := url.PathUnescape(rest)
		if err != nil {
			return ""
		}
		project, inside, _ := strings.Cut(decoded, "/")
		for dir := filepath.Dir(x.Path); ; dir = filepath.Dir(dir) {
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
	return regular(filepath.Join(filepath.Dir(x.Path), filepath.FromSlash(decoded)))
}

func regular(path string) string {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		return path
	}
	return ""
}
