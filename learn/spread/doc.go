// Package spread learns elements on many machines: a run puts what there is to know
// of an element as a task (its table, and what was proposed so far), and workers that
// were started for that run the analysers, or the judge, on it. Elements do not depend
// on one another but for what is proposed within one service, which the run sees to;
// so the same seed gives the same result, whoever works and whoever dies.
//
// Only analysers that are compiled in run elsewhere, and only in the same program on
// the same kind of processor: others could round differently. The run's own process
// works, too, and does in the end what nobody else has answered.
package spread
