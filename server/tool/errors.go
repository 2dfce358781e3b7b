package tool

import (
	"context"
	"errors"
	"fmt"
)

// Coded is an error that knows its code. Any error in a chain may be one; the
// methods Next() string and Outcome() string of the same error, if it has
// them, replace what the table of codes says.
type Coded interface {
	error
	Code() string
	Details() map[string]any
}

// Error is a Coded error for handlers.
type Error struct {
	code    string
	err     error
	details map[string]any
}

// Errorf makes an error with a code. The text says what failed and names the
// valid values.
func Errorf(code, format string, args ...any) *Error {
	return &Error{code: code, err: fmt.Errorf(format, args...)}
}

// With adds a detail for programs to read and returns e.
func (e *Error) With(name string, value any) *Error {
	if e.details == nil {
		e.details = map[string]any{}
	}
	e.details[name] = value
	return e
}

func (e *Error) Error() string           { return e.err.Error() }
func (e *Error) Unwrap() error           { return e.err }
func (e *Error) Code() string            { return e.code }
func (e *Error) Details() map[string]any { return e.details }

// failure is an error as it stands in an answer.
type failure struct {
	Status    string         `json:"status"`
	Code      string         `json:"code"`
	Message   string         `json:"message"`
	Retryable bool           `json:"retryable"`
	Outcome   string         `json:"outcome"`
	Next      string         `json:"next"`
	Details   map[string]any `json:"details,omitempty"`
}

// explain turns the error of a call into its answer. Begun says that an edit
// may already have reached the document.
func explain(err error, begun bool) failure {
	f := failure{Status: "error", Code: CodeInternal, Message: err.Error()}
	var coded Coded
	switch {
	case errors.As(err, &coded):
		f.Code, f.Details = coded.Code(), coded.Details()
	case errors.Is(err, context.DeadlineExceeded):
		f.Code, f.Message = CodeTimeout, "the call took longer than its time limit"
	case errors.Is(err, context.Canceled):
		f.Code, f.Message = CodeCancelled, "the call was cancelled"
	}
	if begun && (f.Code == CodeTimeout || f.Code == CodeCancelled) {
		f.Code, f.Message = CodeOutcomeUnknown, f.Message+" while the document was being changed"
	}
	m := Means(f.Code)
	f.Retryable, f.Outcome, f.Next = m.Retryable, m.Outcome, m.Next
	if f.Code == CodeInternal && !begun {
		f.Outcome, f.Next = outcomeNothing, "Try another way, and tell the user if it happens again."
	}
	if e, ok := coded.(interface{ Outcome() string }); ok && e.Outcome() != "" {
		f.Outcome = e.Outcome()
	}
	if e, ok := coded.(interface{ Next() string }); ok && e.Next() != "" {
		f.Next = e.Next()
	}
	return f
}
