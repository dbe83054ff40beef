package raw

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"beagle/internal/safe"
	"beagle/measure"
)

// maxOrder bounds an order that is read, in bytes.
const maxOrder = 64 << 20

func orderFile(dir string, launch int) string {
	return filepath.Join(dir, fmt.Sprintf("launch-%04d.order.json", launch))
}

// KeepOrder keeps what a launch was to measure: the sections that its events name
// by number. Launches differ in that, since some are passes of their own.
func KeepOrder(dir string, launch int, order measure.Order) error {
	data, err := json.Marshal(order)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(orderFile(dir, launch), data, 0o600)
}

// Order is what a launch was to measure; false: nobody knows.
func Order(dir string, launch int32) (order measure.Order, known bool) {
	data, err := safe.ReadFile(orderFile(dir, int(launch)), maxOrder)
	if err != nil {
		return order, false
	}
	return order, json.Unmarshal(data, &order) == nil
}
