// Package codelength is how many nats it takes to write an expression down: the
// prior of the minimum description length principle (Rissanen, "Modeling by
// shortest data description", 1978). Forms that no programmer writes have none:
// see Implausible.
package codelength
