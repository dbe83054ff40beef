package rules

import "maps"

import "testing"

func TestAPackageThatHoldsNearlyAllIsDividedItself(t *testing.T) {
	shop := map[string]int{"org.shop.sales": 20, "org.shop.sales.cart": 10, "org.shop.stock": 40, "org.shop": 1}
	aside := map[string]int{"com.routes": 3, "com.routes.graph": 2}
	maps.Copy(aside, shop)
	for _, c := range []struct {
		types map[string]int
		want  map[string]string
	}{
		{shop, map[string]string{"org.shop.sales.cart": "org.shop.sales", "org.shop.stock": "org.shop.stock", "org.shop": "org.shop", "org": ""}},
		// Something small beside it leaves the shop's parts what they are.
		{aside, map[string]string{"org.shop.sales.cart": "org.shop.sales", "org.shop.stock": "org.shop.stock", "org.shop": "org.shop", "com.routes.graph": "com.routes"}},
		// One package is no more than itself, however much it holds.
		{map[string]int{"org.options": 90, "org.options.help": 5}, map[string]string{"org.options": "org.options", "org.options.help": "org.options.help"}},
		{map[string]int{"org.options": 5}, map[string]string{"org.options": "org.options"}},
		{map[string]int{"a": 90, "b.c": 1, "b": 1}, map[string]string{"a": "a", "b.c": "b"}},
	} {
		name := below(c.types)
		for pkg, want := range c.want {
			if got := name(pkg); got != want {
				t.Errorf("of %v, %s is part of %q, not %q", c.types, pkg, got, want)
			}
		}
	}
}
