package stoex

// pmf reads a probability function:
//
//	IntPMF[(1;0.5)(2;0.5)]   EnumPMF(ordered)["a";1.0)]
func (p *parser) pmf() (Expr, *Error) {
	f := &PMF{At: p.tok.at, Kind: PMFKind(p.tok.text)}
	if err := p.advance(); err != nil {
		return nil, err
	}
	if f.Kind == EnumPMF || f.Kind == BoolPMF {
		if err := p.ordered(f); err != nil {
			return nil, err
		}
	}
	if p.tok.text == "(" {
		return nil, p.fail("expected \"[\", found \"(\": units such as (unit=\"s\") are no longer part of StoEx")
	}
	if err := p.want("["); err != nil {
		return nil, err
	}
	for {
		if err := p.sample(f); err != nil {
			return nil, err
		}
		if done, err := p.take("]"); done || err != nil {
			return f, err
		}
		if p.tok.text != "(" {
			return nil, p.fail("expected another sample or \"]\", found %s", p.found())
		}
	}
}

func (p *parser) ordered(f *PMF) *Error {
	open, err := p.take("(")
	if err != nil || !open {
		return err
	}
	if err := p.want("ordered"); err != nil {
		return err
	}
	f.Ordered = true
	return p.want(")")
}

func (p *parser) sample(f *PMF) *Error {
	if err := p.want("("); err != nil {
		return err
	}
	var s Sample
	t := p.tok
	if f.Kind == IntPMF || f.Kind == DoublePMF || f.Kind == DoublePDF {
		negative, err := p.take("-")
		if err != nil {
			return err
		}
		s.Negative = negative
		t = p.tok
	}
	fits := false
	switch f.Kind {
	case IntPMF:
		fits = t.kind == tInt
	case DoublePMF, DoublePDF:
		fits = t.kind == tInt || t.kind == tDouble
	case EnumPMF:
		fits = t.kind == tString
	case BoolPMF:
		fits = t.text == "true" || t.text == "false"
	}
	if !fits {
		return p.fail("expected %s as value of a sample of %s, found %s", sampleValue[f.Kind], f.Kind, p.found())
	}
	var err *Error
	if t.kind == tInt && f.Kind != IntPMF { // a number of any size
		d := &Double{At: t.at, Text: t.text}
		if d.Value, err = p.double(t); err == nil {
			err = p.advance()
		}
		s.Value = d
	} else {
		s.Value, err = p.atom()
	}
	if err != nil {
		return err
	}
	if err := p.want(";"); err != nil {
		return err
	}
	if p.tok.kind != tInt && p.tok.kind != tDouble {
		return p.fail("expected a probability, found %s", p.found())
	}
	if s.Probability, err = p.double(p.tok); err != nil {
		return err
	}
	if err := p.advance(); err != nil {
		return err
	}
	f.Samples = append(f.Samples, s)
	return p.want(")")
}

var sampleValue = map[PMFKind]string{
	IntPMF: "an integer", DoublePMF: "a number", DoublePDF: "a number", EnumPMF: "a text", BoolPMF: "true or false",
}
