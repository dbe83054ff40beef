package need

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is how long goroutines may take to end that were told to. A busy or
// throttled machine gives them no turn for a while; goleak by itself waits for
// less than half a second.
const patience = 30 * time.Second

// Left says which goroutines do not end; nil: none.
func Left(options ...goleak.Option) error {
	for end := time.Now().Add(patience); ; {
		if err := goleak.Find(options...); err == nil || time.Now().After(end) {
			return err
		}
	}
}

// Main runs a package's tests, after which no goroutine may be left. It is what
// TestMain calls.
func Main(m *testing.M) {
	code := m.Run()
	if code == 0 {
		if err := Left(); err != nil {
			fmt.Fprintln(os.Stderr, "goroutines are left behind:", err)
			code = 1
		}
	}
	os.Exit(code)
}
