// Package report makes one page of an analysis that explains itself: an HTML file without anything to be fetched,
// that can be read without a script, on paper, on a phone, in light and dark, and by a screen reader. A Page is data;
// the template only lays it out.
package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"

	"beagle/tui/plot"
)

//go:embed page.html
var pageText string

//go:embed style.css
var style string

//go:embed sort.js
var script string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style":  func() template.CSS { return template.CSS(style + plot.Style) }, //nolint:gosec // our own
	"script": func() template.JS { return template.JS(script) },               //nolint:gosec // our own
}).Parse(pageText))

// HTML is the page as a file.
func (p *Page) HTML() ([]byte, error) {
	var b bytes.Buffer
	err := page.Execute(&b, p)
	return b.Bytes(), err
}

// Plots writes every picture as a file of its own into a folder, which is made where it is missing.
func (p *Page) Plots(dir string) (int, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	count, used := 0, map[string]int{}
	type named struct {
		name string
		figure
	}
	var all []named
	for _, f := range p.figures {
		all = append(all, named{f.what, f})
	}
	for i := range p.Elements {
		for _, f := range p.Elements[i].figures {
			all = append(all, named{anchor(p.Elements[i].Place+"-"+p.Elements[i].Name) + "-" + f.what, f})
		}
	}
	for _, f := range all {
		name := f.name
		if used[name]++; used[name] > 1 {
			name += fmt.Sprintf("-%d", used[name])
		}
		file, err := os.OpenFile(filepath.Join(dir, name+".svg"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // as above
		if err != nil {
			return count, err
		}
		_, err = file.WriteString(f.of.SVG(f.title, f.description, true))
		if closed := file.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}
