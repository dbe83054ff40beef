package components

import (
	"strconv"

	"beagle/extract"
	"beagle/tui/text"
)

// row is a line of the tree: a component, a class or service of one, or which class
// stands behind an interface.
type row struct {
	part    *extract.Part // nil: a binding
	class   *extract.Class
	offer   *extract.Offer
	binding *extract.Binding
}

// whole reports whether the row is a component or a class, which can be divided.
func (r row) whole() bool { return r.offer == nil && r.binding == nil }

// rows are those that are seen: of a component that is open all, and of one with
// something that the filter looks for this.
func (s *Screen) rows() (all []row) {
	for i := range s.now.Components {
		part := &s.now.Components[i]
		named := s.fits(part.Name)
		var found []row
		for k := range part.Classes {
			if s.open[part.Name] && named || s.Filter.Text != "" && s.fits(part.Classes[k].Name) {
				found = append(found, row{part: part, class: &part.Classes[k]})
			}
		}
		for k := range part.Offers {
			if s.open[part.Name] && named || s.Filter.Text != "" && s.fits(part.Offers[k].Name) {
				found = append(found, row{part: part, offer: &part.Offers[k]})
			}
		}
		if named || len(found) > 0 {
			all = append(append(all, row{part: part}), found...)
		}
	}
	for i := range s.now.Bindings {
		if s.fits(s.now.Bindings[i].For + " " + s.now.Bindings[i].Taken) {
			all = append(all, row{binding: &s.now.Bindings[i]})
		}
	}
	return all
}

// fits reports whether a name contains all words of the filter.
func (s *Screen) fits(name string) bool { return text.Contains(s.Filter.Text, name) }

// at is the row with the bar; none of anything: the filter lets no row through.
func (s *Screen) at() row {
	all := s.rows()
	if s.Cursor.Clamp(len(all)); len(all) == 0 {
		return row{}
	}
	return all[s.Cursor.At]
}

// partColumns are those of exported components.
var partColumns = []string{"component", "what", "name", "file", "line", "entered"}

// table is the components that are shown, with all classes and services.
func (s *Screen) table() (rows [][]string) {
	for _, r := range s.rows() {
		if r.part == nil || r.class != nil || r.offer != nil {
			continue
		}
		for _, c := range r.part.Classes {
			rows = append(rows, []string{r.part.Name, "class", c.Name, c.File, strconv.Itoa(c.Line), ""})
		}
		for _, o := range r.part.Offers {
			rows = append(rows, []string{r.part.Name, "service", o.Name, o.File, strconv.Itoa(o.Line), strconv.FormatBool(o.Entered)})
		}
	}
	return rows
}
