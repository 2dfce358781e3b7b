package unotype

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// table is a type database as text, the form that is embedded. The first line
// says what it was made from; then each type has a head line and lines for its
// parts, fields separated by tabs, a leading "com.sun.star." left out (so that
// a name starts with a dot):
//
//	unotypes 1	LibreOffice 7.4.7
//	I+	.container.XNamed          head: kind, + if published, name
//	b	.uno.XInterface            base
//	p	T                          parameter of a polymorphic struct
//	f	First	string             member; F: its type is a parameter
//	a	Name	string             attribute; r: read-only
//	m	getName	string	i aName string	o …     method; i in, o out, x both
//	v	ONE	1                  enum value
//	t	long                       typedef's target
type table struct {
	version string
	index   map[string]string // name → the type's lines
}

const (
	tableMagic = "unotypes 1\t"
	apiPrefix  = "com.sun.star"
)

var kindLetters = [...]byte{
	kindEnum: 'E', kindStruct: 'S', kindPolymorphic: 'P',
	kindException: 'X', kindInterface: 'I', kindTypedef: 'T',
}

const directionLetters = "iox" // by direction

// readTable indexes the text of a table; its types are read when asked for.
func readTable(text string) (*table, error) {
	head, rest, ok := strings.Cut(text, "\n")
	if !ok || !strings.HasPrefix(head, tableMagic) {
		return nil, fmt.Errorf("not a type table")
	}
	t := &table{version: strings.TrimPrefix(head, tableMagic), index: make(map[string]string, 3000)}
	for rest != "" {
		// A head line starts with a capital letter and a sign.
		end := 0
		for {
			n := strings.IndexByte(rest[end:], '\n')
			if n < 0 {
				end = len(rest)
				break
			}
			end += n + 1
			if end+1 < len(rest) && (rest[end+1] == '+' || rest[end+1] == '-') {
				break
			}
		}
		line, _, _ := strings.Cut(rest[:end], "\n")
		_, name, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("type table: bad head %q", line)
		}
		t.index[expand(name)] = rest[:end]
		rest = rest[end:]
	}
	return t, nil
}

// find gives the entity of a full name.
func (t *table) find(name string) (*entity, error) {
	text, ok := t.index[name]
	if !ok {
		return nil, nil
	}
	e := &entity{name: name}
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		fields := strings.Split(line, "\t")
		ok := false
		if i == 0 {
			ok = e.readHead(fields)
		} else {
			ok = e.readPart(fields)
		}
		if !ok {
			return nil, fmt.Errorf("type table: %s: bad line %q", name, line)
		}
	}
	return e, nil
}

func (e *entity) readHead(fields []string) bool {
	if len(fields) != 2 || len(fields[0]) != 2 {
		return false
	}
	k := slices.Index(kindLetters[:], fields[0][0])
	e.kind, e.published = kind(k), fields[0][1] == '+'
	return k > 0
}

func (e *entity) readPart(fields []string) bool {
	switch tag, rest := fields[0], fields[1:]; {
	case tag == "m" && len(rest) >= 2:
		return e.readMethod(rest)
	case tag == "b" && len(rest) == 1:
		e.bases = append(e.bases, expand(rest[0]))
	case tag == "p" && len(rest) == 1:
		e.parameters = append(e.parameters, rest[0])
	case (tag == "f" || tag == "F") && len(rest) == 2:
		e.members = append(e.members, member{rest[0], expand(rest[1]), tag == "F"})
	case (tag == "a" || tag == "r") && len(rest) == 2:
		e.attributes = append(e.attributes, attribute{rest[0], expand(rest[1]), tag == "r"})
	case tag == "v" && len(rest) == 2:
		n, err := strconv.ParseInt(rest[1], 10, 32)
		e.values = append(e.values, EnumValue{rest[0], int32(n)})
		return err == nil
	case tag == "t" && len(rest) == 1:
		e.target = expand(rest[0])
	default:
		return false
	}
	return true
}

func (e *entity) readMethod(fields []string) bool {
	m := method{name: fields[0], result: expand(fields[1])}
	for _, field := range fields[2:] {
		parts := strings.SplitN(field, " ", 3) // types may hold blanks, names not
		if len(parts) != 3 || len(parts[0]) != 1 {
			return false
		}
		d := strings.Index(directionLetters, parts[0])
		if d < 0 {
			return false
		}
		m.params = append(m.params, param{parts[1], expand(parts[2]), direction(d)})
	}
	e.methods = append(e.methods, m)
	return true
}

// WriteTable writes the types of files as a table. Version is what the head
// line says about where they are from.
func WriteTable(w io.Writer, version string, files ...*File) error {
	all := map[string]*entity{}
	for _, f := range files {
		names, err := f.Names()
		if err != nil {
			return err
		}
		for _, name := range names {
			if all[name], err = f.find(name); err != nil {
				return err
			}
		}
	}
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s%s\n", tableMagic, version)
	for _, name := range names {
		all[name].write(b)
	}
	return b.Flush()
}

func (e *entity) write(w io.Writer) {
	sign := '-'
	if e.published {
		sign = '+'
	}
	fmt.Fprintf(w, "%c%c\t%s\n", kindLetters[e.kind], sign, shorten(e.name))
	for _, b := range e.bases {
		fmt.Fprintf(w, "b\t%s\n", shorten(b))
	}
	for _, p := range e.parameters {
		fmt.Fprintf(w, "p\t%s\n", p)
	}
	for _, m := range e.members {
		fmt.Fprintf(w, "%c\t%s\t%s\n", choose(m.parameter, 'F', 'f'), m.name, shorten(m.typ))
	}
	for _, a := range e.attributes {
		fmt.Fprintf(w, "%c\t%s\t%s\n", choose(a.readOnly, 'r', 'a'), a.name, shorten(a.typ))
	}
	for _, m := range e.methods {
		fmt.Fprintf(w, "m\t%s\t%s", m.name, shorten(m.result))
		for _, p := range m.params {
			fmt.Fprintf(w, "\t%c %s %s", directionLetters[p.direction], p.name, shorten(p.typ))
		}
		fmt.Fprintln(w)
	}
	for _, v := range e.values {
		fmt.Fprintf(w, "v\t%s\t%d\n", v.Name, v.Value)
	}
	if e.target != "" {
		fmt.Fprintf(w, "t\t%s\n", shorten(e.target))
	}
}

func choose(condition bool, yes, no byte) byte {
	if condition {
		return yes
	}
	return no
}

// shorten leaves out the API's prefix wherever a name starts.
func shorten(name string) string {
	return strings.ReplaceAll(name, apiPrefix+".", ".")
}

// expand undoes shorten: a dot that does not follow a name gets the prefix.
func expand(name string) string {
	if !strings.Contains(name, ".") {
		return name
	}
	var b strings.Builder
	for i := range len(name) {
		if name[i] == '.' && (i == 0 || strings.IndexByte("]<,", name[i-1]) >= 0) {
			b.WriteString(apiPrefix)
		}
		b.WriteByte(name[i])
	}
	return b.String()
}
