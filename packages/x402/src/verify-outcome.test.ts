import { FacilitatorResponseError, FacilitatorTimeoutError, VerifyError } from '@x402/core/types';
import { describe, expect, it } from 'vitest';
import { classifyVerifyAnswer, classifyVerifyError } from './verify-outcome.js';

describe('an answer to verify', () => {
  it('lets the round go on where it is valid', () => {
    expect(classifyVerifyAnswer({ isValid: true, payer: 'x' })).toEqual({ kind: 'verified' });
  });

  it('refuses the payment where it is not valid, by a code of x402 and with a short reason in printable words', () => {
    const answer = { isValid: false, invalidReason: 'insufficient_funds', invalidMessage: `no\nfunds${'!'.repeat(1_000)}` };
    const outcome = classifyVerifyAnswer(answer);
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: 'insufficient_funds',
      words: expect.stringMatching(/^insufficient_funds: no funds!+…$/) as unknown,
    });
    expect(outcome.kind === 'refused' && outcome.words.length).toBe('insufficient_funds: '.length + 301);
    expect(classifyVerifyAnswer({ isValid: false })).toEqual({
      kind: 'refused',
      reason: 'unexpected_verify_error',
      words: 'no reason given',
    });
  });

  it('refuses the payment where its reason is unknown to x402, without repeating it', () => {
    expect(classifyVerifyAnswer({ isValid: false, invalidReason: 'rpc http://10.0.0.7 is down' })).toEqual({
      kind: 'refused',
      reason: 'unexpected_verify_error',
      words: 'rpc http://10.0.0.7 is down',
    });
  });

  it.each([400, 402, 412, 422])('with status %d refuses the payment, whatever it says of its validity', (status) => {
    const refused = { kind: 'refused', reason: 'insufficient_funds', words: 'insufficient_funds' };
    expect(classifyVerifyAnswer({ isValid: false, invalidReason: 'insufficient_funds' }, status)).toEqual(refused);
    expect(classifyVerifyAnswer({ isValid: true, invalidReason: 'insufficient_funds' }, status)).toEqual(refused);
    expect(classifyVerifyAnswer({ error: 'no such path' }, status).kind).toBe('unavailable');
  });

  it.each([401, 403, 404, 408, 429, 500, 502, 503])('with status %d says nothing about the payment', (status) => {
    expect(classifyVerifyAnswer({ isValid: false, invalidReason: 'insufficient_funds' }, status).kind).toBe('unavailable');
  });

  it.each([[null], [undefined], ['true'], [{}], [{ isValid: 'true' }], [[true]]])(
    'says nothing about the payment where it is malformed (%j)',
    (answer) => {
      expect(classifyVerifyAnswer(answer)).toEqual({ kind: 'unavailable', words: 'malformed answer' });
    },
  );
});

describe('a verify that fails', () => {
  const refusal = { isValid: false, invalidReason: 'bad_memo', invalidMessage: 'of another request' };

  it.each([400, 402, 412, 422])('with status %d and an answer refuses the payment', (status) => {
    expect(classifyVerifyError(new VerifyError(status, refusal))).toEqual({
      kind: 'refused',
      reason: 'unexpected_verify_error',
      words: 'bad_memo: of another request',
    });
  });

  it.each([401, 403, 404, 408, 429, 500, 502, 503])('with status %d says nothing about the payment', (status) => {
    expect(classifyVerifyError(new VerifyError(status, refusal)).kind).toBe('unavailable');
  });

  it.each<[string, unknown, string]>([
    ['a time-out', new FacilitatorTimeoutError('verify', 5_000), 'timed out after 5000ms'],
    ['no JSON', new FacilitatorResponseError('Facilitator verify returned invalid JSON'), 'invalid JSON'],
    ['a broken connection', new TypeError('fetch failed', { cause: new Error('socket hang up') }), 'fetch failed (socket hang up)'],
    ['whatever else', 'thrown text', 'failed'],
  ])('with %s says nothing about the payment', (_, error, reason) => {
    expect(classifyVerifyError(error)).toEqual({ kind: 'unavailable', words: expect.stringContaining(reason) as unknown });
  });
});
