// Package plural writes numbers with their nouns.
package plural

import "fmt"

// Count is "1 launch", "2 launches".
func Count[N ~int | ~int64 | ~uint64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
