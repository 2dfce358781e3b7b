// Package assets holds files that are part of the program but no pictures of its own.
package assets

import _ "embed" // for the files

// NamesFont is a TrueType font with the letters of documents' names that the font of the windows lacks: Chinese,
// Japanese, Korean, Arabic, Hebrew, Armenian and Georgian, as far as common character sets have them. What it lacks is
// taken from the fonts of the computer. It is made by names.py; names.txt names its sources and their licences.
//
//go:embed names.ttf
var NamesFont []byte
