package totals

import (
	"io"
	"net/http"

	"beagle/internal/exposition"
	"beagle/internal/safe"
	"beagle/traces"
	"beagle/traces/cluster"
)

func (h *Hub) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", h.health)
	mux.HandleFunc("GET /metrics", h.metrics)
	return mux
}

func (h *Hub) health(w http.ResponseWriter, _ *http.Request) {
	var why string
	switch trouble := h.keeper.Trouble(); {
	case !h.bus.Connected():
		why = "no connection to " + h.bus.URL()
	case h.options.Ill != nil && h.options.Ill() != "":
		why = h.options.Ill()
	case trouble != nil:
		why = "the totals do not go on: " + safe.Line(trouble.Error())
	case !h.keeper.Ready():
		why = "still reading what was there"
	default:
		_, _ = io.WriteString(w, "ok\n")
		return
	}
	http.Error(w, why, http.StatusServiceUnavailable)
}

func (h *Hub) metrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", exposition.Type)
	rows, counts := h.keeper.Engine().Rows()
	view := h.keeper.View()
	m := exposition.Page{Out: w}
	m.Counter("beagle_records_total", "Records that are in the totals.", float64(counts.Records))
	m.Counter("beagle_traces_valid_total", "Valid traces.", float64(counts.Valid))
	m.Head("beagle_traces_invalid_total", "Traces that are not valid, by reason.", "counter")
	for reason, n := range counts.Reasons {
		if n > 0 {
			m.Value("beagle_traces_invalid_total", float64(n), "reason", traces.Reason(reason).String())
		}
	}
	m.Counter("beagle_traces_unsorted_total", "Valid traces that are in no class, for want of memory or of room in a message.", float64(counts.Unsorted))
	m.Gauge("beagle_classes", "Classes of traces.", float64(len(rows)))
	m.Counter("beagle_parts_duplicate_total", "Parts that came again and were left out.", float64(view.Anomalies.Duplicates))
	m.Counter("beagle_parts_early_total", "Parts that came before their turn and were sent again.", float64(view.Anomalies.Early))
	m.Counter("beagle_parts_lost_total", "Parts that are lost: their agents do not have them any more.", float64(view.Anomalies.Lost))
	m.Counter("beagle_parts_damaged_total", "Messages that are no parts.", float64(view.Anomalies.Damaged))
	m.Counter("beagle_parts_forged_total", "Parts in the name of an agent of another user, which were refused.", float64(view.Anomalies.Forged))
	m.Counter("beagle_records_late_total", "Records that came after their trace was given up.", float64(view.Anomalies.Late))
	m.Gauge("beagle_totals_generation", "How often the totals were written down.", float64(view.Generation))
	h.memberMetrics(&m)
}

func (h *Hub) memberMetrics(m *exposition.Page) {
	if h.members == nil {
		return
	}
	all := h.members.All()
	m.Head("beagle_members", "Agents, workers and hubs that live.", "gauge")
	for _, role := range []string{"agent", "worker", "hub"} {
		n := 0
		for i := range all {
			if all[i].Role == role && all[i].Alive() {
				n++
			}
		}
		m.Value("beagle_members", float64(n), "role", role)
	}
	each := func(name, help, kind, role string, of func(*cluster.Member) float64) {
		m.Head(name, help, kind)
		for i := range all {
			if w := &all[i]; w.Role == role && w.Alive() {
				m.Value(name, of(w), "id", w.ID, "host", w.Host)
			}
		}
	}
	each("beagle_agent_waiting_parts", "Parts on an agent's disk that are not in the totals.", "gauge", "agent", func(w *cluster.Member) float64 { return float64(w.Waiting) })
	each("beagle_agent_waiting_bytes", "Their bytes.", "gauge", "agent", func(w *cluster.Member) float64 { return float64(w.Bytes) })
	each("beagle_agent_records_total", "Records that an agent took since it began.", "counter", "agent", func(w *cluster.Member) float64 { return float64(w.Records) })
	each("beagle_worker_lag_parts", "Parts that wait for a worker.", "gauge", "worker", func(w *cluster.Member) float64 { return float64(w.Waiting) })
	each("beagle_worker_busy_ratio", "Share of the time in which a worker works.", "gauge", "worker", func(w *cluster.Member) float64 { return w.Busy })
	each("beagle_worker_partitions", "Partitions that a worker has.", "gauge", "worker", func(w *cluster.Member) float64 { return float64(len(w.Partitions)) })
}
