package syntax

func (p *parser) expression() *Node {
	p.enter()
	defer p.leave()
	left := p.ternary()
	if k := p.kind(0); k != tAssign && k != tOpAssign && !p.isShiftAssign() {
		return left
	}
	n := p.wrap(Assign, left)
	n.add(Target, left)
	if p.isShiftAssign() {
		for p.kind(0) == tGreater {
			p.i++
		}
	}
	p.i++
	n.add(Value, p.expression())
	return p.done(n)
}

// isShiftAssign: >>= and >>>= come as single tokens that touch.
func (p *parser) isShiftAssign() bool {
	return p.kind(0) == tGreater && p.touches(0) &&
		(p.kind(1) == tGreaterEq || p.kind(1) == tGreater && p.touches(1) && p.kind(2) == tGreaterEq)
}

// touches reports whether a token ends where the next one begins: > > is no shift.
func (p *parser) touches(n int) bool {
	return p.i+n+1 < len(p.tokens) && p.tokens[p.i+n].end == p.tokens[p.i+n+1].start
}

func (p *parser) wrap(kind Kind, first *Node) *Node {
	n := p.node(kind)
	n.Start = first.Start
	return n
}

func (p *parser) ternary() *Node {
	cond := p.binary()
	if p.kind(0) != tQuestion {
		return cond
	}
	p.enter()
	defer p.leave()
	n := p.wrap(Conditional, cond)
	p.i++
	n.add(Cond, cond)
	// Between ? and : an arrow can only be a lambda's.
	noLambda := p.noLambda
	p.noLambda = false
	n.add(Then, p.expression())
	p.noLambda = noLambda
	p.expect(tColon, `":"`)
	n.add(Else, p.ternary())
	return p.done(n)
}

// binary takes a chain of operands, instanceof included; precedence does not matter to anyone here.
func (p *parser) binary() *Node {
	left := p.unary()
	var n *Node
	for {
		k := p.kind(0)
		if k != tInstanceof && !p.isBinary(k) {
			if n != nil {
				return p.done(n)
			}
			return left
		}
		if n == nil {
			n = p.wrap(Binary, left)
			n.add(Child, left)
		}
		if k == tInstanceof {
			p.i++
			n.add(Child, p.instanceType())
			continue
		}
		p.i++
		for k == tGreater && (p.kind(0) == tGreater || p.kind(0) == tGreaterEq) && p.touches(-1) {
			p.i++
		}
		n.add(Child, p.unary())
	}
}

func (p *parser) isBinary(k tok) bool {
	switch k {
	case tPlusMinus, tAmp, tBinary, tLess, tGreaterEq:
		return true
	case tGreater:
		return !p.isShiftAssign()
	default:
		return false
	}
}

func (p *parser) instanceType() *Node {
	after, _ := p.skipModifiers(p.i)
	end := p.skipType(after)
	if end < 0 {
		p.unexpected("a type")
	}
	if p.kindAt(end) == tIdent || p.kindAt(end) == tLParen {
		return p.pattern()
	}
	n := p.node(Type)
	p.i = end
	return p.done(n)
}

// unary parses prefix operators, casts and lambdas.
func (p *parser) unary() *Node {
	p.enter()
	defer p.leave()
	switch p.kind(0) {
	case tPlusMinus, tNot, tIncDec:
		n := p.node(Unary)
		if p.kind(0) == tIncDec {
			n.Flags = Decrement
		}
		p.i++
		n.add(Child, p.unary())
		return p.done(n)
	case tLParen:
		end := int(p.match[p.i])
		if p.kindAt(end+1) == tArrow && !p.noLambda {
			return p.lambda()
		}
		if p.isCast(end) {
			return p.cast(end)
		}
	case tIdent:
		if p.kind(1) == tArrow && !p.noLambda {
			return p.lambda()
		}
	default:
	}
	return p.postfix(p.primary())
}

// isCast decides what stands in parentheses that end at token end (JLS 15.16).
func (p *parser) isCast(end int) bool {
	i := p.skipType(p.i + 1)
	if i < 0 {
		return false
	}
	primitive := p.kindAt(p.skipAnnotations(p.i+1)) == tPrimitive && i == p.skipAnnotations(p.i+1)+1
	for p.kindAt(i) == tAmp {
		if i = p.skipType(i + 1); i < 0 {
			return false
		}
	}
	if i != end {
		return false
	}
	if primitive {
		return true
	}
	switch p.kindAt(end + 1) {
	case tIdent, tNumber, tChar, tString, tTrue, tFalse, tNull, tLParen, tThis, tSuper, tNew, tSwitch, tPrimitive, tVoid, tAt:
		return true
	case tNot:
		return true
	default:
		return false
	}
}

func (p *parser) cast(end int) *Node {
	n := p.node(Cast)
	p.i++
	n.add(TypeOf, p.typeUntil(end))
	p.i++
	n.add(Value, p.unary())
	return p.done(n)
}

// lambda parses all three forms of parameters.
func (p *parser) lambda() *Node {
	n := p.node(Lambda)
	if p.kind(0) == tIdent {
		p.lambdaName(n)
	} else if p.i++; p.kind(0) == tIdent && (p.kind(1) == tComma || p.kind(1) == tRParen) {
		p.lambdaName(n)
		for p.accept(tComma) {
			p.lambdaName(n)
		}
		p.expect(tRParen, `")"`)
	} else {
		p.i--
		p.parameters(n)
	}
	p.expect(tArrow, `"->"`)
	yields := p.yields
	if p.kind(0) == tLBrace {
		noLambda := p.noLambda
		p.noLambda, p.yields = false, false
		n.add(Body, p.block())
		p.noLambda, p.yields = noLambda, yields
	} else {
		n.add(Body, p.expression())
	}
	return p.done(n)
}

func (p *parser) lambdaName(n *Node) {
	param := p.node(Parameter)
	param.Name = p.ident("the name of a parameter")
	n.add(Param, p.done(param))
}

func (p *parser) arguments(n *Node) {
	noLambda := p.noLambda
	p.noLambda = false
	p.expect(tLParen, `"("`)
	p.expressions(n, Arg, tRParen)
	p.expect(tRParen, `"," or ")"`)
	p.noLambda = noLambda
}

func (p *parser) primary() *Node {
	n := p.node(Literal)
	switch p.kind(0) {
	case tNumber, tChar, tString, tNull:
		if p.kind(0) == tNull {
			n.Flags = HasNull
		}
		p.i++
		return p.done(n)
	case tTrue, tFalse:
		n.Flags = ConstTrue
		if p.kind(0) == tFalse {
			n.Flags = ConstFalse
		}
		p.i++
		return p.done(n)
	case tLess: // <T>this(...), an explicit constructor call (JLS 8.8.7.1)
		p.skipTo(p.skipTypeArguments(p.i), "type arguments")
		if k := p.kind(0); k != tThis && k != tSuper || p.kind(1) != tLParen {
			p.unexpected("a constructor call")
		}
		return p.constructorOrThis(n)
	case tThis, tSuper:
		return p.constructorOrThis(n)
	case tNew:
		return p.creation(n)
	case tSwitch:
		return p.switchBody(n, SwitchExpr)
	case tVoid:
		n.Kind = ClassLiteral
		p.i++
		p.expect(tDot, `"."`)
		p.expect(tClass, `"class"`)
		return p.done(n)
	case tLParen:
		n.Kind = Paren
		p.i++
		noLambda := p.noLambda
		p.noLambda = false
		n.add(Value, p.expression())
		p.noLambda = noLambda
		p.expect(tRParen, `")"`)
		return p.done(n)
	case tPrimitive, tAt:
		return p.typeExpression(n, p.skipType(p.i))
	case tIdent:
		if k := p.kind(1); k == tLess || k == tLBracket && p.kind(2) == tRBracket || k == tAt {
			if end := p.skipType(p.i); end > 0 && (p.kindAt(end) == tColonColon || p.kindAt(end) == tDot && p.kindAt(end+1) == tClass) {
				return p.typeExpression(n, end)
			}
		}
		n.Name = p.ident("")
		if p.kind(0) == tLParen {
			n.Kind = Call
			p.arguments(n)
		} else {
			n.Kind = Name
		}
		return p.done(n)
	default:
	}
	p.unexpected("an expression")
	return nil
}

func (p *parser) constructorOrThis(n *Node) *Node {
	n.Kind, n.Name = This, p.word(p.i)
	p.i++
	if p.kind(0) == tLParen {
		n.Kind = Call
		p.arguments(n)
	}
	return p.done(n)
}

func (p *parser) typeExpression(n *Node, end int) *Node {
	t := p.typeUntil(end)
	if p.accept(tDot) {
		n.Kind = ClassLiteral
		p.expect(tClass, `"class"`)
		return p.done(n)
	}
	if p.kind(0) != tColonColon {
		p.unexpected(`".class" or "::"`)
	}
	return p.methodRef(t)
}

func (p *parser) methodRef(target *Node) *Node {
	n := p.wrap(MethodRef, target)
	n.add(Target, target)
	p.i++
	if p.kind(0) == tLess {
		if p.i = p.skipTypeArguments(p.i); p.i < 0 {
			p.i = int(int32(len(p.tokens) - 1))
			p.unexpected("type arguments")
		}
	}
	if !p.accept(tNew) {
		n.Name = p.ident(`the name of a method or "new"`)
	}
	return p.done(n)
}

func (p *parser) creation(n *Node) *Node {
	p.i++
	if p.kind(0) == tLess {
		p.skipTo(p.skipTypeArguments(p.i), "type arguments")
	}
	n.add(TypeOf, p.typeUntil(p.skipElementType(p.i)))
	p.i = p.skipAnnotations(p.i)
	if p.kind(0) != tLBracket {
		n.Kind = New
		p.arguments(n)
		if p.kind(0) == tLBrace {
			n.add(Body, p.classBody(p.node(Class)))
		}
		return p.done(n)
	}
	n.Kind = NewArray
	for {
		p.i = p.skipAnnotations(p.i)
		if p.kind(0) != tLBracket {
			break
		}
		p.i++
		if p.kind(0) != tRBracket {
			noLambda := p.noLambda
			p.noLambda = false
			n.add(Child, p.expression())
			p.noLambda = noLambda
		}
		p.expect(tRBracket, `"]"`)
	}
	if p.kind(0) == tLBrace {
		n.add(Init, p.arrayInit())
	}
	return p.done(n)
}

func (p *parser) skipTo(i int, what string) {
	if i < 0 {
		p.unexpected(what)
	}
	p.i = i
}

func (p *parser) postfix(left *Node) *Node {
	for {
		switch p.kind(0) {
		case tDot:
			left = p.selector(left)
		case tLBracket:
			n := p.wrap(Index, left)
			n.add(Target, left)
			p.i++
			noLambda := p.noLambda
			p.noLambda = false
			n.add(Child, p.expression())
			p.noLambda = noLambda
			p.expect(tRBracket, `"]"`)
			left = p.done(n)
		case tIncDec:
			n := p.wrap(Postfix, left)
			n.add(Child, left)
			p.i++
			left = p.done(n)
		case tColonColon:
			left = p.methodRef(left)
		default:
			return left
		}
	}
}

func (p *parser) selector(left *Node) *Node {
	n := p.wrap(Select, left)
	n.add(Target, left)
	p.i++
	switch p.kind(0) {
	case tNew: // inner class creation
		n.Kind = New
		return p.creation(n)
	case tClass:
		n.Kind = ClassLiteral
		p.i++
		return p.done(n)
	case tLess:
		p.skipTo(p.skipTypeArguments(p.i), "type arguments")
	default:
	}
	switch p.kind(0) {
	case tThis, tSuper:
		n.Kind, n.Name = This, p.word(p.i)
		p.i++
	case tIdent:
		// A generic type in a method reference: Outer.Inner<String>::new.
		if k := p.kind(1); k == tLess || k == tLBracket && p.kind(2) == tRBracket {
			if end := p.skipType(p.i); end > 0 && (p.kindAt(end) == tColonColon || p.kindAt(end) == tDot && p.kindAt(end+1) == tClass) {
				n.Name = p.word(p.i)
				p.i = end
				if p.kind(0) == tDot {
					n.Kind = ClassLiteral
					p.i += 2
				}
				return p.done(n)
			}
		}
		n.Name = p.ident("")
	default:
		p.unexpected("a name")
	}
	if p.kind(0) == tLParen {
		n.Kind = Call
		p.arguments(n)
	}
	return p.done(n)
}
