import { OutboxTlsError } from '../records/errors.js';

const UNKNOWN_AUTHORITY =
  'the certificate of the server is not from a known authority; name the file of its authority in redis.tls_ca_path';
const OLD = 'the certificate of the server is not valid today; renew it, or correct the clock of this machine';
const CLIENT_REFUSED = 'the server refuses the certificate of this process; check redis.tls_certificate_path and redis.tls_key_path';

/** Advice for each reason of TLS that trying again does not change. */
const ADVICE: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_UNTRUSTED: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: OLD,
  CERT_NOT_YET_VALID: OLD,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the server is for another host; name the server in the location as the certificate does',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    'the server asks for a certificate of this process; set redis.tls_certificate_path and redis.tls_key_path',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: CLIENT_REFUSED,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: CLIENT_REFUSED,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: CLIENT_REFUSED,
};

/** The error for an operator; undefined for any other trouble. */
export function tlsError(error: unknown): OutboxTlsError | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const advice = Object.hasOwn(ADVICE, error.code) ? ADVICE[error.code] : undefined;
  return advice === undefined ? undefined : new OutboxTlsError(error.code, advice);
}
