import { FacilitatorResponseError, FacilitatorTimeoutError, VerifyError } from '@x402/core/types';
import { describe, expect, it } from 'vitest';
import { classifyVerifyAnswer, classifyVerifyError } from './verify-outcome.js';

describe('an answer to verify', () => {
  it('that is valid lets the round go on', () => {
    expect(classifyVerifyAnswer({ isValid: true, payer: 'x' })).toEqual({ kind: 'verified' });
  });

  it('that is not valid refuses the payment, and says why in short and printable words', () => {
    const answer = { isValid: false, invalidReason: 'insufficient_funds', invalidMessage: `no\nfunds${'!'.repeat(1_000)}` };
    const outcome = classifyVerifyAnswer(answer);
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: 'insufficient_funds',
      message: expect.stringMatching(/^no funds!+…$/) as unknown,
    });
    expect(outcome.kind === 'refused' && outcome.message?.length).toBe(301);
    expect(classifyVerifyAnswer({ isValid: false })).toEqual({ kind: 'refused', reason: 'no reason given', message: null });
  });

  it.each([[null], [undefined], ['true'], [{}], [{ isValid: 'true' }], [[true]]])(
    'that is none (%j) says nothing about the payment',
    (answer) => {
      expect(classifyVerifyAnswer(answer)).toEqual({ kind: 'unavailable', reason: 'malformed answer' });
    },
  );
});

describe('a verify that fails', () => {
  const refusal = { isValid: false, invalidReason: 'bad_memo', invalidMessage: 'of another request' };

  it.each([400, 402, 412, 422])('with status %d and an answer refuses the payment', (status) => {
    expect(classifyVerifyError(new VerifyError(status, refusal))).toEqual({
      kind: 'refused',
      reason: 'bad_memo',
      message: 'of another request',
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
    expect(classifyVerifyError(error)).toEqual({ kind: 'unavailable', reason: expect.stringContaining(reason) as unknown });
  });
});
