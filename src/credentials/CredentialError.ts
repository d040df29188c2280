/** The reasons for refusing a credential, an answer or a list. Codes are only added. */
export const credentialCodes = [
  // Form of the input
  'input_too_large',
  'input_unreadable',
  'base64url_malformed',
  'cbor_malformed',
  'cbor_limit_exceeded',
  'json_malformed',
  'json_limit_exceeded',
  'json_member_duplicate',
  'json_member_forbidden',
  'jws_malformed',
  'cose_malformed',
  'header_critical',
  'header_type',
  'algorithm_unsupported',
  'algorithm_mismatch',
  'key_malformed',
  // Certificates
  'certificate_missing',
  'certificate_malformed',
  'certificate_untrusted',
  'certificate_self_signed',
  'certificate_signature_invalid',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_not_ca',
  'certificate_not_end_entity',
  'certificate_key_usage',
  'certificate_extended_key_usage',
  'certificate_critical_extension',
  'certificate_name_constraint',
  'certificate_path_length',
  'certificate_revoked',
  'crl_malformed',
  'crl_signature_invalid',
  'crl_expired',
  // The credential
  'version_unsupported',
  'issuer_signature_invalid',
  'issuer_type_not_allowed',
  'issuer_country_mismatch',
  'type_mismatch',
  'validity_malformed',
  'credential_expired',
  'credential_not_yet_valid',
  'digest_algorithm_unsupported',
  'digest_mismatch',
  'digest_duplicate',
  'element_duplicate',
  'element_malformed',
  'salt_too_short',
  'claim_malformed',
  'disclosure_malformed',
  'disclosure_duplicate',
  'disclosure_unreferenced',
  'disclosure_reserved_name',
  'disclosure_hides_claim',
  // The device of the holder
  'session_missing',
  'session_malformed',
  'device_key_missing',
  'device_authentication_missing',
  'device_mac_unsupported',
  'device_signature_invalid',
  'device_element_unauthorized',
  'key_binding_missing',
  'key_binding_signature_invalid',
  'key_binding_nonce',
  'key_binding_audience',
  'key_binding_time',
  'key_binding_hash',
  // The answer of a wallet
  'response_malformed',
  'response_status',
  'response_wallet_error',
  'response_protocol',
  'response_decryption',
  'document_missing',
  'document_duplicate',
  'document_conflict',
  'query_unknown',
  'query_unanswered',
  'claim_missing',
  'claim_not_requested',
  // Revocation and trust lists
  'status_list_malformed',
  'status_list_subject',
  'status_list_expired',
  'status_list_index',
  'status_list_signature_invalid',
  'status_revoked',
  'status_suspended',
  'trust_list_malformed',
  'trust_list_signature_invalid',
] as const;

export type CredentialCode = (typeof credentialCodes)[number];

/** A credential, an answer or a list was refused. `message` is for an operator, never for the person's page. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly code: CredentialCode;

  constructor(code: CredentialCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Asserts that a condition holds. @throws {CredentialError} otherwise. */
export function ensure(condition: unknown, code: CredentialCode, message: string): asserts condition {
  if (!condition) throw new CredentialError(code, message);
}
