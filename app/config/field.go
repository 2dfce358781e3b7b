package config

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Kind is the form of a setting's value.
type Kind uint8

// The kinds, each with the Go type of its values.
const (
	Switch Kind = iota + 1 // bool
	Number                 // int
	Choice                 // string, one of Values
	Text                   // string
	List                   // []string
)

// Field describes one setting.
type Field struct {
	Key    string
	Kind   Kind
	Help   string
	Unit   string   // of a Number
	Min    int      // of a Number
	Max    int      // of a Number
	Values []string // of a Choice

	check checkName
	def   any
	index []int // of the member within Config, for reflection
}

var fields = readFields(reflect.TypeFor[Config]())

// Fields returns all settings in the order of Config.
func Fields() []Field { return slices.Clone(fields) }

// Lookup returns the setting named key, or an *UnknownKeyError.
func Lookup(key string) (Field, error) {
	for _, f := range fields {
		if f.Key == key {
			return f, nil
		}
	}
	return Field{}, &UnknownKeyError{Key: key}
}

// Value returns this setting's value in c: a bool, int, string or []string.
func (f Field) Value(c Config) any {
	return reflect.ValueOf(c).FieldByIndex(f.index).Interface()
}

// Text returns this setting's value in c in the form that Parse takes.
func (f Field) Text(c Config) string { return formatValue(f.Value(c)) }

// Default returns the default value in the form that Parse takes.
func (f Field) Default() string { return formatValue(f.def) }

// Set parses text, checks it and puts it into c.
func (f Field) Set(c *Config, text string) error {
	v, err := f.Parse(text)
	if err != nil {
		return err
	}
	f.put(c, v)
	return nil
}

func (f Field) put(c *Config, v any) {
	if list, ok := v.([]string); ok {
		v = slices.Clone(list)
	}
	reflect.ValueOf(c).Elem().FieldByIndex(f.index).Set(reflect.ValueOf(v))
}

func formatValue(v any) string {
	if list, ok := v.([]string); ok {
		return strings.Join(list, "\n")
	}
	return fmt.Sprint(v)
}

// readFields reads the tags of config. A mistake in a tag is one of ours and found by every test: it panics.
func readFields(config reflect.Type) []Field {
	var all []Field
	for i := range config.NumField() {
		group := config.Field(i).Type
		for j := range group.NumField() {
			all = append(all, readField(group.Field(j), []int{i, j}))
		}
	}
	return all
}

func readField(member reflect.StructField, index []int) Field {
	tag := member.Tag
	f := Field{
		Key:    tag.Get("key"),
		Help:   tag.Get("help"),
		Unit:   tag.Get("unit"),
		Values: strings.Fields(tag.Get("oneof")),
		check:  checkName(tag.Get("check")),
		index:  index,
	}
	switch member.Type.Kind() {
	case reflect.Bool:
		f.Kind = Switch
	case reflect.Int:
		f.Kind = Number
		f.Min, f.Max = mustNumber(f.Key, tag.Get("min")), mustNumber(f.Key, tag.Get("max"))
	case reflect.Slice:
		f.Kind = List
	default:
		f.Kind = Text
		if len(f.Values) > 0 {
			f.Kind = Choice
		}
	}
	def, err := f.Parse(tag.Get("default"))
	if err != nil {
		panic(fmt.Sprintf("default of setting %s: %v", f.Key, err))
	}
	f.def = def
	return f
}

func mustNumber(key, text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("bound of setting %s: %v", key, err))
	}
	return n
}
