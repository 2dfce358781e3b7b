package connect

import "strings"

// around is how many lines that stay are shown around those that change. Neighbours may be secrets.
const around = 1

// diff shows how a text changes: a change of ours is in one place.
func diff(before, after string) string {
	if before == after {
		return ""
	}
	a, b := lines(before), lines(after)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out strings.Builder
	show := func(sign string, list []string) {
		for _, line := range list {
			out.WriteString(strings.TrimRight(sign+line, " \r\n") + "\n")
		}
	}
	show("  ", a[max(head-around, 0):head])
	show("- ", a[head:len(a)-tail])
	show("+ ", b[head:len(b)-tail])
	show("  ", b[len(b)-tail:min(len(b)-tail+around, len(b))])
	return out.String()
}

func lines(text string) []string {
	all := strings.SplitAfter(text, "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}
