// Package steps proposes staircases: quantities that count started or full
// blocks, such as Ceil(n / 16), Floor(Log(2, n)) + 1 or n % 8.
//
// Counts are explained exactly: the factors for which Floor(s * f) says every
// count form an interval, and the simplest fraction of the interval is taken
// (Stern 1858, Brocot 1861). Counts may be kept within bounds, constant ones or
// parameters: the last page has Max(0, Min(50, total - 50 * page)) rows. For
// measured times a few usual block sizes are tried. And all expressions of up to three operations on
// inputs are gone through: 1 + Max(k, n - k), Floor(n / (k + 1)).
//
// steps.go goes through the numbers, staircase.go has the shapes, fraction.go finds the
// simplest factor that explains counts exactly, remainders.go and bounded.go the variants, enumerated.go all small expressions.
package steps
