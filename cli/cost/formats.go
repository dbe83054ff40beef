package cost

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"beagle/cli/app"
	"beagle/internal/safe"
)

// formats are how verify writes what became of contracts.
var formats = map[string]func(*app.App, *verified) error{
	"text": writeText, "json": func(a *app.App, v *verified) error { return a.PrintJSON(v) }, "junit": writeJUnit, "sarif": writeSARIF, "markdown": writeMarkdown,
}

func writeText(a *app.App, v *verified) error {
	s := &app.Sheet{Width: a.Width()}
	const indent = 10
	for _, c := range v.Contracts {
		s.Fold(fmt.Sprintf("%-*s%s %s", indent, c.Outcome, safe.Line(c.Method), safe.Line(c.Contract)), indent)
		for _, line := range []string{c.Why, c.Hint} {
			if line != "" {
				s.Fold(strings.Repeat(" ", indent)+safe.Line(line), indent)
			}
		}
	}
	s.Fold(v.summary(), 0)
	_, err := io.WriteString(a.Out, s.String())
	return err
}

func (v *verified) summary() string {
	return fmt.Sprintf("%d held, %d broken, %d undecided", v.count(held), v.count(broken), v.count(undecided))
}

func writeMarkdown(a *app.App, v *verified) error {
	cell := func(text string) string {
		return strings.NewReplacer("|", "\\|", "<", "&lt;", "`", "'").Replace(safe.Line(text))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "### Costs: %s\n\n| | Method | Promise | Measured |\n|---|---|---|---|\n", v.summary())
	for _, c := range v.Contracts {
		measured := cell(c.Why)
		if c.Hint != "" {
			measured += "; " + cell(c.Hint)
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s |\n", c.Outcome, cell(c.Method), cell(c.Contract), measured)
	}
	_, err := io.WriteString(a.Out, b.String())
	return err
}

// writeJUnit writes the XML that CI servers read as results of tests: what is undecided is skipped.
func writeJUnit(a *app.App, v *verified) error {
	type message struct {
		Text string `xml:"message,attr"`
	}
	type testcase struct {
		Class   string   `xml:"classname,attr"`
		Name    string   `xml:"name,attr"`
		Failure *message `xml:"failure,omitempty"`
		Skipped *message `xml:"skipped,omitempty"`
	}
	suite := struct {
		XMLName  xml.Name   `xml:"testsuite"`
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Cases    []testcase `xml:"testcase"`
	}{Name: "beagle verify", Tests: len(v.Contracts), Failures: v.count(broken), Skipped: v.count(undecided)}
	for _, c := range v.Contracts {
		one := testcase{Class: safe.Line(c.Method), Name: safe.Line(c.Contract)}
		why := &message{safe.Line(strings.TrimSuffix(c.Why+"; "+c.Hint, "; "))}
		switch c.Outcome {
		case broken:
			one.Failure = why
		case undecided:
			one.Skipped = why
		}
		suite.Cases = append(suite.Cases, one)
	}
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Out, "%s%s\n", xml.Header, text)
	return err
}

// writeSARIF writes SARIF 2.1.0, which code hosts show beside the code: what is broken is an error, what is undecided a
// note.
func writeSARIF(a *app.App, v *verified) error {
	type object = map[string]any
	results := []object{}
	for _, c := range v.Contracts {
		level := "error"
		switch c.Outcome {
		case held:
			continue
		case undecided:
			level = "note"
		}
		text := strings.TrimSuffix(c.Method+" "+c.Contract+": "+c.Why+"; "+c.Hint, "; ")
		place := object{"artifactLocation": object{"uri": cmp.Or(c.File, "beagle.yaml")}}
		if c.Line > 0 {
			place["region"] = object{"startLine": c.Line}
		}
		results = append(results, object{
			"ruleId": "cost-" + c.Outcome, "level": level, "message": object{"text": safe.Line(text)},
			"locations": []object{{
				"physicalLocation": place,
				"logicalLocations": []object{{"fullyQualifiedName": safe.Line(c.Method), "kind": "function"}},
			}},
		})
	}
	encoder := json.NewEncoder(a.Out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{
			"tool": object{"driver": object{"name": "beagle", "rules": []object{
				{"id": "cost-" + broken, "shortDescription": object{"text": "A promise of a method's cost is broken"}},
				{"id": "cost-" + undecided, "shortDescription": object{"text": "A promise of a method's cost could not be decided"}},
			}}},
			"results": results,
		}},
	})
}
