package csvtable

import (
	"fmt"
	"slices"
	"strings"

	"beagle/internal/quantity"
)

// statistics are what hyperfine, JMH, pytest-benchmark and Google Benchmark call the columns of a table in which they say what
// they measured. Each of these follows from the same measurements as the target, and explains none of it.
var statistics = []string{
	"mean", "median", "min", "max", "stddev", "iqr", "q1", "q3", "ops", "outliers", "iqr_outliers", "stddev_outliers", "ld15iqr", "hd15iqr", "rounds", "total",
	"user", "system", "score", "samples", "real_time", "cpu_time", "bytes_per_second", "items_per_second", "iterations",
}

// statistic reports whether a column is called as a statistic of measurements is; "Score Error (99.9%)" is one, too.
func statistic(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(statistics, name) || strings.HasPrefix(name, "score error")
}

// skipStatistics leaves out statistics of the same measurements that the target is one of, and gives a note that names them;
// empty: there are none. A table that names one of them only, as a column of another meaning, is left alone.
func skipStatistics(columns []*column, at int) string {
	if at < 0 || !statistic(columns[at].name) {
		return ""
	}
	var names []string
	for i, c := range columns {
		if i != at && !c.skip && c.tells == "" && statistic(c.name) {
			names = append(names, c.name)
		}
	}
	if len(names) < 2 {
		return ""
	}
	for i, c := range columns {
		c.skip = c.skip || i != at && slices.Contains(names, c.name)
	}
	return fmt.Sprintf("%s were left out: they are statistics of the same measurements as %s (rename a column that is an input)", strings.Join(quantity.Some(names, 10), ", "), columns[at].name)
}

// summaries tells the rows of a table of Google Benchmark that sum up others: how a cost grows, as it guesses, and how measurements
// scatter. nil: it is another table.
func summaries(columns []*column) func(record []string) bool {
	at := slices.IndexFunc(columns, func(c *column) bool { return c.name == "name" })
	if at < 0 || !slices.ContainsFunc(columns, func(c *column) bool { return c.name == "real_time" }) {
		return nil
	}
	return func(record []string) bool {
		return at < len(record) && slices.ContainsFunc([]string{"_BigO", "_RMS", "_stddev", "_cv"}, func(end string) bool { return strings.HasSuffix(record[at], end) })
	}
}
