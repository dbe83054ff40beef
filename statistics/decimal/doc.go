// Package decimal knows numbers as people write them: with few digits, as short fractions, rounded
// to a place, and thresholds at round values.
//
// Programs are written by people, so a coefficient of 0.3333 is a third and a decision between 998
// and 1004 is at 1000. digits.go says how short a number can be written, rounded.go and
// threshold.go choose the short number among those that the data allow, and resolution.go says how
// far measured values were rounded before they got here. All functions are pure; none knows a
// table. What is close enough is said by the caller or by the limits of each function, relative to
// the number.
package decimal
