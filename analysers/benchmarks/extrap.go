package benchmarks

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// region names what Extra-P knows by a path of calls and a metric.
func region(callpath, metric string) string {
	return strings.Trim(callpath+" "+metric, " ")
}

// readExtraP reads Extra-P's JSON of both versions.
func readExtraP(data []byte) (*collector, error) {
	var file struct {
		Parameters   json.RawMessage `json:"parameters"`
		Measurements json.RawMessage `json:"measurements"`
		Callpaths    []extraPName    `json:"callpaths"`
		Metrics      []extraPName    `json:"metrics"`
		Coordinates  []struct {
			ID     int `json:"id"`
			Values []struct {
				Parameter int         `json:"parameter_id"`
				Value     json.Number `json:"parameter_value"`
			} `json:"parameter_value_pairs"`
		} `json:"coordinates"`
	}
	if !decode(data, &file) || file.Parameters == nil || file.Measurements == nil {
		return nil, nil
	}
	c := &collector{}
	if len(file.Callpaths) == 0 {
		var parameters []string
		var measured map[string]map[string][]struct {
			Point  []json.Number `json:"point"`
			Values []float64     `json:"values"`
		}
		if !decode(file.Parameters, &parameters) || !decode(file.Measurements, &measured) {
			return nil, nil
		}
		for _, callpath := range slices.Sorted(maps.Keys(measured)) {
			for _, metric := range slices.Sorted(maps.Keys(measured[callpath])) {
				for _, m := range measured[callpath][metric] {
					if len(m.Point) != len(parameters) {
						return nil, fmt.Errorf("a point of %s has %d values for %d parameters", callpath, len(m.Point), len(parameters))
					}
					c.repeat(region(callpath, metric), parameters, texts(m.Point), m.Values)
				}
			}
		}
		return c, nil
	}
	var parameters []extraPName
	var measured []struct {
		Callpath   int     `json:"callpath_id"`
		Metric     int     `json:"metric_id"`
		Coordinate int     `json:"coordinate_id"`
		Value      float64 `json:"value"`
	}
	if !decode(file.Parameters, &parameters) || !decode(file.Measurements, &measured) {
		return nil, nil
	}
	points := map[int][]string{}
	var names []string
	for _, p := range parameters {
		names = append(names, p.Name)
	}
	for _, at := range file.Coordinates {
		values := make([]string, len(parameters))
		for _, v := range at.Values {
			if i := slices.IndexFunc(parameters, func(p extraPName) bool { return p.ID == v.Parameter }); i >= 0 {
				values[i] = v.Value.String()
			}
		}
		points[at.ID] = values
	}
	for _, m := range measured {
		if points[m.Coordinate] == nil {
			return nil, fmt.Errorf("there is no coordinate %d", m.Coordinate)
		}
		c.repeat(region(nameOf(file.Callpaths, m.Callpath), nameOf(file.Metrics, m.Metric)), names, points[m.Coordinate], []float64{m.Value})
	}
	return c, nil
}

// extraPName is a named thing of the first version of Extra-P's JSON.
type extraPName struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// nameOf is the name of a number; empty: none has it.
func nameOf(all []extraPName, id int) string {
	for _, one := range all {
		if one.ID == id {
			return one.Name
		}
	}
	return ""
}

// texts are numbers as they are written.
func texts(all []json.Number) (out []string) {
	for _, n := range all {
		out = append(out, n.String())
	}
	return out
}

// repeat takes repetitions of one measurement in.
func (c *collector) repeat(name string, inputs, values []string, repetitions []float64) {
	for _, value := range repetitions {
		c.add(name, "", inputs, Row{Inputs: values, Value: value})
	}
}

// readExtraPLines reads lines of JSON, a measurement each, of Extra-P and of Talpas.
func readExtraPLines(data []byte) (*collector, error) {
	c := &collector{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var m struct {
			Params     map[string]any  `json:"params"`
			Parameters map[string]any  `json:"parameters"`
			Callpath   string          `json:"callpath"`
			Metric     string          `json:"metric"`
			Value      json.RawMessage `json:"value"`
		}
		if !decode(bytes.ReplaceAll(line, []byte(";"), []byte(",")), &m) || m.Params == nil && m.Parameters == nil || m.Value == nil {
			if len(c.all) == 0 {
				return nil, nil
			}
			return nil, fmt.Errorf("line %d is no measurement", number)
		}
		if m.Params == nil {
			m.Params = m.Parameters
		}
		var many []float64
		var one float64
		if json.Unmarshal(m.Value, &one) == nil {
			many = []float64{one}
		} else if json.Unmarshal(m.Value, &many) != nil {
			return nil, fmt.Errorf("the value of line %d is no number", number)
		}
		inputs, values := pairs(m.Params)
		c.repeat(region(m.Callpath, m.Metric), inputs, values, many)
	}
	if len(c.all) == 0 {
		return nil, nil
	}
	return c, lines.Err()
}

// readExtraPText reads Extra-P's text: PARAMETER, POINTS, then DATA lines of each REGION and METRIC, one a
// point.
func readExtraPText(data []byte) (*collector, error) {
	c := &collector{}
	var inputs []string
	var points [][]string
	callpath, metric, at := "", "", 0
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		switch rest := fields[1:]; {
		case fields[0] == "PARAMETER":
			inputs = append(inputs, rest...)
		case len(inputs) == 0:
			return nil, nil // another file
		case fields[0] == "POINTS":
			values := strings.Fields(strings.NewReplacer("(", " ", ")", " ", ",", " ").Replace(strings.Join(rest, " ")))
			points = slices.AppendSeq(points, slices.Chunk(values, len(inputs)))
		case fields[0] == "REGION":
			callpath, at = strings.Join(rest, " "), 0
		case fields[0] == "METRIC":
			metric, at = strings.Join(rest, " "), 0
		case fields[0] == "DATA":
			if at == len(points) || len(points[at]) != len(inputs) {
				return nil, fmt.Errorf("line %d: there are %d points of %d parameters, and more lines with DATA", number, len(points), len(inputs))
			}
			var values []float64
			for _, text := range rest {
				value, err := strconv.ParseFloat(text, 64)
				if err != nil {
					return nil, fmt.Errorf("line %d: %q is no number", number, text)
				}
				values = append(values, value)
			}
			c.repeat(region(callpath, metric), inputs, points[at], values)
			at++
		default:
			return nil, fmt.Errorf("line %d begins with %.40q", number, fields[0])
		}
	}
	if len(c.all) == 0 {
		return nil, lines.Err()
	}
	return c, lines.Err()
}
