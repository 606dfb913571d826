package directive

import "github.com/k8slint/k8slint/internal/claim"

// Claims are what the findings of this analyzer say: nothing of Kubernetes.
var Claims = claim.Declare("directive",
	claim.Claim{
		Category: "no-reason", Severity: claim.Warning,
		Summary: "the directive gives no reason",
		Test:    "directive/noreason",
	},
	claim.Claim{
		Category: "unused", Severity: claim.Warning,
		Summary: "the directive silences nothing",
		Test:    "directive/a",
	},
	claim.Claim{
		Category: "malformed", Severity: claim.Warning,
		Summary: "the directive is not understood",
		Test:    "directive/a",
	},
)
