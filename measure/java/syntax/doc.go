// Package syntax parses Java source of the language levels 5 to 25 into a tree
// whose ranges are exact to the byte.
//
// The parser is a recursive descent over an array of tokens with a table of
// matching brackets, which makes every ambiguity of the grammar (casts,
// lambdas, generics, declarations) a question of looking ahead; it never goes
// back and never guesses. What it does not know is an Error with a position.
// It keeps what instrumentation needs: binary operators are one flat list
// without precedence, types and annotations are ranges. The parser has a method
// for each production of the grammar, which is why it has so many; it embeds a
// cursor, which stands in the tokens, looks ahead, and makes no nodes.
//
// lexer.go makes tokens, cursor.go and ahead.go read them, parser.go has what all productions share,
// and declarations.go, types.go, statements.go and expressions.go follow the chapters of the Java
// Language Specification; tree.go is the result. Types are passed over, not understood: probes need to
// know where things stand, not what they mean.
package syntax
