// Package leastsquares solves weighted linear least squares problems.
//
// It is the innermost step of everything that is learnt: regression refits the coefficients of each
// candidate, and the analysers try thousands of candidates for a table. So Solve computes in memory
// that is used again, and keeps what the condition of the problem needs: Householder's QR, never
// the normal equations. Nothing is regularised; linearly dependent columns are refused, and the
// caller leaves one of them out.
package leastsquares
