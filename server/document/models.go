package document

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/unodesk/unodesk/uno"
)

// models are the components that the office had at the last look. Their objects
// are kept, since one that is met anew must be asked for each of its interfaces
// again, which costs more round trips than most calls need for their work. What
// is gone at the next look is let go.
type models struct {
	mu      sync.Mutex
	conn    *uno.Conn
	desktop *uno.Object
	list    []*component
}

// component is one of them, with what never changes of it.
type component struct {
	model *uno.Object
	uid   string // "" of what is no document: the Start Center, the BASIC editor
	kind  string

	mu      sync.Mutex
	members map[Member]*uno.Object
}

const iDesktop = "com.sun.star.frame.XDesktop"

// root returns the office's desktop, in which all components are.
func (m *models) root(ctx context.Context, office Office) (*uno.Object, error) {
	m.mu.Lock()
	have, of := m.desktop, m.conn
	m.mu.Unlock()
	if of == office.Conn {
		return have, nil
	}
	desktop, err := office.Conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.conn != office.Conn {
		m.conn, m.desktop, m.list = office.Conn, desktop.Keep(), nil
	}
	return m.desktop, nil
}

// look asks the office for its components: the current one, nil for none, and
// all, in the office's order. The frame tree is only read, which the framework
// allows on any thread.
func (m *models) look(ctx context.Context, office Office) (current *component, all []*component, err error) {
	desktop, err := m.root(ctx, office)
	if err != nil {
		return nil, nil, err
	}
	b := office.Conn.NewBatch()
	front := b.Call(desktop, iDesktop, "getCurrentComponent")
	access := b.Call(desktop, iDesktop, "getComponents")
	if err := b.First(ctx); err != nil {
		return nil, nil, err
	}
	objects, err := Enumerate(ctx, access.Object())
	if err != nil {
		return nil, nil, err
	}
	all = make([]*component, len(objects))
	var fresh []*component
	for i, o := range objects {
		if all[i] = m.is(o); all[i] == nil {
			all[i] = &component{model: o}
			fresh = append(fresh, all[i])
		}
	}
	if err := identify(ctx, office, fresh); err != nil {
		return nil, nil, err
	}
	for _, c := range fresh {
		c.model.Keep()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.conn == office.Conn {
		m.list = all
	}
	for _, c := range all {
		if front.Object().Is(c.model) {
			current = c
		}
	}
	return current, all, nil
}

// current returns the current component if the last look has met it.
func (m *models) current(ctx context.Context, office Office) (*component, error) {
	desktop, err := m.root(ctx, office)
	if err != nil {
		return nil, err
	}
	front, err := desktop.CallObject(ctx, iDesktop, "getCurrentComponent")
	if front == nil {
		return nil, err
	}
	return m.is(front), nil
}

// is returns the component that an object is, nil if no look has met it.
func (m *models) is(o *uno.Object) *component {
	return m.find(func(c *component) bool { return c.model.Is(o) })
}

// of returns the document with a uid, nil if no look has met it.
func (m *models) of(office Office, uid string) *component {
	return m.find(func(c *component) bool { return c.uid == uid && c.model.Conn() == office.Conn })
}

func (m *models) find(means func(*component) bool) *component {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := slices.IndexFunc(m.list, means); i >= 0 {
		return m.list[i]
	}
	return nil
}

var kindServices = []struct{ kind, service string }{
	{Writer, "com.sun.star.text.GenericTextDocument"},
	{Calc, "com.sun.star.sheet.SpreadsheetDocument"},
	{Impress, "com.sun.star.presentation.PresentationDocument"},
	{Draw, "com.sun.star.drawing.DrawingDocument"},
}

// identify asks components what they are. A document whose kind cannot be told
// is of the kind unknown.
func identify(ctx context.Context, office Office, list []*component) error {
	const iServiceInfo = "com.sun.star.lang.XServiceInfo"
	type answers struct {
		document, uid *uno.Result
		kinds         []*uno.Result
	}
	b := office.Conn.NewBatch()
	asked := make([]answers, len(list))
	for i, c := range list {
		a := &asked[i]
		a.document = b.Call(c.model, iServiceInfo, "supportsService", "com.sun.star.document.OfficeDocument")
		a.uid = b.Call(c.model, iProperties, "getPropertyValue", "RuntimeUID")
		for _, k := range kindServices {
			a.kinds = append(a.kinds, b.Call(c.model, iServiceInfo, "supportsService", k.service))
		}
	}
	if err := b.Run(ctx); err != nil {
		return err
	}
	for i, c := range list {
		a := asked[i]
		if a.document.Value != true {
			continue
		}
		if uid, ok := a.uid.Value.(string); ok {
			c.uid = office.Tag + "-" + uid
		}
		c.kind = unknown
		for j, k := range kindServices {
			if a.kinds[j].Value == true {
				c.kind = k.kind
				break
			}
		}
	}
	return nil
}

// describe asks documents for what can change of them, in one block; components
// that are no documents, or that were closed meanwhile, are left out.
func (d *Desktop) describe(ctx context.Context, office Office, list []*component) ([]*Document, error) {
	type answers struct{ url, title, modified, readOnly *uno.Result }
	var docs []*Document
	var asked []answers
	b := office.Conn.NewBatch()
	for _, c := range list {
		if c.uid == "" {
			continue
		}
		doc := &Document{desktop: d, office: office, component: c}
		doc.UID, doc.DocType = c.uid, c.kind
		docs = append(docs, doc)
		asked = append(asked, answers{
			url:      b.Call(c.model, modelInterface, "getURL"),
			title:    b.Call(c.model, "com.sun.star.frame.XTitle", "getTitle"),
			modified: b.Call(c.model, iModifiable, "isModified"),
			readOnly: b.Call(c.model, "com.sun.star.frame.XStorable", "isReadonly"),
		})
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	open := docs[:0]
	for i, a := range asked {
		if errors.Is(a.url.Err, uno.ErrReleased) || uno.IsException(a.url.Err, "com.sun.star.lang.DisposedException") {
			continue
		}
		info := &docs[i].Info
		info.URL, _ = a.url.Value.(string)
		info.Title, _ = a.title.Value.(string)
		info.Modified, _ = a.modified.Value.(bool)
		info.ReadOnly, _ = a.readOnly.Value.(bool)
		info.Name, info.Path = documentName(info.URL), filePath(info.URL)
		open = append(open, docs[i])
	}
	return open, nil
}
