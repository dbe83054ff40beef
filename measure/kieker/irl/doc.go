// Package irl reads record types in Kieker's instrumentation record language, so
// that users' own records are decoded.
package irl
