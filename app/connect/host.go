package connect

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"path/filepath"
)

// EntryName is the name of our entry. Lower-case letters work everywhere.
const EntryName = "libreoffice"

// Target is what hosts connect to.
type Target struct {
	URL     string   // of MCP, for hosts that speak HTTP
	Program string   // path of unodeskctl, for hosts that start their servers
	Args    []string // of its command mcp
}

// Host is an AI program: where it keeps its settings, and what our entry looks like there.
type Host struct {
	ID   string // lower-case, for the command line
	Name string // as its makers write it
	// After says what the user has to do until the host notices.
	After string
	// Manual says how to connect a host whose settings are no file of this user; the others have none.
	Manual string

	form     form
	file     func(System) string
	place    []string // the keys that lead to our entry
	starts   bool     // it starts the bridge, and needs no address
	listed   bool     // the entries are a list, and have their names in themselves
	entry    func(Target) fields
	head     fields                // of a new file
	programs []string              // on the search path if the host is installed
	marks    func(System) []string // files or folders that are there if it is
	command  func(Target) []string // by which the host itself makes the entry
	link     func(Target) string   // by which the host makes it when it is opened
}

// field is a member of an entry: a text, a switch, a number, a list of texts, or fields.
type field struct {
	key   string
	value any
}

type fields []field

// Link is an address that, once opened, makes the host ask to connect; "" if it has none.
func (h *Host) Link(t Target) string {
	if h.link == nil {
		return ""
	}
	return h.link(t)
}

// Command is the host's own command that connects; nil if it has none.
func (h *Host) Command(t Target) []string {
	if h.command == nil {
		return nil
	}
	return h.command(t)
}

func byURL(key string, more ...field) func(Target) fields {
	return func(t Target) fields { return append(append(fields{}, more...), field{key, t.URL}) }
}

func encoded(v any) string {
	raw, _ := json.Marshal(v)
	return string(raw)
}

var mcpServers = []string{"mcpServers", EntryName}

// hosts are all that we know, in the order of the list that people see.
var hosts = []*Host{
	{
		ID: "claude-desktop", Name: "Claude Desktop", After: "Quit Claude Desktop, in its tray menu too, and start it again.",
		form: jsonForm, file: claudeDesktop, place: mcpServers, starts: true,
		entry: func(t Target) fields {
			return fields{{"command", t.Program}, {"args", append([]string{"mcp"}, t.Args...)}}
		},
		marks: func(s System) []string {
			return []string{filepath.Dir(claudeDesktop(s)), "/Applications/Claude.app"}
		},
	},
	{
		ID: "claude-code", Name: "Claude Code", After: "Start a new conversation, or reconnect with /mcp.",
		form: jsonForm, file: func(s System) string { return s.home(".claude.json") }, place: mcpServers,
		entry: byURL("url", field{"type", "http"}), programs: []string{"claude"},
		marks: func(s System) []string { return []string{s.home(".claude")} },
		command: func(t Target) []string {
			return []string{"claude", "mcp", "add", "--transport", "http", "--scope", "user", EntryName, t.URL}
		},
	},
	{
		ID: "cursor", Name: "Cursor", After: "Switch the server on under Settings, Tools & MCP, if Cursor asks.",
		form: jsonForm, file: func(s System) string { return s.home(".cursor", "mcp.json") }, place: mcpServers,
		entry: byURL("url"), programs: []string{"cursor"},
		marks: func(s System) []string { return []string{s.home(".cursor")} },
		link: func(t Target) string {
			config := base64.StdEncoding.EncodeToString([]byte(encoded(map[string]string{"url": t.URL})))
			return "cursor://anysphere.cursor-deeplink/mcp/install?name=" + EntryName + "&config=" + url.QueryEscape(config)
		},
	},
	{
		ID: "vscode", Name: "VS Code", After: "Start the server when VS Code asks, or under MCP: List Servers.",
		form: jsonForm, file: func(s System) string { return s.config("Code", "User", "mcp.json") }, place: []string{"servers", EntryName},
		entry: byURL("url", field{"type", "http"}), programs: []string{"code"},
		marks:   func(s System) []string { return []string{s.config("Code")} },
		command: func(t Target) []string { return []string{"code", "--add-mcp", vscodeEntry(t)} },
		link:    func(t Target) string { return "vscode:mcp/install?" + url.QueryEscape(vscodeEntry(t)) },
	},
	{
		ID: "lmstudio", Name: "LM Studio", After: "Switch the server on under Program, Integrations.",
		form: jsonForm, place: mcpServers, entry: byURL("url"), programs: []string{"lms"},
		file: func(s System) string {
			return first(s.home(".lmstudio", "mcp.json"), s.home(".cache", "lm-studio", "mcp.json"), s.home(".lmstudio", "mcp.json"))
		},
		marks: func(s System) []string { return []string{s.home(".lmstudio"), s.home(".cache", "lm-studio")} },
		link: func(t Target) string {
			config := base64.StdEncoding.EncodeToString([]byte(encoded(map[string]string{"url": t.URL})))
			return "lmstudio://add_mcp?name=" + EntryName + "&config=" + url.QueryEscape(config)
		},
	},
	{
		ID: "codex", Name: "Codex", After: "Start a new conversation.",
		form: tomlForm, place: []string{"mcp_servers", EntryName}, entry: byURL("url"), programs: []string{"codex"},
		file:    func(s System) string { return filepath.Join(s.or("CODEX_HOME", s.home(".codex")), "config.toml") },
		marks:   func(s System) []string { return []string{s.or("CODEX_HOME", s.home(".codex"))} },
		command: func(t Target) []string { return []string{"codex", "mcp", "add", EntryName, "--url", t.URL} },
	},
	{
		ID: "gemini", Name: "Gemini CLI", After: "Start Gemini CLI again.",
		form: jsonForm, file: func(s System) string { return s.home(".gemini", "settings.json") }, place: mcpServers,
		entry: byURL("httpUrl"), programs: []string{"gemini"},
		marks: func(s System) []string { return []string{s.home(".gemini", "settings.json")} },
		command: func(t Target) []string {
			return []string{"gemini", "mcp", "add", "--scope", "user", "--transport", "http", EntryName, t.URL}
		},
	},
	{
		ID: "antigravity", Name: "Antigravity", After: "Refresh the list of MCP servers, or start Antigravity again.",
		form: jsonForm, place: mcpServers, entry: byURL("serverUrl"), programs: []string{"agy", "antigravity"},
		file: func(s System) string {
			return first(s.home(".gemini", "antigravity-cli", "mcp_config.json"), s.home(".gemini", "antigravity", "mcp_config.json"), s.home(".gemini", "config", "mcp_config.json"))
		},
		marks: func(s System) []string {
			return []string{s.home(".gemini", "antigravity-cli"), s.home(".gemini", "antigravity"), s.home(".gemini", "config")}
		},
		command: func(t Target) []string { return []string{"agy", "mcp", "add", EntryName, t.URL} },
	},
	{
		ID: "windsurf", Name: "Windsurf", After: "Press refresh in the MCP panel of Windsurf.",
		form: jsonForm, file: func(s System) string { return s.home(".codeium", "windsurf", "mcp_config.json") }, place: mcpServers,
		entry: byURL("serverUrl"), programs: []string{"windsurf"},
		marks: func(s System) []string { return []string{s.home(".codeium", "windsurf")} },
	},
	{
		ID: "zed", Name: "Zed", After: "Nothing more: Zed notices by itself.",
		form: jsonForm, file: func(s System) string { return filepath.Join(zed(s), "settings.json") }, place: []string{"context_servers", EntryName},
		entry: byURL("url"), programs: []string{"zed", "zeditor"},
		marks: func(s System) []string { return []string{zed(s)} },
	},
	{
		ID: "continue", Name: "Continue", After: "Reload the window of your editor; tools work in Continue's agent mode.",
		form: yamlForm, file: func(s System) string { return s.home(".continue", "config.yaml") }, place: mcpServers, listed: true,
		entry: byURL("url", field{"name", EntryName}, field{"type", "streamable-http"}),
		head:  fields{{"name", "My configuration"}, {"version", "0.0.1"}, {"schema", "v1"}},
		marks: func(s System) []string { return []string{s.home(".continue")} },
	},
	{
		ID: "goose", Name: "Goose", After: "Start a new conversation.",
		form: yamlForm, file: func(s System) string { return filepath.Join(goose(s), "config.yaml") }, place: []string{"extensions", EntryName},
		entry: func(t Target) fields {
			return fields{{"enabled", true}, {"type", "streamable_http"}, {"name", EntryName}, {"uri", t.URL}, {"timeout", 300}}
		},
		programs: []string{"goose"},
		marks:    func(s System) []string { return []string{goose(s)} },
	},
	{ID: "open-webui", Name: "Open WebUI", Manual: "In Open WebUI choose Admin Panel, Settings, External Tools, +, type MCP (Streamable HTTP), and enter the address."},
	{ID: "localai", Name: "LocalAI", Manual: "Enter the address under mcp.remote in the YAML file of your model: mcpServers, libreoffice, url."},
}

func vscodeEntry(t Target) string {
	return encoded(struct {
		Name string `json:"name"`
		Type string `json:"type"`
		URL  string `json:"url"`
	}{EntryName, "http", t.URL})
}

// claudeDesktop is the file that Claude Desktop reads. Installed from the Windows store it sees a folder of its own in
// place of the usual one.
func claudeDesktop(s System) string {
	const name = "claude_desktop_config.json"
	if s.OS == "windows" {
		packages := filepath.Join(s.or("LOCALAPPDATA", s.home("AppData", "Local")), "Packages", "Claude_*")
		if found, _ := filepath.Glob(packages); len(found) > 0 {
			return filepath.Join(found[0], "LocalCache", "Roaming", "Claude", name)
		}
	}
	return s.config("Claude", name)
}

func zed(s System) string {
	if s.OS == "windows" {
		return s.config("Zed")
	}
	return s.unixConfig("zed")
}

func goose(s System) string {
	if s.OS == "windows" {
		return s.config("Block", "goose", "config")
	}
	return s.home(".config", "goose")
}
