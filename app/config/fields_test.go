package config_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/config/configtest"
)

func samples(t *testing.T, f config.Field) configtest.Samples {
	t.Helper()
	s, err := configtest.Of(f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestEveryFieldIsSet sets each setting to each of its samples: good ones are in the file afterwards, wrong ones are
// refused with a sentence, and change nothing.
func TestEveryFieldIsSet(t *testing.T) {
	for _, f := range config.Fields() {
		t.Run(f.Key, func(t *testing.T) {
			t.Parallel()
			path := tempFile(t, "{}")
			s := open(t, path)
			var last string
			for _, text := range samples(t, f).Good {
				if err := s.Set(t.Context(), f.Key, text); err != nil {
					t.Fatal(err)
				}
				c, mistakes, err := config.Load(path)
				if f.Text(c) != text || len(mistakes) > 0 || err != nil {
					t.Errorf("set to %q, the file says %q, %v, %v", text, f.Text(c), mistakes, err)
				}
				last = text
			}
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range samples(t, f).Bad {
				var wrong *config.ValueError
				if err := s.Set(t.Context(), f.Key, text); !errors.As(err, &wrong) || !configtest.Explains(f, wrong.Error()) {
					t.Errorf("%q: %v", text, err)
				}
			}
			after, err := os.ReadFile(path)
			if now, _ := s.Get(f.Key); err != nil || string(after) != string(before) || now != last {
				t.Errorf("refused values left %q and\n%s, before\n%s", now, after, before)
			}
		})
	}
}

// TestEveryFieldIsReadFromTheFile edits the file under a program that runs: good values take effect, wrong ones are
// named and leave the last good ones in effect, and no text of the user's is touched.
func TestEveryFieldIsReadFromTheFile(t *testing.T) {
	path := tempFile(t, "{}")
	s := open(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Watch(ctx, func() {}) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	edit := func(which func(configtest.Samples) string) (content string) {
		t.Helper()
		values := map[string]any{"my own note": "stays"}
		for _, f := range config.Fields() {
			values[f.Key] = written(f, which(samples(t, f)))
		}
		data, err := json.MarshalIndent(values, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		put(t, path, string(data))
		return string(data)
	}
	until := func(what string, holds func() bool) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("not seen: %s; %+v, %v", what, s.Config(), s.Problems())
			}
		}
	}
	inEffect := func(which func(configtest.Samples) string) bool {
		for _, f := range config.Fields() {
			if f.Text(s.Config()) != which(samples(t, f)) {
				return false
			}
		}
		return true
	}
	first := func(s configtest.Samples) string { return s.Good[0] }
	second := func(s configtest.Samples) string { return s.Good[1] }
	edit(first)
	until("every first value", func() bool { return inEffect(first) })
	edit(second)
	until("every second value", func() bool { return inEffect(second) && len(s.Problems()) == 0 })

	content := edit(func(s configtest.Samples) string { return s.Bad[0] })
	until("every wrong value", func() bool { return len(s.Problems()) == len(config.Fields()) })
	for i, f := range config.Fields() {
		if sentence := s.Problems()[i].Error(); !configtest.Explains(f, sentence) {
			t.Errorf("%s: %s", f.Key, sentence)
		}
	}
	if !inEffect(second) {
		t.Error("a wrong value has replaced a good one")
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != content {
		t.Errorf("the file was touched: %s, %v", now, err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(left) > 1 {
		t.Errorf("beside the file: %v, %v", left, err)
	}
}

// written returns a value as a careful user writes it in the file.
func written(f config.Field, text string) any {
	switch f.Kind {
	case config.Switch, config.Number:
		if json.Valid([]byte(text)) {
			return json.RawMessage(text)
		}
	case config.List:
		return strings.Split(text, "\n")
	default:
	}
	return text
}
