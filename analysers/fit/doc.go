// Package fit is the mathematics that analysers and the judge share: making a
// table ready for learning, noise, robust least squares, and the description
// length by which expressions are compared.
//
// It is deterministic and knows neither the blackboard nor units: times are
// seconds or anything else, and every measure of error is relative to the data.
package fit
