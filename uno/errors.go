package uno

import (
	"errors"
	"fmt"
	"strings"
)

// ErrClosed is what calls return once the connection is gone, for whatever
// reason; errors.Is finds it in every such error.
var ErrClosed = errors.New("uno: connection closed")

// ErrNoInterface is what a call returns when its object, or an argument, does
// not have the interface that the call needs. Nothing was called then.
var ErrNoInterface = errors.New("the object does not have the interface")

// ErrNotMain is returned by a call from inside Main whose context is not the
// one that Main gave: it would wait for a lock that Main holds. Main returns it
// inside a call of the office's that did not come on its main thread.
var ErrNotMain = errors.New("not on the office's main thread")

// ErrMainEnded is returned by a call with the context of a Main, or of a call of
// an exported object, that is over.
var ErrMainEnded = errors.New("the Main or callback of this context has ended")

// ErrReleased is returned by a call of, or with, an object after its Release or
// the end of its scope.
var ErrReleased = errors.New("object used after its release")

// ConnError is the failure of a call for a reason other than the office's
// answer: the connection was lost (then errors.Is finds ErrClosed), or the call
// could not be made.
type ConnError struct {
	Err error
	// Sent says that bytes of the call may have reached the office: whether it
	// took effect is unknown. When false, it did not.
	Sent bool
}

func (e *ConnError) Error() string {
	if e.Sent {
		return fmt.Sprintf("uno: call sent, but not answered: %v", e.Err)
	}
	return fmt.Sprintf("uno: call not sent: %v", e.Err)
}

func (e *ConnError) Unwrap() error { return e.Err }

// unsent gives the error of a call that was not sent because of err, such as
// the failure of another call that had to come first. What that one raised
// stays as it is.
func unsent(err error) error {
	var raised *Exception
	if err == nil || errors.As(err, &raised) {
		return err
	}
	var lost *ConnError
	if errors.As(err, &lost) {
		err = lost.Err
	}
	return &ConnError{Err: err}
}

// NothingSent reports that err proves that the office never saw the call.
func NothingSent(err error) bool {
	var lost *ConnError
	return errors.As(err, &lost) && !lost.Sent
}

// Exception is a UNO exception that a call raised.
type Exception struct {
	Type    string
	Message string
	Context *Object // the object that raised it, often nil
	Fields  []Field // the members beyond Message and Context
}

// Error returns the type's last name part and the message. Many exceptions of
// an office have none; then that of the exception inside stands for it.
func (e *Exception) Error() string {
	text := e.Type[strings.LastIndexByte(e.Type, '.')+1:]
	message := e.Message
	for inner := e.Target(); message == "" && inner != nil; inner = inner.Target() {
		message = inner.Type[strings.LastIndexByte(inner.Type, '.')+1:] + " " + inner.Message
	}
	if message == "" {
		return text
	}
	return text + ": " + message
}

// Get returns a member of the exception beyond Message and Context.
func (e *Exception) Get(name string) any {
	for _, f := range e.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

// Target returns the exception that this one wraps (TargetException), or nil.
func (e *Exception) Target() *Exception {
	if s, ok := e.Get("TargetException").(*Struct); ok {
		return newException(s)
	}
	return nil
}

// Raise returns an exception for a handler of an exported object to return.
// The pairs are names and values of members beyond Message.
func Raise(typeName, message string, pairs ...any) *Exception {
	return &Exception{Type: typeName, Message: message, Fields: fields(pairs)}
}

// IsException reports whether err is a UNO exception of exactly this type, or
// wraps one on the office's side (WrappedTargetException and its kind).
func IsException(err error, typeName string) bool {
	var e *Exception
	if !errors.As(err, &e) {
		return false
	}
	for ; e != nil; e = e.Target() {
		if e.Type == typeName {
			return true
		}
	}
	return false
}

func newException(s *Struct) *Exception {
	e := &Exception{Type: s.Type}
	for _, f := range s.Fields {
		switch f.Name {
		case "Message":
			e.Message, _ = f.Value.(string)
		case "Context":
			e.Context, _ = f.Value.(*Object)
		default:
			e.Fields = append(e.Fields, f)
		}
	}
	return e
}

func (e *Exception) value() *Struct {
	s := NewStruct(e.Type, "Message", e.Message)
	if e.Context != nil {
		s.Set("Context", e.Context)
	}
	s.Fields = append(s.Fields, e.Fields...)
	return s
}
