import { expect, it } from 'vitest';
import { OutboxTlsError } from '../records/errors.js';
import { tlsError } from './tls-error.js';

function withCode(code: unknown): Error {
  return Object.assign(new Error('handshake'), { code });
}

it.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'redis.tls_ca_path'],
  ['CERT_HAS_EXPIRED', 'renew it'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'for another host'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'set redis.tls_certificate_path'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'check redis.tls_certificate_path'],
])('%s says what to do', (code, advice) => {
  const told = tlsError(withCode(code));
  expect(told).toBeInstanceOf(OutboxTlsError);
  expect(told).toMatchObject({ code, message: expect.stringContaining(advice) as string });
});

it.each([withCode('ECONNREFUSED'), withCode('constructor'), withCode(7), new Error('closed'), 'CERT_HAS_EXPIRED'])(
  'other trouble stays what it is: %s',
  (error) => expect(tlsError(error)).toBeUndefined(),
);
