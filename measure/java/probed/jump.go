package probed

import "beagle/measure/java/syntax"

type region struct{ first, last *syntax.Node }

func (r region) contains(n *syntax.Node) bool {
	return n != nil && n.Start >= r.first.Start && n.End <= r.last.End
}

func (r region) statements(visit func(*syntax.Node)) {
	for n := r.first; n != nil; n = n.Next {
		visit(n)
		if n == r.last {
			return
		}
	}
}

// jumps lists what leaves the region by a jump from one of its statements before the statement stop (nil: from all).
func (r region) jumps(stop *syntax.Node) []*syntax.Node {
	var out []*syntax.Node
	r.statements(func(s *syntax.Node) {
		if s == stop {
			return
		}
		walkCode(s, func(n *syntax.Node) {
			if isJump(n) && !r.contains(target(n)) && !(n.Kind == syntax.Throw && r.mayCatch(n)) {
				out = append(out, n)
			}
		})
	})
	return out
}

func isJump(n *syntax.Node) bool { return n.Kind >= syntax.Return && n.Kind <= syntax.Yield }

func walkCode(n *syntax.Node, visit func(*syntax.Node)) {
	n.Walk(func(c *syntax.Node) bool {
		if c.Kind == syntax.Lambda || c.Kind == syntax.Class {
			return false
		}
		visit(c)
		return true
	})
}

func target(jump *syntax.Node) *syntax.Node {
	if jump.Kind == syntax.Return || jump.Kind == syntax.Throw {
		return nil
	}
	for n := jump.Parent; n != nil && !n.IsCode(); n = n.Parent {
		switch {
		case jump.Kind == syntax.Yield:
			if n.Kind == syntax.SwitchExpr {
				return n
			}
		case jump.Name != "":
			if n.Kind == syntax.Labeled && n.Name == jump.Name {
				return n
			}
		case n.IsLoop(), n.Kind == syntax.Switch && jump.Kind == syntax.Break:
			return n
		}
	}
	return nil
}

// mayCatch reports whether a try inside the region may catch what is thrown.
func (r region) mayCatch(throw *syntax.Node) bool {
	for n := throw; n != nil && r.contains(n); n = n.Parent {
		try := n.Parent
		if try != nil && try.Kind == syntax.Try && r.contains(try) && n.Role == syntax.Body && try.Child(syntax.Handler) != nil {
			return true
		}
	}
	return false
}

// cleaning is the outermost try inside the region that cleans up when a jump leaves it.
func (r region) cleaning(jump *syntax.Node) (outermost *syntax.Node) {
	for n := jump; r.contains(n) && !n.IsCode(); n = n.Parent {
		try := n.Parent
		if try == nil || try.Kind != syntax.Try || !r.contains(try) || n.Role == syntax.Finally {
			continue
		}
		finally := try.Child(syntax.Finally)
		switch {
		case finally != nil && jumpsOut(finally):
			return nil
		case finally != nil, n.Role == syntax.Body && try.Child(syntax.Resource) != nil:
			outermost = try
		}
	}
	return outermost
}

func jumpsOut(block *syntax.Node) bool {
	inside, found := region{block, block}, false
	walkCode(block, func(n *syntax.Node) {
		found = found || isJump(n) && !inside.contains(target(n))
	})
	return found
}

// breaksOut reports whether a break ends the statement n.
func breaksOut(root, n *syntax.Node) bool {
	found := false
	walkCode(root, func(c *syntax.Node) {
		if found || c.Kind != syntax.Break || target(c) != n {
			return
		}
		for p := c; p != n; p = p.Parent {
			if p.Parent.Kind == syntax.Try && p.Role != syntax.Finally {
				if finally := p.Parent.Child(syntax.Finally); finally != nil && completes(finally) == no {
					return
				}
			}
		}
		found = true
	})
	return found
}

func continues(n *syntax.Node) bool {
	found := false
	walkCode(n, func(c *syntax.Node) {
		if c.Kind != syntax.Continue {
			return
		}
		t := target(c)
		for t != nil && t.Kind == syntax.Labeled && t != n {
			t = t.Child(syntax.Body)
		}
		found = found || t == n
	})
	return found
}
