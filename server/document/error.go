package document

import (
	"context"
	"errors"
	"fmt"

	"github.com/unodesk/unodesk/uno"
)

// Error is a failure with a code that a caller can act on. Its text says what
// failed and names valid values.
type Error struct {
	code    string
	text    string
	details map[string]any
	cause   error
}

// The codes of this layer.
const (
	CodeDocumentNotFound = "DOCUMENT_NOT_FOUND"
	CodeNoDocumentOpen   = "NO_DOCUMENT_OPEN"
	CodeWrongType        = "WRONG_DOCUMENT_TYPE"
	CodeTargetChanged    = "TARGET_CHANGED"
	CodeDocumentChanged  = "DOCUMENT_CHANGED"
	CodeOfficeLost       = "OFFICE_LOST"
	CodeOutcomeUnknown   = "OUTCOME_UNKNOWN"
	CodeEditFailed       = "EDIT_FAILED"
	CodeTimeout          = "TIMEOUT"
	CodeUndoUnavailable  = "UNDO_UNAVAILABLE"
	CodeTextNotFound     = "TEXT_NOT_FOUND"
	CodeInvalidRegex     = "INVALID_REGEX"
	CodeInvalidRange     = "INVALID_RANGE"
	CodeUnknownSheet     = "UNKNOWN_SHEET"
	CodeSizeMismatch     = "SIZE_MISMATCH"
	CodeProtected        = "PROTECTED"
	CodeReadOnly         = "READ_ONLY"
	CodeOutOfRange       = "OUT_OF_RANGE"
	CodeObjectsInRange   = "OBJECTS_IN_RANGE"
	CodeValidation       = "VALIDATION_ERROR"
)

// Errorf makes an Error; with %w it wraps a cause.
func Errorf(code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{code: code, text: err.Error(), cause: errors.Unwrap(err)}
}

// With adds a detail for programs to read and returns e.
func (e *Error) With(name string, value any) *Error {
	if e.details == nil {
		e.details = map[string]any{}
	}
	e.details[name] = value
	return e
}

func (e *Error) Error() string { return e.text }

// Unwrap returns the cause, if any.
func (e *Error) Unwrap() error { return e.cause }

// Code returns the code.
func (e *Error) Code() string { return e.code }

// Details returns what With added.
func (e *Error) Details() map[string]any { return e.details }

// explain gives an error of a UNO call a code where callers can do something
// about it. wrote says that bytes of an edit may have reached the office.
func explain(err error, wrote bool) error {
	var coded interface{ Code() string }
	if err == nil || errors.As(err, &coded) && !wrote {
		return err
	}
	timeout := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	lost := errors.Is(err, uno.ErrClosed)
	switch {
	case (lost || timeout) && wrote:
		return Errorf(CodeOutcomeUnknown, "the connection to LibreOffice broke off during the edit; whether it took effect is not known: %w", err)
	case lost:
		return Errorf(CodeOfficeLost, "LibreOffice closed; nothing was changed by this call: %w", err)
	case timeout:
		return Errorf(CodeTimeout, "LibreOffice did not answer in time; nothing was changed by this call: %w", err)
	}
	return err
}

// Explain gives the error of a call that only reads a code where a caller can
// do something about it.
func Explain(err error) error { return explain(err, false) }
