package lsp

import "encoding/json"

// The part of the protocol that the server uses, by the names that it has there.

type (
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	span struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string `json:"uri"`
		Range span   `json:"range"`
	}
	textDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	}
)

// What the client says first.
type (
	initializeParams struct {
		ProcessID    *int               `json:"processId"`
		Capabilities clientCapabilities `json:"capabilities"`
	}
	clientCapabilities struct {
		Workspace struct {
			WorkspaceEdit struct {
				DocumentChanges bool `json:"documentChanges"`
			} `json:"workspaceEdit"`
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
		} `json:"workspace"`
		TextDocument struct {
			Hover struct {
				ContentFormat []string `json:"contentFormat"`
			} `json:"hover"`
			PublishDiagnostics struct {
				RelatedInformation bool `json:"relatedInformation"`
			} `json:"publishDiagnostics"`
			CodeAction struct {
				CodeActionLiteralSupport *json.RawMessage `json:"codeActionLiteralSupport"`
			} `json:"codeAction"`
		} `json:"textDocument"`
		Window struct {
			WorkDoneProgress bool `json:"workDoneProgress"`
		} `json:"window"`
	}
)

// What the client says of documents and files.
type (
	didOpenParams struct {
		TextDocument textDocument `json:"textDocument"`
	}
	didChangeParams struct {
		TextDocument   textDocument `json:"textDocument"`
		ContentChanges []struct {
			Range *span  `json:"range"`
			Text  string `json:"text"`
		} `json:"contentChanges"`
	}
	documentParams struct { // of didSave and didClose
		TextDocument textDocument `json:"textDocument"`
	}
	didChangeWatchedFilesParams struct {
		Changes []struct {
			URI string `json:"uri"`
		} `json:"changes"`
	}
)

// What the client asks.
type (
	hoverParams struct {
		TextDocument textDocument `json:"textDocument"`
		Position     position     `json:"position"`
	}
	codeActionParams struct {
		TextDocument textDocument `json:"textDocument"`
		Range        span         `json:"range"`
		Context      struct {
			Only []string `json:"only"`
		} `json:"context"`
	}
	cancelParams struct {
		ID json.RawMessage `json:"id"`
	}
)

// What the server answers.
type (
	initializeResult struct {
		Capabilities serverCapabilities `json:"capabilities"`
		ServerInfo   serverInfo         `json:"serverInfo"`
	}
	serverInfo struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	serverCapabilities struct {
		TextDocumentSync   syncOptions       `json:"textDocumentSync"`
		HoverProvider      bool              `json:"hoverProvider"`
		CodeActionProvider codeActionOptions `json:"codeActionProvider"`
	}
	syncOptions struct {
		OpenClose bool `json:"openClose"`
		Change    int  `json:"change"`
		Save      bool `json:"save"`
	}
	codeActionOptions struct {
		CodeActionKinds []string `json:"codeActionKinds"`
	}
	hover struct {
		Contents markupContent `json:"contents"`
		Range    span          `json:"range"`
	}
	markupContent struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	codeAction struct {
		Title       string        `json:"title"`
		Kind        string        `json:"kind"`
		Diagnostics []diagnostic  `json:"diagnostics"`
		IsPreferred bool          `json:"isPreferred"`
		Edit        workspaceEdit `json:"edit"`
	}
	workspaceEdit struct {
		Changes         map[string][]textEdit `json:"changes,omitempty"`
		DocumentChanges []textDocumentEdit    `json:"documentChanges,omitempty"`
	}
	textDocumentEdit struct {
		TextDocument versionedDocument `json:"textDocument"`
		Edits        []textEdit        `json:"edits"`
	}
	versionedDocument struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"`
	}
	textEdit struct {
		Range   span   `json:"range"`
		NewText string `json:"newText"`
	}
)

// What the server says by itself.
type (
	publishDiagnosticsParams struct {
		URI         string       `json:"uri"`
		Version     *int         `json:"version,omitempty"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	diagnostic struct {
		Range              span             `json:"range"`
		Severity           int              `json:"severity"`
		Code               string           `json:"code"`
		CodeDescription    *codeDescription `json:"codeDescription,omitempty"`
		Source             string           `json:"source"`
		Message            string           `json:"message"`
		RelatedInformation []related        `json:"relatedInformation,omitempty"`
	}
	codeDescription struct {
		Href string `json:"href"`
	}
	related struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
	messageParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
	progressParams struct {
		Token string `json:"token"`
		Value any    `json:"value,omitempty"`
	}
	progressValue struct {
		Kind  string `json:"kind"`
		Title string `json:"title,omitempty"`
	}
	registrationParams struct {
		Registrations []registration `json:"registrations"`
	}
	registration struct {
		ID              string `json:"id"`
		Method          string `json:"method"`
		RegisterOptions any    `json:"registerOptions"`
	}
	watchOptions struct {
		Watchers []watcher `json:"watchers"`
	}
	watcher struct {
		GlobPattern string `json:"globPattern"`
	}
)

// Numbers of the protocol.
const (
	syncFull = 1

	severityError       = 1
	severityWarning     = 2
	severityInformation = 3

	messageError   = 1
	messageWarning = 2
	messageLog     = 4

	codeServerNotInitialized = -32002
	codeRequestCancelled     = -32800
)

const quickFix = "quickfix"
