package typed

import (
	"context"

	certificatesv1 "k8s.io/api/certificates/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	certificates "k8s.io/client-go/kubernetes/typed/certificates/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// approve adds a condition that only one endpoint takes: the server puts back those that approve or deny elsewhere.
func approve(ctx context.Context, csrs certificates.CertificateSigningRequestInterface, name string) error {
	csr, err := csrs.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	csr.Status.Conditions = append(csr.Status.Conditions, certificatesv1.CertificateSigningRequestCondition{Type: certificatesv1.CertificateApproved})
	_, err = csrs.Update(ctx, csr, metav1.UpdateOptions{}) // want `Update does not store the status of csr \(CertificateSigningRequest has the status subresource\): the change at line 18 is dropped; use UpdateApproval$`
	return err
}

func approveRight(ctx context.Context, csrs certificates.CertificateSigningRequestInterface, name string) error {
	csr, err := csrs.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	csr.Status.Conditions = append(csr.Status.Conditions, certificatesv1.CertificateSigningRequestCondition{Type: certificatesv1.CertificateApproved})
	_, err = csrs.UpdateApproval(ctx, csr.Name, csr, metav1.UpdateOptions{})
	return err
}

// approveAny does so with controller-runtime's client.
func approveAny(ctx context.Context, c client.Client, key client.ObjectKey) error {
	csr := &certificatesv1.CertificateSigningRequest{}
	if err := c.Get(ctx, key, csr); err != nil {
		return err
	}
	csr.Status.Conditions = append(csr.Status.Conditions, certificatesv1.CertificateSigningRequestCondition{Type: certificatesv1.CertificateApproved})
	return c.Update(ctx, csr) // want `the change at line 39 is dropped; use SubResource\("approval"\)\.Update$`
}

// sign stores the certificate, which is another part of the status.
func sign(ctx context.Context, c client.Client, csr *certificatesv1.CertificateSigningRequest) error {
	csr.Status.Certificate = []byte("signed")
	return c.Update(ctx, csr) // want `the change at line 45 is dropped; use Status\(\)\.Update$`
}
