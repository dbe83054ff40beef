// Package codelength is how many nats it takes to write an expression down: the prior of the
// minimum description length principle (Rissanen, "Modeling by shortest data description", 1978).
//
// Two expressions that fit equally well are told apart by their length: the shorter one is the one
// that a program more probably costs. selection adds the length to the loss, which is in nats too,
// so that both can be compared. One nat is 1/ln 2 = 1.44 bits; a form that is one nat longer is
// taken to be e = 2.7 times less probable before anything was measured.
//
// What goes in is an expression, with how many variables there were to choose from and how many
// points there are; nothing here looks at the data themselves. length.go has the length and what it
// is made of, fractional.go recognises powers that few programs have, and implausible.go recognises
// forms that no programmer writes and says why: see Implausible. Those are refused, not only made
// longer.
package codelength
