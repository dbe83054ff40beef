// Package leastsquares solves weighted linear least squares problems.
package leastsquares
