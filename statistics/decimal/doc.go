// Package decimal knows numbers as people write them: with few digits, as short
// fractions, rounded to a place, and thresholds at round values.
package decimal
