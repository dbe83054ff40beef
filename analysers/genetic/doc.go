// Package genetic searches freely for expressions by genetic programming, as Krogmann did
// for parametric dependencies (Krogmann, Kuperberg, Reussner, "Using Genetic Search for
// Reverse Engineering of Parametric Behavior Models for Performance Prediction", IEEE TSE
// 36(6), 2010). It is asked last: only where what others proposed still misses something
// that the data show.
//
// Two goals, error and size, are followed at once by NSGA-II (Deb et al., 2002); every
// tree is scaled linearly to the data before it is judged (Keijzer, "Scaled Symbolic
// Regression", 2004), and the numbers of the best are fitted by Levenberg and Marquardt's
// method. The population starts with what was proposed, and with one over sums of
// dictionary terms, which are also tried where only a long expression explains
// everything. All cores evaluate, but the outcome depends on the seed alone: every
// offspring has a random source of its own.
//
// genetic.go decides whether to search at all and what is worth proposing, grammar.go
// draws trees, and the search itself goes from generation to generation. Unlike
// Krogmann's, the fitness knows noise and description length, and nothing that was
// proposed is lost.
package genetic
