package app

// Size is how large a window is, in the units of the windows.
type Size struct{ Width, Height float32 }

// WindowSize returns how large the user left the window of that name, in this run or an earlier one.
func (a *App) WindowSize(name string) (size Size, known bool) {
	known = a.o.Memory.Get("window."+name, &size)
	return size, known && size.Width > 0 && size.Height > 0
}

// KeepWindowSize remembers how large a window is.
func (a *App) KeepWindowSize(name string, size Size) {
	if err := a.o.Memory.Put("window."+name, size); err != nil {
		a.o.Log.Warn("the size of a window is not remembered", "window", name, "err", err)
	}
}
