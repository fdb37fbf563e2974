import { FacilitatorResponseError, FacilitatorTimeoutError, SettleError, type SettleResponse } from '@x402/core/types';
import { describe, expect, it } from 'vitest';
import { classifySettleAnswer, classifySettleError } from './settle-outcome.js';

const SIGNATURE = '5'.repeat(87);
const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
function failure(errorReason: string, transaction = ''): SettleResponse {
  return { success: false, errorReason, transaction, network };
}

describe('an answer to settle', () => {
  it('has settled where it names a signature', () => {
    expect(classifySettleAnswer({ success: true, transaction: SIGNATURE, network, payer: 'x' })).toEqual({
      kind: 'settled',
      signature: SIGNATURE,
    });
  });

  it.each(['', 'abc', '0x' + 'ab'.repeat(64), 5, undefined])('of success with %j for a signature is uncertain', (transaction) => {
    expect(classifySettleAnswer({ success: true, transaction, network })).toMatchObject({ kind: 'uncertain', signature: null });
  });

  it.each([
    'invalid_exact_svm_transaction_simulation_failed',
    'invalid_exact_svm_payload_memo_mismatch',
    'invalid_exact_svm_payload_amount_mismatch',
    'invalid_exact_svm_payload_signature_invalid',
  ])('of failure by %s, which comes before the broadcast, has put nothing on the ledger', (reason) => {
    expect(classifySettleAnswer(failure(reason))).toEqual({ kind: 'not-broadcast', reason, words: reason });
    expect(classifySettleAnswer(failure(reason, SIGNATURE))).toMatchObject({ kind: 'uncertain', signature: SIGNATURE });
  });

  it('of duplicate_settlement tells of another call', () => {
    expect(classifySettleAnswer(failure('duplicate_settlement'))).toEqual({
      kind: 'duplicate',
      reason: 'duplicate_settlement',
      words: 'duplicate_settlement',
    });
  });

  it.each([
    'invalid_exact_svm_transaction_failed',
    'settlement_pending',
    'post_settlement_transfer_not_confirmed',
    'unexpected_settle_error',
  ])('of failure by %s is uncertain, with and without a signature', (reason) => {
    expect(classifySettleAnswer(failure(reason))).toEqual({ kind: 'uncertain', signature: null, reason, words: reason });
    expect(classifySettleAnswer(failure(reason, SIGNATURE))).toMatchObject({ kind: 'uncertain', signature: SIGNATURE });
  });

  it('of failure by a reason that x402 does not know is uncertain, and its words are for the log', () => {
    const answer = { ...failure('never_heard_of'), errorMessage: 'at 10.0.0.7' };
    expect(classifySettleAnswer(answer)).toEqual({
      kind: 'uncertain',
      signature: null,
      reason: 'unexpected_settle_error',
      words: 'never_heard_of: at 10.0.0.7',
    });
  });

  it.each([400, 402, 409, 422])('of failure before the broadcast says so with status %d too', (status) => {
    expect(classifySettleAnswer(failure('invalid_exact_svm_payload_memo_mismatch'), status).kind).toBe('not-broadcast');
    expect(classifySettleAnswer(failure('duplicate_settlement'), status).kind).toBe('duplicate');
    expect(classifySettleAnswer({ success: true, transaction: SIGNATURE, network }, status).kind).toBe('uncertain');
  });

  it.each([500, 502, 503])('of anything with status %d is uncertain', (status) => {
    for (const answer of [failure('invalid_exact_svm_payload_memo_mismatch'), failure('duplicate_settlement'), undefined]) {
      expect(classifySettleAnswer(answer, status)).toMatchObject({ kind: 'uncertain', signature: null });
    }
    expect(classifySettleAnswer(failure('timeout', SIGNATURE), status)).toMatchObject({ kind: 'uncertain', signature: SIGNATURE });
  });

  it('of success that names an error is uncertain', () => {
    const answer = { success: true, transaction: SIGNATURE, errorReason: 'settlement_pending' };
    expect(classifySettleAnswer(answer)).toMatchObject({ kind: 'uncertain', signature: SIGNATURE, reason: 'settlement_pending' });
  });
});

describe('a settle that fails', () => {
  it.each<[string, unknown]>([
    ['a time-out', new FacilitatorTimeoutError('settle', 15_000)],
    ['no JSON', new FacilitatorResponseError('Facilitator settle returned invalid JSON')],
    ['a status without an answer', new Error('Facilitator settle failed (503): <html>')],
    ['a connection that broke', new TypeError('fetch failed', { cause: Object.assign(new Error('read'), { code: 'ECONNRESET' }) })],
    ['status 500 and an answer', new SettleError(500, failure('invalid_exact_svm_payload_memo_mismatch'))],
    ['whatever else', undefined],
  ])('with %s is uncertain', (_, error) => {
    expect(classifySettleError(error)).toMatchObject({ kind: 'uncertain', signature: null });
  });

  it('keeps the signature that an answer of status 500 names', () => {
    expect(classifySettleError(new SettleError(500, failure('timeout', SIGNATURE)))).toMatchObject({
      kind: 'uncertain',
      signature: SIGNATURE,
    });
  });

  it('with an answer of status 4xx is what the answer says', () => {
    expect(classifySettleError(new SettleError(400, failure('invalid_exact_svm_payload_memo_mismatch'))).kind).toBe('not-broadcast');
    expect(classifySettleError(new SettleError(409, failure('duplicate_settlement'))).kind).toBe('duplicate');
    expect(classifySettleError(new SettleError(400, failure('bad_day'))).kind).toBe('uncertain');
  });

  it('because the connection was refused has reached no server', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
    expect(classifySettleError(new TypeError('fetch failed', { cause: refused }))).toEqual({
      kind: 'not-broadcast',
      reason: 'the facilitator could not be reached',
      words: 'fetch failed (connect ECONNREFUSED 127.0.0.1:9)',
    });
  });
});
