package syntax

func (p *parser) typeNode() *Node { return p.typeUntil(p.skipType(p.i)) }

func (p *parser) typeUntil(end int) *Node {
	if end < 0 {
		p.unexpected("a type")
	}
	n := p.node(Type)
	p.i = end
	return p.done(n)
}

func (p *parser) typeParameters(owner *Node) {
	if p.kind(0) != tLess {
		return
	}
	for {
		p.i = p.skipAnnotations(p.i + 1)
		n := p.node(Type)
		n.Name = p.ident("a type parameter")
		if p.accept(tExtends) {
			p.typeNode()
			for p.accept(tAmp) {
				p.typeNode()
			}
		}
		owner.add(TypeParam, p.done(n))
		if p.kind(0) != tComma {
			break
		}
	}
	p.expect(tGreater, `">"`)
}

func (p *parser) typeList() {
	p.typeNode()
	for p.accept(tComma) {
		p.typeNode()
	}
}
