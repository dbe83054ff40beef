package links

import "beagle/model"

// ByName links services and elements by the names of their components and services alone, for
// records that name what was executed, such as spans: there are no statements, so positions only say
// what stands inside what. steps gives the steps of a service.
func ByName(services []model.Service, steps func(seff string) []model.Step) *File {
	f := &File{Named: true}
	for _, s := range services {
		n := naming{file: f, unit: s.Component}
		n.steps(steps(s.SEFF))
		n.link(s.SEFF, 0, n.at)
	}
	return f
}

type naming struct {
	file *File
	unit string
	at   int
}

func (n *naming) steps(list []model.Step) {
	for i := range list {
		s := &list[i]
		n.at++
		if len(s.Inner) == 0 {
			n.link(s.ID, n.at, n.at)
			continue
		}
		for _, inner := range s.Inner {
			n.at++
			first := n.at
			n.steps(inner.Steps)
			n.link(inner.ID, first, n.at)
		}
	}
}

func (n *naming) link(id string, first, last int) {
	if id != "" {
		n.file.Links = append(n.file.Links, Link{Element: id, First: Position{n.unit, first}, Last: &Position{n.unit, last}})
	}
}
