// Package config holds the settings of Unodesk.
//
// [Config] is the one description of every setting: its tags say the key, the default, the valid values and the help
// text, and file, window, command line and docs/settings.md are all driven by them (see [Fields]). [Store] keeps the
// settings in a JSON file and tells who listens about changes, whoever made them; [Load] reads a file and changes
// nothing.
//
// Secrets are no settings: they never stand in this file. See package secret.
package config
