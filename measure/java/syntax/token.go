package syntax

import "cmp"

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

var keywords = map[string]tok{
	"abstract": tAbstract, "assert": tAssert, "boolean": tPrimitive, "byte": tPrimitive, "char": tPrimitive,
	"short": tPrimitive, "int": tPrimitive, "long": tPrimitive, "float": tPrimitive, "double": tPrimitive,
	"break": tBreak, "case": tCase, "catch": tCatch, "class": tClass, "const": tReserved, "goto": tReserved,
	"continue": tContinue, "default": tDefault, "do": tDo, "else": tElse, "enum": tEnum, "extends": tExtends,
	"false": tFalse, "final": tFinal, "finally": tFinally, "for": tFor, "if": tIf, "implements": tImplements,
	"import": tImport, "instanceof": tInstanceof, "interface": tInterface, "native": tModifier,
	"private": tModifier, "protected": tModifier, "public": tModifier, "strictfp": tModifier,
	"transient": tModifier, "volatile": tModifier, "new": tNew, "null": tNull, "package": tPackage,
	"return": tReturn, "static": tStatic, "super": tSuper, "switch": tSwitch, "synchronized": tSynchronized,
	"this": tThis, "throw": tThrow, "throws": tThrows, "true": tTrue, "try": tTry, "void": tVoid, "while": tWhile,
}

// keyword is the kind of a word: tIdent where it is no keyword.
func keyword(word string) tok {
	if len(word) > len("synchronized") || word[0] < 'a' {
		return tIdent
	}
	return cmp.Or(keywords[word], tIdent)
}

type token struct {
	kind       tok
	start, end int32
}
