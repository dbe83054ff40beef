package syntax

// The skip functions look ahead: they return the index of the token behind
// what they name, or -1 where there is no such thing at i.

func (c *cursor) skipType(i int) int {
	if i = c.skipElementType(i); i < 0 {
		return -1
	}
	return c.skipDims(i)
}

func (c *cursor) skipElementType(i int) int {
	i = c.skipAnnotations(i)
	if c.kindAt(i) == tPrimitive {
		return i + 1
	}
	for {
		if c.kindAt(i) != tIdent {
			return -1
		}
		i++
		if c.kindAt(i) == tLess {
			if i = c.skipTypeArguments(i); i < 0 {
				return -1
			}
		}
		if c.kindAt(i) != tDot {
			return i
		}
		next := c.skipAnnotations(i + 1)
		if c.kindAt(next) != tIdent {
			return i
		}
		i = next
	}
}

func (c *cursor) skipDims(i int) int {
	for {
		next := c.skipAnnotations(i)
		if c.kindAt(next) != tLBracket || c.kindAt(next+1) != tRBracket {
			return i
		}
		i = next + 2
	}
}

func (c *cursor) skipTypeArguments(i int) int {
	c.enter()
	defer c.leave()
	if i++; c.kindAt(i) == tGreater {
		return i + 1
	}
	for {
		i = c.skipAnnotations(i)
		if c.kindAt(i) == tQuestion {
			if i++; c.kindAt(i) == tExtends || c.kindAt(i) == tSuper {
				if i = c.skipType(i + 1); i < 0 {
					return -1
				}
			}
		} else if i = c.skipType(i); i < 0 {
			return -1
		}
		switch c.kindAt(i) {
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
func (c *cursor) skipAnnotations(i int) int {
	for c.kindAt(i) == tAt && c.kindAt(i+1) == tIdent {
		for i += 2; c.kindAt(i) == tDot && c.kindAt(i+1) == tIdent; {
			i += 2
		}
		if c.kindAt(i) == tLParen {
			i = int(c.match[i]) + 1
		}
	}
	return i
}

func (c *cursor) skipModifiers(i int) (int, Flags) {
	var flags Flags
	for {
		switch c.kindAt(i) {
		case tAt:
			next := c.skipAnnotations(i)
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
			if c.word(i) == "native" {
				flags |= Native
			}
		case tDefault:
			flags |= Default
		case tSynchronized:
		case tIdent:
			switch {
			case c.word(i) == "sealed" && c.declares(i+1):
			case c.word(i) == "non" && c.kindAt(i+1) == tPlusMinus && c.isWord(i+2, "sealed"):
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

func (c *cursor) declares(i int) bool {
	switch c.kindAt(i) {
	case tClass, tInterface, tAbstract, tStatic, tModifier, tFinal, tAt:
		return true
	case tIdent:
		return c.word(i) == "sealed" || c.word(i) == "record"
	default:
		return false
	}
}
