package spread

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"golang.org/x/sys/cpu"
)

// Program tells programs apart that could learn differently: by the bytes of the
// executable, and by whether its processor multiplies and adds in one step, which
// the standard library's exponential function makes use of.
var Program = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("read the program itself: %w", err)
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read the program itself: %w", err)
	}
	fmt.Fprint(sum, runtime.GOARCH, cpu.X86.HasFMA)
	return hex.EncodeToString(sum.Sum(nil))[:20], nil
})

// short is a name for what is too long to stand in a subject.
func short(data ...[]byte) string {
	sum := sha256.New()
	for _, part := range data {
		sum.Write(part)
	}
	return hex.EncodeToString(sum.Sum(nil))[:32]
}
