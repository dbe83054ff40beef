package syntax

// Token kinds. Contextual keywords (record, sealed, yield, when, var, ...) are identifiers.
type tok uint8

const (
	tEOF tok = iota
	tIdent
	tNumber
	tChar
	tString

	tLParen
	tRParen
	tLBrace
	tRBrace
	tLBracket
	tRBracket
	tSemi
	tComma
	tDot
	tEllipsis
	tAt
	tColonColon
	tArrow
	tColon
	tQuestion
	tLess
	tGreater // never part of a longer token but >=, so that generics close one by one
	tGreaterEq
	tAssign   // =
	tOpAssign // += and the like, without >>= and >>>=
	tIncDec   // ++ --
	tNot      // ! ~
	tPlusMinus
	tAmp
	tBinary // all other binary operators

	tAbstract
	tAssert
	tPrimitive // boolean byte char short int long float double
	tBreak
	tCase
	tCatch
	tClass
	tContinue
	tDefault
	tDo
	tElse
	tEnum
	tExtends
	tFalse
	tFinal
	tFinally
	tFor
	tIf
	tImplements
	tImport
	tInstanceof
	tInterface
	tModifier // public protected private native transient volatile strictfp
	tNew
	tNull
	tPackage
	tReserved // const goto
	tReturn
	tStatic
	tSuper
	tSwitch
	tSynchronized
	tThis
	tThrow
	tThrows
	tTrue
	tTry
	tVoid
	tWhile
)

// keyword tells keywords from identifiers.
func keyword(word string) tok {
	switch word {
	case "abstract":
		return tAbstract
	case "assert":
		return tAssert
	case "boolean", "byte", "char", "short", "int", "long", "float", "double":
		return tPrimitive
	case "break":
		return tBreak
	case "case":
		return tCase
	case "catch":
		return tCatch
	case "class":
		return tClass
	case "const", "goto":
		return tReserved
	case "continue":
		return tContinue
	case "default":
		return tDefault
	case "do":
		return tDo
	case "else":
		return tElse
	case "enum":
		return tEnum
	case "extends":
		return tExtends
	case "false":
		return tFalse
	case "final":
		return tFinal
	case "finally":
		return tFinally
	case "for":
		return tFor
	case "if":
		return tIf
	case "implements":
		return tImplements
	case "import":
		return tImport
	case "instanceof":
		return tInstanceof
	case "interface":
		return tInterface
	case "native", "private", "protected", "public", "strictfp", "transient", "volatile":
		return tModifier
	case "new":
		return tNew
	case "null":
		return tNull
	case "package":
		return tPackage
	case "return":
		return tReturn
	case "static":
		return tStatic
	case "super":
		return tSuper
	case "switch":
		return tSwitch
	case "synchronized":
		return tSynchronized
	case "this":
		return tThis
	case "throw":
		return tThrow
	case "throws":
		return tThrows
	case "true":
		return tTrue
	case "try":
		return tTry
	case "void":
		return tVoid
	case "while":
		return tWhile
	}
	return tIdent
}

type token struct {
	kind       tok
	start, end int32
}
