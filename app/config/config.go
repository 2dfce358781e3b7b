package config

import "slices"

// Config is the whole of the settings. The tags of its members, two levels deep, are read by Fields:
//
//	key      name in the file and on the command line
//	default  value when the file says nothing, in the form that the command line takes
//	min, max bounds of a number, both inclusive
//	oneof    the valid words of a choice
//	check    named check of a text, or of each line of a list
//	unit     unit of a number
//	help     what the setting does, in one or two sentences
type Config struct {
	MCP   MCP
	Doc   Doc
	LLM   LLM
	Image Image
	App   App
}

// MCP says how AI programs reach Unodesk.
type MCP struct {
	Enabled bool `key:"mcp.mcp_enabled" default:"false" help:"Whether AI programs on this computer may reach Unodesk. Off until you switch it on."`

	Port int `key:"mcp.mcp_port" default:"8765" min:"1024" max:"65535" help:"Number of the port that Unodesk listens on. AI programs need it as part of the address."`

	ExposureMode string `key:"mcp.tool_exposure_mode" default:"delegate" oneof:"delegate direct_flat direct_discovery" help:"Which tools an AI program sees at first: delegate (the most used ones, the rest through a helper model), direct_flat (all that fit the open documents) or direct_discovery (the most used ones, the rest by search)."`

	Profile string `key:"mcp.tool_profile" default:"full" oneof:"small standard full" help:"Which tools AI programs may use: small (a dozen for each kind of document, for small models), standard (the most used ones) or full (all)."`

	ReadOnly bool `key:"mcp.read_only" default:"false" help:"Whether AI programs may only read. Tools that change something are refused then."`

	TokenProfile string `key:"mcp.token_tool_profile" default:"full" oneof:"small standard full" help:"The same as mcp.tool_profile for those who come with the access token, such as web pages. The narrower of both holds."`

	TokenReadOnly bool `key:"mcp.token_read_only" default:"false" help:"Whether those who come with the access token may only read."`

	CallTimeout int `key:"mcp.call_timeout" default:"60" min:"5" max:"3600" unit:"seconds" help:"How long a tool may work before it is given up."`

	LongCallTimeout int `key:"mcp.long_call_timeout" default:"900" min:"60" max:"86400" unit:"seconds" help:"The same for tools that take long by nature, such as saving and exporting."`

	JobAfter int `key:"mcp.job_after" default:"45" min:"5" max:"3600" unit:"seconds" help:"After which time a call that still runs is answered with a number, under which the AI program fetches the result later. Less than the AI program waits for an answer, which often is a minute."`

	AnswerLimit int `key:"mcp.answer_limit" default:"20" min:"4" max:"1000" unit:"KB" help:"How much text of a document an answer holds at most, unless more was asked for."`

	AllowPrivateOrigins bool `key:"mcp.cors_allow_private_origins" default:"true" help:"Whether web pages from the home or company network may ask for access. They need the access token as well."`

	AllowedOrigins []string `key:"mcp.cors_allowed_origins" default:"" check:"origin" help:"Further web addresses whose pages may ask for access, such as https://tools.example.com. They need the access token as well."`

	LAN bool `key:"mcp.lan_access" default:"false" help:"Whether programs on other computers of the private network may reach Unodesk. They need the access token. What is sent can be read by others in that network."`

	TokenForAll bool `key:"mcp.token_for_everyone" default:"false" help:"Whether programs on this computer need the access token as well. Those that start unodeskctl mcp have it by themselves."`

	Debug bool `key:"mcp.debug_enabled" default:"false" help:"Whether tools can be called without MCP, with POST /debug and the control token, to look for a fault."`
}

// Doc says how documents are edited.
type Doc struct {
	ReviewMode string `key:"doc.agent_edit_review_mode" default:"off" oneof:"off record wait" help:"Whether edits are made at once (off), recorded as tracked changes (record), or recorded and waited for until you accept or reject them (wait)."`

	AgentName string `key:"doc.agent_name" default:"Unodesk" check:"line" help:"Name that stands as the author of tracked changes that AI programs make."`

	Folders []string `key:"doc.folders" default:"" check:"folder" help:"Folders below which AI programs may open, save and export files. Empty: everywhere. A folder is an absolute path, or starts with ~/."`

	AskFirst string `key:"doc.ask_first" default:"never" oneof:"never destructive edits" help:"Whether a window asks you before an AI program does something: never, before what cannot be undone (destructive), or before every change (edits)."`

	AskFirstOf []string `key:"doc.ask_first_of" default:"" check:"asking" help:"AI programs that are treated otherwise, such as Claude: edits. The name is the one that the program gives itself."`

	AskTimeout int `key:"doc.ask_first_timeout" default:"45" min:"5" max:"600" unit:"seconds" help:"How long you may think about such a question; no answer counts as no. Many AI programs give up after a minute."`

	ReviewTimeout int `key:"doc.edit_review_timeout" default:"900" min:"10" max:"86400" unit:"seconds" help:"How long an edit waits for your decision in review mode wait."`
}

// LLM names the language model that takes over larger tasks. Its key is a secret and stands elsewhere.
type LLM struct {
	Endpoint string `key:"llm.endpoint" default:"" check:"url" help:"Address of an OpenAI-compatible service that takes over larger tasks, such as http://localhost:11434/v1. Empty: no such service, everything else works."`

	Model string `key:"llm.model" default:"" check:"line" help:"Name of the model to use there."`
}

// Image names the service that makes pictures. Its key is a secret and stands elsewhere.
type Image struct {
	Endpoint string `key:"image.endpoint" default:"" check:"url" help:"Address of an OpenAI-compatible service that makes pictures, such as https://api.openai.com/v1. Empty: none."`

	Model string `key:"image.model" default:"" check:"line" help:"Name of the model to use there."`
}

// App is about the program itself.
type App struct {
	Language string `key:"app.language" default:"system" oneof:"system en de" help:"Language of windows and menus."`

	StartForPrograms bool `key:"app.start_for_programs" default:"true" help:"Whether Unodesk starts by itself when an AI program needs it that is connected through the command line (unodeskctl mcp). Only while AI programs may reach Unodesk at all."`

	StartOffice bool `key:"app.start_office" default:"false" help:"Whether LibreOffice is started when an AI program needs it and it does not run."`

	OfficeProfile string `key:"app.office_profile" default:"" check:"line" help:"Folder of the LibreOffice user profile to work with, when several LibreOffices run. Empty: the usual one."`

	OfficeAddress string `key:"app.office_address" default:"" check:"line" help:"Address, such as 127.0.0.1:2002, of a LibreOffice that was started with an acceptor there, for one that cannot be reached otherwise (Flatpak). Anybody on this computer can use such an address. Empty: Unodesk finds LibreOffice itself."`

	LogLevel string `key:"app.log_level" default:"info" oneof:"error warn info debug" help:"How much the log file tells. It never holds text of your documents."`
}

// Default returns the settings of a new installation.
func Default() Config {
	var c Config
	for _, f := range fields {
		f.put(&c, f.def)
	}
	return c
}

// Clone returns a copy that shares nothing with c.
func (c Config) Clone() Config {
	c.MCP.AllowedOrigins = slices.Clone(c.MCP.AllowedOrigins)
	c.Doc.Folders = slices.Clone(c.Doc.Folders)
	c.Doc.AskFirstOf = slices.Clone(c.Doc.AskFirstOf)
	return c
}

// Check returns every mistake in c, each a *ValueError.
func (c Config) Check() []*ValueError {
	var mistakes []*ValueError
	for _, f := range fields {
		if err := f.Check(f.Value(c)); err != nil {
			mistakes = append(mistakes, err)
		}
	}
	return mistakes
}

// Diff returns the settings in which a and b differ, in the order of Fields.
func Diff(a, b Config) []Field {
	var differ []Field
	for _, f := range fields {
		if f.Text(a) != f.Text(b) {
			differ = append(differ, f)
		}
	}
	return differ
}

// Copy puts the given settings of from into to.
func Copy(to *Config, from Config, which []Field) {
	for _, f := range which {
		f.put(to, f.Value(from))
	}
}
