package syntax

// unit parses a compilation unit (JLS 7.3): package, imports, a module declaration, types.
func (p *parser) unit() *Node {
	unit := p.node(Unit)
	unit.Start = 0
	if after := p.skipAnnotations(p.i); p.kindAt(after) == tPackage {
		p.i = after + 1
		start := p.i
		p.qualified()
		unit.Name = p.compact(start, p.i)
		p.expect(tSemi, `";"`)
	}
	for p.kind(0) != tEOF {
		switch {
		case p.kind(0) == tImport:
			p.importDeclaration()
		case p.accept(tSemi):
		case p.isModule():
			p.module()
		default:
			unit.add(Member, p.member(unit))
		}
	}
	unit.End = p.tokens[len(p.tokens)-1].end
	return unit
}

func (p *parser) compact(from, to int) string {
	text := ""
	for i := from; i < to; i++ {
		text += p.word(i)
	}
	return text
}

func (p *parser) qualified() {
	p.ident("a name")
	for p.kind(0) == tDot && p.kind(1) == tIdent {
		p.i += 2
	}
}

func (p *parser) importDeclaration() {
	p.i++
	p.accept(tStatic)
	if p.isWord(p.i, "module") && p.kind(1) == tIdent { // Java 25
		p.i++
	}
	p.qualified()
	if p.accept(tDot) && (p.kind(0) != tBinary || p.word(p.i) != "*") {
		p.unexpected("a name")
	} else if p.tokens[p.i-1].kind == tDot {
		p.i++
	}
	p.expect(tSemi, `";"`)
}

// isModule reports whether a module declaration begins here; "module" and "open" are words only there (JLS 7.7).
func (p *parser) isModule() bool {
	i := p.skipAnnotations(p.i)
	if p.isWord(i, "open") {
		i++
	}
	return p.isWord(i, "module") && p.kindAt(i+1) == tIdent && (p.kindAt(i+2) == tDot || p.kindAt(i+2) == tLBrace)
}

func (p *parser) module() {
	for p.kind(0) != tLBrace {
		p.i++
	}
	p.i = int(p.match[p.i]) + 1
}

func (p *parser) member(owner *Node) *Node {
	p.enter()
	defer p.leave()
	n := p.node(Method)
	after, flags := p.skipModifiers(p.i)
	n.Flags = flags
	p.i = after
	switch {
	case p.kind(0) == tLBrace:
		n.Kind = Initializer
		n.add(Body, p.block())
		return p.done(n)
	case p.isTypeDeclaration():
		return p.typeDeclaration(n)
	case p.kind(0) == tIdent && p.kind(1) == tLBrace && owner.Flags&Record != 0:
		n.Kind, n.Name = CompactConstructor, p.ident("")
		n.add(Body, p.block())
		return p.done(n)
	}
	p.typeParameters(n)
	p.i = p.skipAnnotations(p.i)
	if p.kind(0) == tIdent && p.kind(1) == tLParen && owner.Kind == Class {
		n.Name = p.ident("")
		return p.method(n)
	}
	var result *Node
	if p.kind(0) == tVoid {
		result = p.node(Type)
		p.i++
		p.done(result)
	} else {
		result = p.typeNode()
	}
	n.add(TypeOf, result)
	if p.kind(0) == tIdent && p.kind(1) == tLParen {
		n.Name = p.ident("")
		return p.method(n)
	}
	n.Kind = Field
	p.declarators(n)
	p.expect(tSemi, `";"`)
	return p.done(n)
}

func (p *parser) isTypeDeclaration() bool {
	switch p.kind(0) {
	case tClass, tInterface, tEnum:
		return true
	case tAt:
		return p.kind(1) == tInterface
	case tIdent:
		return p.word(p.i) == "record" && p.kind(1) == tIdent && (p.kind(2) == tLParen || p.kind(2) == tLess)
	default:
		return false
	}
}

// typeDeclaration parses what follows the modifiers of a class, interface, enum, record or annotation type.
func (p *parser) typeDeclaration(n *Node) *Node {
	n.Kind = Class
	switch p.kind(0) {
	case tAt:
		p.i++
		n.Flags |= Interface
	case tInterface:
		n.Flags |= Interface
	case tEnum:
		n.Flags |= Enum
	case tIdent:
		n.Flags |= Record
	default:
	}
	p.i++
	n.Name = p.ident("the name of a type")
	p.typeParameters(n)
	if n.Flags&Record != 0 {
		p.parameters(n)
	}
	for {
		switch {
		case p.accept(tExtends), p.accept(tImplements):
			p.typeList()
		case p.isWord(p.i, "permits"):
			p.i++
			p.typeList()
		default:
			return p.classBody(n)
		}
	}
}

func (p *parser) classBody(n *Node) *Node {
	defer func(noLambda, yields bool) { p.noLambda, p.yields = noLambda, yields }(p.noLambda, p.yields)
	p.noLambda, p.yields = false, false
	p.expect(tLBrace, `"{"`)
	if n.Flags&Enum != 0 {
		p.constants(n)
	}
	for !p.accept(tRBrace) {
		if !p.accept(tSemi) {
			n.add(Member, p.member(n))
		}
	}
	return p.done(n)
}

func (p *parser) constants(n *Node) {
	for {
		p.i = p.skipAnnotations(p.i)
		if p.kind(0) != tIdent {
			break
		}
		c := p.node(Constant)
		c.Name = p.ident("")
		if p.kind(0) == tLParen {
			p.arguments(c)
		}
		if p.kind(0) == tLBrace {
			c.add(Body, p.classBody(p.node(Class)))
		}
		n.add(Member, p.done(c))
		if !p.accept(tComma) {
			break
		}
	}
	if p.kind(0) != tRBrace {
		p.expect(tSemi, `";" or "}"`)
	}
}

// method parses from the parameters on. The default of an annotation's element is passed over by matching brackets.
func (p *parser) method(n *Node) *Node {
	p.parameters(n)
	if after := p.skipDims(p.i); after != p.i {
		n.Flags |= TypeDims
		p.i = after
	}
	if p.accept(tThrows) {
		p.typeList()
	}
	if p.kind(0) == tDefault { // of an annotation type's element
		for p.kind(0) != tSemi && p.kind(0) != tEOF {
			if k := p.kind(0); k == tLParen || k == tLBrace || k == tLBracket {
				p.i = int(p.match[p.i])
			}
			p.i++
		}
	}
	if p.kind(0) == tLBrace {
		n.add(Body, p.block())
	} else {
		p.expect(tSemi, `";" or a body`)
	}
	return p.done(n)
}

func (p *parser) parameters(n *Node) {
	p.expect(tLParen, `"("`)
	for !p.accept(tRParen) {
		if n.Count(Param) > 0 {
			p.expect(tComma, `"," or ")"`)
		}
		if param := p.parameter(); param != nil {
			n.add(Param, param)
		} else if p.kind(0) == tComma { // behind a receiver parameter
			p.i++
		}
	}
}

func (p *parser) parameter() *Node {
	n := p.node(Parameter)
	p.i, n.Flags = p.skipModifiers(p.i)
	n.add(TypeOf, p.typeNode())
	p.i = p.skipAnnotations(p.i)
	if p.accept(tEllipsis) {
		n.Flags |= Varargs
	}
	if p.kind(0) == tThis || p.kind(1) == tDot {
		for p.kind(0) == tIdent && p.kind(1) == tDot {
			p.i += 2
		}
		p.expect(tThis, "the name of a parameter")
		return nil
	}
	n.Name = p.ident("the name of a parameter")
	p.i = p.skipDims(p.i)
	return p.done(n)
}

func (p *parser) declarators(n *Node) {
	for {
		d := p.node(Declarator)
		d.Name = p.ident("the name of a variable")
		p.i = p.skipDims(p.i)
		if p.accept(tAssign) {
			d.add(Value, p.initializer())
		}
		n.add(Child, p.done(d))
		if !p.accept(tComma) {
			return
		}
	}
}

func (p *parser) initializer() *Node {
	if p.kind(0) == tLBrace {
		return p.arrayInit()
	}
	return p.expression()
}

func (p *parser) arrayInit() *Node {
	p.enter()
	defer p.leave()
	n := p.node(ArrayInit)
	p.expect(tLBrace, `"{"`)
	for !p.accept(tRBrace) {
		n.add(Child, p.initializer())
		if p.kind(0) != tRBrace {
			p.expect(tComma, `"," or "}"`)
		}
	}
	return p.done(n)
}
