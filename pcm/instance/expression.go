package instance

import (
	"strings"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
	"beagle/pcm/stoex"
)

func (r *notes) expression(variable *xmi.Node, of Element, what string, place stoex.Place) Expression {
	e := Expression{Element: of, Place: place}
	if variable != nil {
		e.Line = variable.Line()
		e.Text = variable.Attr("specification")
	}
	if strings.TrimSpace(e.Text) == "" {
		r.problem(e.Element, "no-expression", "there is no "+what, "write one; a calibrated model has an expression for each")
		return e
	}
	var problems []model.Problem
	e.X, problems = stoex.CheckIn(e.Text, place, nil)
	for _, p := range problems {
		switch {
		case p.Severity == model.Error:
			r.problem(e.Element, p.Rule, "the "+what+" \""+safe.Clip(e.Text)+"\": "+p.Message, p.Hint)
		case p.Rule == "stoex-old-meaning", p.Rule == "stoex-place": // an old syntax concerns other readers only
			r.warn(e.Element, p.Rule, "the "+what+" \""+safe.Clip(e.Text)+"\": "+p.Message, p.Hint)
		}
	}
	return e
}

func (r *notes) unbound(variable *xmi.Node, of Element, what string) Expression {
	e := r.expression(variable, of, what, stoex.Time)
	if e.X == nil {
		return e
	}
	if read := stoex.Variables(e.X); len(read) > 0 {
		r.problem(e.Element, "no-parameters", "the "+what+" \""+safe.Clip(e.Text)+"\" reads "+read[0].String()+", but no parameter has a value there", "write a number or a distribution")
		e.X = nil
	}
	return e
}

func (r *notes) usages(x *xmi.Index, n *xmi.Node, feature string) (list []Characterisation) {
	for usage := range n.All(feature) {
		name := r.variableName(usage)
		where := at(x, usage)
		if name == "" {
			r.problem(where, "no-name", "a variable usage names no variable", "name the parameter that it is for")
			continue
		}
		for c := range usage.All("variableCharacterisation_VariableUsage") {
			if space, _ := c.Type(); space != "" && c.Child("specification_VariableCharacterisation") == nil {
				continue // an extension's characterisation, e.g. of confidentiality
			}
			char, known := model.ParseCharacterisation(c.Attr("type")) // absent: STRUCTURE, the enumeration's default
			if text, given := c.Get("type"); given && !known {
				r.problem(where, "characterisation", "there is no characterisation "+safe.Clip(text), "choose VALUE, BYTESIZE, NUMBER_OF_ELEMENTS, TYPE or STRUCTURE")
				continue
			}
			v := model.Variable{Name: name, Char: char}
			list = append(list, Characterisation{v, r.expression(c.Child("specification_VariableCharacterisation"), where, v.String(), stoex.PlaceOfCharacterisation(char))})
		}
	}
	return list
}

func (r *notes) variableName(usage *xmi.Node) string {
	var path []string
	for n := usage.Child("namedReference__VariableUsage"); n != nil; n = n.Child("innerReference_NamespaceReference") {
		path = append(path, n.Attr("referenceName"))
	}
	return strings.Join(path, ".")
}
