package syntax

func (p *parser) block() *Node {
	p.enter()
	defer p.leave()
	n := p.node(Block)
	p.expect(tLBrace, `"{"`)
	for !p.accept(tRBrace) {
		n.add(Stmt, p.blockStatement())
	}
	return p.done(n)
}

func (p *parser) blockStatement() *Node {
	switch p.kind(0) {
	case tFinal, tAbstract, tStatic, tModifier, tAt, tClass, tInterface, tEnum:
		return p.declaration()
	case tPrimitive:
		if p.declaresVariable(p.i) {
			return p.localVariable(p.node(LocalVariable))
		}
	case tIdent:
		if p.kind(1) == tColon {
			return p.statement()
		}
		if p.isYield() {
			return p.yield()
		}
		if p.isTypeDeclaration() || p.word(p.i) == "sealed" && p.declares(p.i+1) ||
			p.word(p.i) == "non" && p.kind(1) == tPlusMinus && p.isWord(p.i+2, "sealed") && p.declares(p.i+3) {
			return p.declaration()
		}
		if p.declaresVariable(p.i) {
			return p.localVariable(p.node(LocalVariable))
		}
	default:
	}
	return p.statement()
}

func (p *parser) declaration() *Node {
	n := p.node(LocalVariable)
	class := p.node(Class)
	p.i, n.Flags = p.skipModifiers(p.i)
	if p.isTypeDeclaration() {
		n.Kind, class.Flags = LocalClass, n.Flags
		n.add(Child, p.typeDeclaration(class))
		return p.done(n)
	}
	return p.localVariable(n)
}

func (p *parser) localVariable(n *Node) *Node {
	n.add(TypeOf, p.typeNode())
	p.declarators(n)
	p.expect(tSemi, `";"`)
	return p.done(n)
}

func (p *parser) declaresVariable(i int) bool {
	end := p.skipType(i)
	if end < 0 || p.kindAt(end) != tIdent {
		return false
	}
	switch p.kindAt(end + 1) {
	case tAssign, tSemi, tComma, tLBracket, tColon, tAt:
		return true
	default:
		return false
	}
}

// isYield.
func (p *parser) isYield() bool {
	if !p.yields || p.word(p.i) != "yield" {
		return false
	}
	switch p.kind(1) {
	case tAssign, tOpAssign, tDot, tLBracket, tArrow, tColonColon:
		return false
	case tIncDec:
		return p.kind(2) != tSemi
	default:
		return true
	}
}

func (p *parser) yield() *Node {
	n := p.node(Yield)
	p.i++
	n.add(Value, p.expression())
	p.expect(tSemi, `";"`)
	return p.done(n)
}

// statement parses one statement that is no declaration (JLS 14.5).
func (p *parser) statement() *Node {
	p.enter()
	defer p.leave()
	n := p.node(Expression)
	switch p.kind(0) {
	case tLBrace:
		return p.block()
	case tSemi:
		n.Kind = Empty
		p.i++
		return p.done(n)
	case tIf:
		return p.ifStatement(n)
	case tWhile:
		n.Kind = While
		p.i++
		p.condition(n)
		n.add(Body, p.statement())
		return p.done(n)
	case tDo:
		n.Kind = Do
		p.i++
		n.add(Body, p.statement())
		p.expect(tWhile, `"while"`)
		p.condition(n)
		p.expect(tSemi, `";"`)
		return p.done(n)
	case tFor:
		return p.forStatement(n)
	case tSwitch:
		return p.switchBody(n, Switch)
	case tReturn, tThrow:
		n.Kind = Return
		if p.kind(0) == tThrow {
			n.Kind = Throw
		}
		if p.i++; n.Kind == Throw || p.kind(0) != tSemi {
			n.add(Value, p.expression())
		}
	case tBreak, tContinue:
		n.Kind = Break
		if p.kind(0) == tContinue {
			n.Kind = Continue
		}
		if p.i++; p.kind(0) == tIdent {
			n.Name = p.ident("")
		}
	case tSynchronized:
		n.Kind = Synchronized
		p.i++
		p.condition(n)
		n.add(Body, p.block())
		return p.done(n)
	case tTry:
		return p.tryStatement(n)
	case tAssert:
		n.Kind = Assert
		p.i++
		n.add(Cond, p.expression())
		if p.accept(tColon) {
			n.add(Value, p.expression())
		}
	case tIdent:
		if p.kind(1) == tColon {
			n.Kind, n.Name = Labeled, p.ident("")
			p.i++
			n.add(Body, p.statement())
			return p.done(n)
		}
		if p.isYield() {
			return p.yield()
		}
		fallthrough
	default:
		n.add(Value, p.statementExpression())
	}
	p.expect(tSemi, `";"`)
	return p.done(n)
}

func (p *parser) statementExpression() *Node {
	value := p.expression()
	switch value.Kind {
	case Assign, Postfix, Call, New:
	case Unary:
		if value.Flags&Decrement == 0 {
			fail(int(value.Start), "the expression is no statement")
		}
	default:
		fail(int(value.Start), "the expression is no statement")
	}
	return value
}

func (p *parser) condition(n *Node) {
	p.expect(tLParen, `"("`)
	n.add(Cond, p.expression())
	p.expect(tRParen, `")"`)
}

func (p *parser) ifStatement(n *Node) *Node {
	n.Kind = If
	p.i++
	p.condition(n)
	n.add(Then, p.statement())
	if p.accept(tElse) {
		n.add(Else, p.statement())
	}
	return p.done(n)
}

func (p *parser) forStatement(n *Node) *Node {
	n.Kind = For
	p.i++
	p.expect(tLParen, `"("`)
	after, flags := p.skipModifiers(p.i)
	if after != p.i || p.declaresVariable(p.i) {
		v := p.node(LocalVariable)
		v.Flags = flags
		p.i = after
		v.add(TypeOf, p.typeNode())
		if p.kind(0) == tIdent && p.kind(1) == tColon || p.kindAt(p.skipDims(p.i+1)) == tColon {
			n.Kind = ForEach
			d := p.node(Declarator)
			d.Name = p.ident("the name of a variable")
			p.i = p.skipDims(p.i)
			v.add(Child, p.done(d))
			n.add(Init, p.done(v))
			p.i++
			n.add(Value, p.expression())
			p.expect(tRParen, `")"`)
			n.add(Body, p.statement())
			return p.done(n)
		}
		p.declarators(v)
		n.add(Init, p.done(v))
	} else {
		p.expressions(n, Init, tSemi)
	}
	p.expect(tSemi, `";"`)
	if p.kind(0) != tSemi {
		n.add(Cond, p.expression())
	}
	p.expect(tSemi, `";"`)
	p.expressions(n, Update, tRParen)
	p.expect(tRParen, `")"`)
	n.add(Body, p.statement())
	return p.done(n)
}

func (p *parser) expressions(n *Node, role Role, end tok) {
	if p.kind(0) == end {
		return
	}
	n.add(role, p.expression())
	for p.accept(tComma) {
		n.add(role, p.expression())
	}
}

func (p *parser) tryStatement(n *Node) *Node {
	n.Kind = Try
	p.i++
	if p.accept(tLParen) {
		for !p.accept(tRParen) {
			n.add(Resource, p.resource())
			if p.kind(0) != tRParen {
				p.expect(tSemi, `";" or ")"`)
			}
		}
	}
	n.add(Body, p.block())
	for p.kind(0) == tCatch {
		c := p.node(Catch)
		p.i++
		p.expect(tLParen, `"("`)
		p.i, c.Flags = p.skipModifiers(p.i)
		c.add(TypeOf, p.typeNode())
		for p.kind(0) == tBinary && p.word(p.i) == "|" {
			p.i++
			c.add(TypeOf, p.typeNode())
		}
		c.Name = p.ident("the name of the exception")
		p.i = p.skipDims(p.i)
		p.expect(tRParen, `")"`)
		c.add(Body, p.block())
		n.add(Handler, p.done(c))
	}
	if p.accept(tFinally) {
		n.add(Finally, p.block())
	}
	if n.Child(Resource) == nil && n.Child(Handler) == nil && n.Child(Finally) == nil {
		p.unexpected(`"catch" or "finally"`)
	}
	return p.done(n)
}

func (p *parser) resource() *Node {
	after, flags := p.skipModifiers(p.i)
	if after == p.i && !p.declaresVariable(p.i) {
		return p.expression()
	}
	n := p.node(LocalVariable)
	n.Flags = flags
	p.i = after
	n.add(TypeOf, p.typeNode())
	p.declarators(n)
	return p.done(n)
}

func (p *parser) switchBody(n *Node, kind Kind) *Node {
	p.enter()
	defer p.leave()
	defer func(noLambda, yields bool) { p.noLambda, p.yields = noLambda, yields }(p.noLambda, p.yields)
	n.Kind, p.noLambda = kind, false
	p.yields = p.yields || kind == SwitchExpr
	p.i++
	p.expect(tLParen, `"("`)
	n.add(Value, p.expression())
	p.expect(tRParen, `")"`)
	p.expect(tLBrace, `"{"`)
	for !p.accept(tRBrace) {
		n.add(Child, p.caseRule(kind))
	}
	return p.done(n)
}

func (p *parser) caseRule(kind Kind) *Node {
	n := p.node(Case)
	if p.accept(tDefault) {
		n.Flags |= Default
	} else {
		p.expect(tCase, `"case"`)
		p.noLambda = true
		p.caseLabels(n)
		p.noLambda = false
	}
	if p.accept(tArrow) {
		n.Flags |= Arrow
		n.add(Body, p.caseBody(kind))
		return p.done(n)
	}
	p.expect(tColon, `":" or "->"`)
	for k := p.kind(0); k != tCase && k != tRBrace && (k != tDefault || p.kind(1) != tColon && p.kind(1) != tArrow); k = p.kind(0) {
		n.add(Stmt, p.blockStatement())
	}
	return p.done(n)
}

// caseBody takes a block, a throw, or an expression with its semicolon.
func (p *parser) caseBody(kind Kind) *Node {
	switch p.kind(0) {
	case tLBrace:
		return p.block()
	case tThrow:
		return p.statement()
	default:
	}
	n := p.node(Expression)
	if kind == Switch {
		n.add(Value, p.statementExpression())
	} else {
		n.add(Value, p.expression())
	}
	p.expect(tSemi, `";"`)
	return p.done(n)
}

func (p *parser) caseLabels(n *Node) {
	for {
		switch {
		case p.kind(0) == tDefault:
			p.i++
			n.Flags |= Default
		case p.isPattern(p.i):
			n.add(Label, p.pattern())
		default:
			label := p.ternary()
			switch {
			case label.Kind == Literal && p.word(p.i-1) == "null":
				n.Flags |= HasNull
			case label.Kind == Select:
				n.Flags |= NonTrivial
			}
			n.add(Label, label)
		}
		if !p.accept(tComma) {
			break
		}
	}
	if p.isWord(p.i, "when") {
		p.i++
		n.add(Guard, p.expression())
	}
}

// isPattern reports whether a type pattern or record pattern follows; in a case label no other thing looks like that.
func (p *parser) isPattern(i int) bool {
	after, _ := p.skipModifiers(i)
	if after != i {
		return true
	}
	end := p.skipType(i)
	if end < 0 {
		return p.isWord(i, "_")
	}
	if p.kindAt(i) == tIdent && p.kindAt(end) == tLParen {
		return true
	}
	return p.kindAt(end) == tIdent || p.isWord(i, "_") && end == i+1
}

func (p *parser) pattern() *Node {
	p.enter()
	defer p.leave()
	n := p.node(Pattern)
	p.i, n.Flags = p.skipModifiers(p.i)
	if p.isWord(p.i, "_") && p.kind(1) != tIdent { // the unnamed pattern
		p.i++
		return p.done(n)
	}
	n.add(TypeOf, p.typeNode())
	if p.accept(tLParen) {
		for !p.accept(tRParen) {
			n.add(Child, p.pattern())
			if p.kind(0) != tRParen {
				p.expect(tComma, `"," or ")"`)
			}
		}
		if p.kind(0) == tIdent && !p.isWord(p.i, "when") { // named record patterns were a preview
			n.Name = p.ident("")
		}
		return p.done(n)
	}
	n.Name = p.ident("the name of a pattern variable")
	return p.done(n)
}
