package server

// OfficeState is how the office is.
type OfficeState struct {
	Phase, Detail, Version string
	PID                    int
}

// Office tells the state of the office.
type Office interface{ State() OfficeState }
