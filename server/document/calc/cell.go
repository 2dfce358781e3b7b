package calc

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Cell is a cell as it is read.
type Cell struct {
	Address string `json:"address"`
	// Value is nil, a number, text, or an ISO date, time or duration.
	Value   any    `json:"value"`
	Formula string `json:"formula,omitempty"`
	// Type is empty, number, boolean, text, date, time, datetime, duration or
	// error: what the value is, of a formula too.
	Type string `json:"type"`
	// Shown is the text that the user sees, where it is not simply the value.
	Shown string `json:"shown,omitempty"`
	Error string `json:"error,omitempty"` // as the cell shows it: #DIV/0!, Err:508

	formatted bool     // has a number format other than the general one
	unknown   []string // names in the formula that the office does not know
}

// numberFormat types, com.sun.star.util.NumberFormat.
const (
	formatDate     = 2
	formatTime     = 4
	formatDateTime = formatDate | formatTime
	formatText     = 256
	formatLogical  = 1024
)

// formats knows what a document's number formats mean.
type formats struct {
	conn     *uno.Conn
	settings *uno.Object // XNumberFormats
	null     time.Time   // the date of day 0
	kinds    map[int32]formatKind
}

type formatKind struct {
	kind     int // bits of com.sun.star.util.NumberFormat
	duration bool
	code     string
}

func readFormats(ctx context.Context, doc *document.Document) (*formats, error) {
	b := doc.Conn().NewBatch()
	list := b.Call(doc.Model(), "com.sun.star.util.XNumberFormatsSupplier", "getNumberFormats")
	null := b.Call(doc.Model(), iProperties, "getPropertyValue", "NullDate")
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	f := &formats{conn: doc.Conn(), settings: list.Object(), kinds: map[int32]formatKind{}}
	f.null = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if d, ok := null.Value.(*uno.Struct); ok {
		day, _ := d.Get("Day").(uint16)
		month, _ := d.Get("Month").(uint16)
		year, _ := d.Get("Year").(int16)
		f.null = time.Date(int(year), time.Month(month), int(day), 0, 0, 0, 0, time.UTC)
	}
	return f, nil
}

// load finds out what formats mean, in two round trips for all.
func (f *formats) load(ctx context.Context, keys []int32) error {
	get := f.conn.NewBatch()
	var wanted []int32
	var got []*uno.Result
	for _, key := range keys {
		if _, ok := f.kinds[key]; !ok {
			f.kinds[key] = formatKind{}
			wanted = append(wanted, key)
			got = append(got, get.Call(f.settings, "com.sun.star.util.XNumberFormats", "getByKey", key))
		}
	}
	if err := get.First(ctx); err != nil {
		return err
	}
	ask := f.conn.NewBatch()
	kinds, codes := make([]*uno.Result, len(got)), make([]*uno.Result, len(got))
	for i, g := range got {
		kinds[i] = ask.Call(g.Object(), iProperties, "getPropertyValue", "Type")
		codes[i] = ask.Call(g.Object(), iProperties, "getPropertyValue", "FormatString")
	}
	if err := ask.First(ctx); err != nil {
		return err
	}
	for i, key := range wanted {
		kind, _ := kinds[i].Value.(int16)
		code, _ := codes[i].Value.(string)
		f.kinds[key] = formatKind{kind: int(kind), code: code, duration: strings.Contains(code, "[H") || strings.Contains(code, "[M") || strings.Contains(code, "[S")}
	}
	return nil
}

// general tells whether a format is the general one of its language: each
// language has 10,000 keys that begin with it.
func general(key int32) bool { return key%10_000 == 0 }

// show turns a number into what its format says it is.
func (f *formats) show(value float64, key int32) (any, string) {
	k := f.kinds[key]
	switch {
	case k.duration && k.kind&formatTime != 0:
		return isoDuration(value), "duration"
	case k.kind&formatDateTime == formatDateTime:
		return f.moment(value).Format("2006-01-02T15:04:05"), "datetime"
	case k.kind&formatDate != 0:
		return f.moment(value).Format("2006-01-02"), "date"
	case k.kind&formatTime != 0 && value >= 0 && value < 1:
		return f.moment(value).Format("15:04:05"), "time"
	case k.kind&formatLogical != 0 && (value == 0 || value == 1):
		return value == 1, "boolean"
	}
	return value, "number"
}

// moment is the time that a serial number means, to the nearest second.
func (f *formats) moment(serial float64) time.Time {
	days, part := math.Modf(serial)
	return f.null.AddDate(0, 0, int(days)).Add(time.Duration(math.Round(part*86400)) * time.Second)
}

// serial is the number that stands for a moment.
func (f *formats) serial(t time.Time) float64 {
	return t.Sub(f.null).Seconds() / 86400
}

func isoDuration(days float64) string {
	sign := ""
	if days < 0 {
		sign, days = "-", -days
	}
	total := int64(math.Round(days * 86400))
	h, m, s := total/3600, total/60%60, total%60
	out := sign + "PT"
	if h > 0 {
		out += strconv.FormatInt(h, 10) + "H"
	}
	if m > 0 {
		out += strconv.FormatInt(m, 10) + "M"
	}
	if s > 0 || out == sign+"PT" {
		out += strconv.FormatInt(s, 10) + "S"
	}
	return out
}
