package directive

import "github.com/k8slint/k8slint/internal/claim"

// Claims are what the findings of this analyzer say: nothing of Kubernetes.
var Claims = claim.Declare("directive",
	claim.Claim{
		Category: "no-reason", Severity: claim.Warning,
		Summary: "the directive gives no reason",
		ByHand:  "After a second //, say why the finding is safe. Only you know the reason.",
		Test:    "directive/noreason",
	},
	claim.Claim{
		Category: "unused", Severity: claim.Warning,
		Summary: "the directive silences nothing",
		ByHand:  "Delete the comment. There is no edit because it may belong to another linter too.",
		Test:    "directive/a",
	},
	claim.Claim{
		Category: "malformed", Severity: claim.Warning,
		Summary: "the directive is not understood",
		ByHand:  "Write the name of an analyzer, as in //nolint:cachemutate // reason, with no blank before nolint.",
		Test:    "directive/a",
	},
)
