package syntax

// The skip functions look ahead: they return the index of the token behind
// what they name, or -1 where there is no such thing at i.

// skipType skips a type, dimensions included.
func (p *parser) skipType(i int) int {
	if i = p.skipElementType(i); i < 0 {
		return -1
	}
	return p.skipDims(i)
}

// skipElementType skips a type without its dimensions.
func (p *parser) skipElementType(i int) int {
	i = p.skipAnnotations(i)
	if p.kindAt(i) == tPrimitive {
		return i + 1
	}
	for {
		if p.kindAt(i) != tIdent {
			return -1
		}
		i++
		if p.kindAt(i) == tLess {
			if i = p.skipTypeArguments(i); i < 0 {
				return -1
			}
		}
		if p.kindAt(i) != tDot {
			return i
		}
		next := p.skipAnnotations(i + 1)
		if p.kindAt(next) != tIdent {
			return i
		}
		i = next
	}
}

// skipDims skips empty brackets, annotated or not.
func (p *parser) skipDims(i int) int {
	for {
		next := p.skipAnnotations(i)
		if p.kindAt(next) != tLBracket || p.kindAt(next+1) != tRBracket {
			return i
		}
		i = next + 2
	}
}

// skipTypeArguments skips <...>; the diamond too.
func (p *parser) skipTypeArguments(i int) int {
	p.enter()
	defer p.leave()
	if i++; p.kindAt(i) == tGreater {
		return i + 1
	}
	for {
		i = p.skipAnnotations(i)
		if p.kindAt(i) == tQuestion {
			if i++; p.kindAt(i) == tExtends || p.kindAt(i) == tSuper {
				if i = p.skipType(i + 1); i < 0 {
					return -1
				}
			}
		} else if i = p.skipType(i); i < 0 {
			return -1
		}
		switch p.kindAt(i) {
		case tComma:
			i++
		case tGreater:
			return i + 1
		default:
			return -1
		}
	}
}

// skipAnnotations skips any number of annotations; it never fails.
func (p *parser) skipAnnotations(i int) int {
	for p.kindAt(i) == tAt && p.kindAt(i+1) == tIdent {
		for i += 2; p.kindAt(i) == tDot && p.kindAt(i+1) == tIdent; {
			i += 2
		}
		if p.kindAt(i) == tLParen {
			i = int(p.match[i]) + 1
		}
	}
	return i
}

// skipModifiers skips modifiers and annotations, and collects the modifiers.
func (p *parser) skipModifiers(i int) (int, Flags) {
	var flags Flags
	for {
		switch p.kindAt(i) {
		case tAt:
			next := p.skipAnnotations(i)
			if next == i {
				return i, flags
			}
			i = next
			continue
		case tStatic:
			flags |= Static
		case tFinal:
			flags |= Final
		case tAbstract:
			flags |= Abstract
		case tModifier:
			if p.word(i) == "native" {
				flags |= Native
			}
		case tDefault:
			flags |= Default
		case tSynchronized:
		case tIdent:
			switch {
			case p.word(i) == "sealed" && p.declares(i+1):
			case p.word(i) == "non" && p.kindAt(i+1) == tPlusMinus && p.isWord(i+2, "sealed"):
				i += 2
			default:
				return i, flags
			}
		default:
			return i, flags
		}
		i++
	}
}

// declares reports whether a type declaration follows, behind more modifiers.
func (p *parser) declares(i int) bool {
	switch p.kindAt(i) {
	case tClass, tInterface, tAbstract, tStatic, tModifier, tFinal, tAt:
		return true
	case tIdent:
		return p.word(i) == "sealed" || p.word(i) == "record"
	default:
		return false
	}
}

// typeNode takes a type, with dimensions.
func (p *parser) typeNode() *Node {
	return p.typeUntil(p.skipType(p.i))
}

// typeUntil is a type whose end is known.
func (p *parser) typeUntil(end int) *Node {
	if end < 0 {
		p.unexpected("a type")
	}
	n := p.node(Type)
	p.i = end
	return p.done(n)
}

// typeParameters takes <T extends A & B, ...> where there are any.
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

// typeList parses types that are divided by commas.
func (p *parser) typeList() {
	p.typeNode()
	for p.accept(tComma) {
		p.typeNode()
	}
}
