package cli

import (
	"slices"
	"testing"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/run"
)

// plans are models of a kind of their own, in files *.plan.
type plans struct{ adapter.Adapter }

func (plans) Suffixes() []string                 { return []string{".plan"} }
func (plans) Read(string) (adapter.Model, error) { return plan{}, nil }

type plan struct{ adapter.Model }

func (plan) Elements() []model.Element { return []model.Element{{ID: "a", Component: "Shop"}} }

func TestElementsOfModelsOfAnyKindAreSelected(t *testing.T) {
	adapter.Adapters.Register("plan", plans{})
	cfg := run.Config{Model: "shop.plan"}
	if err := selectOnly(&cfg, []string{"Shop"}); err != nil || !slices.Equal(cfg.Select.Components, []string{"Shop"}) {
		t.Errorf("selected is %+v: %v", cfg.Select, err)
	}
}
