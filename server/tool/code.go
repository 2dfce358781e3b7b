package tool

// The codes of tool errors. Rules files and clients rely on them: they are
// never renamed.
const (
	CodeValidation        = "VALIDATION_ERROR"
	CodeUnknownTool       = "UNKNOWN_TOOL"
	CodeNotInProfile      = "TOOL_NOT_IN_PROFILE"
	CodeReadOnlyMode      = "READ_ONLY_MODE"
	CodeDocumentNotFound  = "DOCUMENT_NOT_FOUND"
	CodeNoDocumentOpen    = "NO_DOCUMENT_OPEN"
	CodeWrongDocumentType = "WRONG_DOCUMENT_TYPE"
	CodeTargetChanged     = "TARGET_CHANGED"
	CodeDocumentChanged   = "DOCUMENT_CHANGED"
	CodeOfficeUnavailable = "OFFICE_UNAVAILABLE"
	CodeOfficeStarting    = "OFFICE_STARTING"
	CodeOfficeLost        = "OFFICE_LOST"
	CodeOutcomeUnknown    = "OUTCOME_UNKNOWN"
	CodeEditFailed        = "EDIT_FAILED"
	CodeOfficeWaiting     = "OFFICE_WAITING"
	CodeTimeout           = "TIMEOUT"
	CodeCancelled         = "CANCELLED"
	CodeServerBusy        = "SERVER_BUSY"
	CodeTextNotFound      = "TEXT_NOT_FOUND"
	CodeInvalidRegex      = "INVALID_REGEX"
	CodeInvalidRange      = "INVALID_RANGE"
	CodeUnknownSheet      = "UNKNOWN_SHEET"
	CodeUnknownStyle      = "UNKNOWN_STYLE"
	CodeUnknownFunction   = "UNKNOWN_FUNCTION"
	CodeUnknownColumn     = "UNKNOWN_COLUMN"
	CodeFiltered          = "FILTERED"
	CodeSizeMismatch      = "SIZE_MISMATCH"
	CodeProtected         = "PROTECTED"
	CodeReadOnly          = "READ_ONLY"
	CodeObjectsInRange    = "OBJECTS_IN_RANGE"
	CodeUndoUnavailable   = "UNDO_UNAVAILABLE"
	CodeFileNotFound      = "FILE_NOT_FOUND"
	CodeFileExists        = "FILE_EXISTS"
	CodePasswordNeeded    = "PASSWORD_NEEDED"
	CodeUnsupportedFile   = "UNSUPPORTED_FILE"
	CodeUnsavedChanges    = "UNSAVED_CHANGES"
	CodeNeverSaved        = "NEVER_SAVED"
	CodeFolderNotAllowed  = "FOLDER_NOT_ALLOWED"
	CodeNoTextSelection   = "NO_TEXT_SELECTION"
	CodeOutOfRange        = "OUT_OF_RANGE"
	CodeUnknownChange     = "UNKNOWN_CHANGE"
	CodeUnknownTopic      = "UNKNOWN_TOPIC"
	CodeRefused           = "REFUSED"
	CodeJobLost           = "JOB_LOST"
	CodeUnknownJob        = "JOB_NOT_FOUND"
	CodeInternal          = "INTERNAL_ERROR"
)

// What the table below says more than once.
const (
	outcomeNothing          = "nothing_changed"
	outcomeUnknown          = "unknown"
	nextFixArguments        = "Correct the arguments and call again."
	nextReadAgain           = "Read the document again, then repeat the call with what you see."
	nextCheckBeforeRepeat   = "Read the document to see whether the change is there before repeating anything."
	nextTryAgainSoon        = "Try again in a few seconds."
	nextListOpenDocuments   = "Call list_open_documents and pass the uid of the document meant as document_url."
	nextAskUserToOpenOffice = "Ask the user to start LibreOffice, then call again."
)

// Meaning is what a code tells a caller.
type Meaning struct {
	Retryable bool   // the same call may succeed later, unchanged
	Outcome   string // "nothing_changed" or "unknown"
	Next      string // what to do now
}

// meanings holds every code. An error may bring its own next step.
var meanings = map[string]Meaning{
	CodeValidation:        {false, outcomeNothing, nextFixArguments},
	CodeUnknownTool:       {false, outcomeNothing, "Call one of the tools that tools/list or find_tools names."},
	CodeNotInProfile:      {false, outcomeNothing, "Do without this tool, or ask the user to choose a wider profile in the settings."},
	CodeReadOnlyMode:      {false, outcomeNothing, "Do not change anything; tell the user what you would change."},
	CodeDocumentNotFound:  {false, outcomeNothing, nextListOpenDocuments},
	CodeNoDocumentOpen:    {true, outcomeNothing, "Ask the user to open the document in LibreOffice, then call again."},
	CodeWrongDocumentType: {false, outcomeNothing, nextListOpenDocuments},
	CodeTargetChanged:     {false, outcomeNothing, nextListOpenDocuments},
	CodeDocumentChanged:   {false, outcomeNothing, nextReadAgain},
	CodeOfficeUnavailable: {true, outcomeNothing, nextAskUserToOpenOffice},
	CodeOfficeStarting:    {true, outcomeNothing, nextTryAgainSoon},
	CodeOfficeLost:        {true, outcomeNothing, "Try again when LibreOffice is back; document uids are new then."},
	CodeOutcomeUnknown:    {false, outcomeUnknown, nextCheckBeforeRepeat},
	CodeEditFailed:        {false, outcomeNothing, "Read the place again; try a smaller or another edit, or ask the user."},
	CodeOfficeWaiting:     {true, outcomeNothing, "Ask the user to answer the dialog in LibreOffice, then call again."},
	CodeTimeout:           {true, outcomeNothing, "Ask for less at once, or try again later."},
	CodeCancelled:         {true, outcomeNothing, "Call again if the result is still wanted."},
	CodeServerBusy:        {true, outcomeNothing, nextTryAgainSoon},
	CodeTextNotFound:      {false, outcomeNothing, nextReadAgain},
	CodeInvalidRegex:      {false, outcomeNothing, "Correct the pattern, or search for plain text."},
	CodeInvalidRange:      {false, outcomeNothing, nextFixArguments},
	CodeUnknownSheet:      {false, outcomeNothing, "Use one of the sheet names given in details."},
	CodeUnknownStyle:      {false, outcomeNothing, "Use one of the style names given in details."},
	CodeUnknownFunction:   {false, outcomeNothing, "Use the English function name given in details."},
	CodeUnknownColumn:     {false, outcomeNothing, "Use one of the columns given in details."},
	CodeFiltered:          {false, outcomeNothing, "Call clear_sheet_filter first, after asking the user."},
	CodeSizeMismatch:      {false, outcomeNothing, "Make the number of values match the range."},
	CodeProtected:         {false, outcomeNothing, "Ask the user to lift the protection, or choose another place."},
	CodeReadOnly:          {false, outcomeNothing, "Ask the user to save the document under another name, or to open it for editing."},
	CodeObjectsInRange:    {false, outcomeNothing, "Choose a place without the objects given in details, or leave them where they are."},
	CodeUndoUnavailable:   {false, outcomeNothing, "Ask the user; this cannot be taken back here."},
	CodeFileNotFound:      {false, outcomeNothing, "Ask the user for the right path."},
	CodeFileExists:        {false, outcomeNothing, "Choose another name, or pass overwrite after asking the user."},
	CodePasswordNeeded:    {false, outcomeNothing, "Ask the user for the password and pass it."},
	CodeUnsupportedFile:   {false, outcomeNothing, "Choose one of the formats given in details, or another file."},
	CodeUnsavedChanges:    {false, outcomeNothing, "Ask the user whether to save the changes or to discard them."},
	CodeNeverSaved:        {false, outcomeNothing, "Call save_document with a path."},
	CodeFolderNotAllowed:  {false, outcomeNothing, "Use a place below one of the folders given in details, or ask the user to allow another in the settings."},
	CodeNoTextSelection:   {false, outcomeNothing, "Ask the user to select text, or use another target."},
	CodeOutOfRange:        {false, outcomeNothing, "Use a number within what details give."},
	CodeUnknownChange:     {false, outcomeNothing, "List the tracked changes again and use one of the ids given now."},
	CodeUnknownTopic:      {false, outcomeNothing, "Use one of the topics given in details."},
	CodeRefused:           {false, outcomeNothing, "Do not repeat it; ask the user what they would like instead."},
	CodeJobLost:           {false, outcomeUnknown, nextCheckBeforeRepeat},
	CodeUnknownJob:        {false, outcomeNothing, "Use the job_id of an answer that this conversation was given."},
	CodeInternal:          {false, outcomeUnknown, nextCheckBeforeRepeat},
}

// Means returns what a code tells a caller. A code that is not in the table
// means as much as INTERNAL_ERROR.
func Means(code string) Meaning {
	if m, ok := meanings[code]; ok {
		return m
	}
	return meanings[CodeInternal]
}

// Codes lists all codes by name.
func Codes() []string { return sortedKeys(meanings) }

// Formerly tells which code stands now for those of WriterAgent, whose tools
// have the same names: rules and skills written for it can be carried over.
// Codes that it does not name are the same in both, or are gone.
var Formerly = map[string]string{
	"TOOL_EXECUTION_ERROR": CodeInternal, "UNO_OBJECT_ERROR": CodeInternal, "SEARCH_FAILED": CodeInternal,
	"REPLACE_FAILED": CodeInternal, "INSERT_FAILED": CodeInternal, "TOOL_REGISTRY_ERROR": CodeInternal,
	"TOOL_TIMEOUT": CodeTimeout, "EXECUTION_TIMEOUT": CodeTimeout,
	"TOOL_NOT_FOUND":    CodeUnknownTool,
	"DOCUMENT_DISPOSED": CodeDocumentNotFound, "DISPOSED_OBJECT": CodeDocumentNotFound,
	"UNSUPPORTED_DOC_TYPE": CodeWrongDocumentType,
	"MISSING_PARAMETER":    CodeValidation, "INVALID_PARAMETER": CodeValidation, "INVALID_PARAM": CodeValidation,
	"MISSING_PATH": CodeValidation, "INVALID_CONTENT": CodeValidation,
	"PARAGRAPH_NOT_FOUND": CodeTextNotFound,
	"CALC_SHEET_NULL":     CodeUnknownSheet, "CALC_INVALID_ADDRESS": CodeInvalidRange, "CALC_CELL_NOT_FOUND": CodeInvalidRange,
	"READ_ONLY_TARGET": CodeReadOnlyMode,
}
