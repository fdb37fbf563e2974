import { ClientUsageError, GatewayError, TransportError, UnknownOutcomeError, VerificationError } from '@oracle-gateway/client';
import { NotOfferedError } from '@oracle-gateway/client/subscriber';
import { describe, expect, it } from 'vitest';
import { DeclinedError } from '../spending/question.js';
import { explainFailure } from './explain-failure.js';

describe('explainFailure', () => {
  it('calls an answer that does not verify refused, and gives the reason', () => {
    const failure = explainFailure(new VerificationError('not_signed', 'the nodes of the registry did not sign this (bad_signature)'));
    expect(failure).toMatchObject({ kind: 'refused', title: 'Refused', code: 'not_signed' });
    expect(failure.detail).toMatch(/^The nodes on the ledger did not sign this value\. The nodes .*\.$/);
  });

  it('names the party that does not answer', () => {
    expect(explainFailure(new TransportError('gateway', 'no answer')).title).toBe('The gateway does not answer');
    expect(explainFailure(new TransportError('ledger', 'no answer')).title).toBe('The ledger does not answer');
    const unsent = explainFailure(new TransportError('gateway', 'cannot reach it', { sent: 'nothing' }));
    const unread = explainFailure(new TransportError('ledger', 'cannot reach it', { sent: 'nothing' }));
    expect(unread.detail).toBe('Cannot reach it. Try again later.');
    expect(unsent.detail).toBe('Cannot reach it. Nothing was sent, and nothing is charged. Try again later.');
  });

  it('leads to the account where a change of it mends the refusal, and nowhere else', () => {
    const refusal = { message: 'no', status: 403, body: {} };
    expect(
      ['subscription_expired', 'sign_in_not_authorised', 'rate_limited'].map(
        (code) => explainFailure(new GatewayError({ ...refusal, code })).isOfAccount,
      ),
    ).toEqual([true, true, undefined]);
  });

  it('tells what the ledger does not allow, and that nothing was signed', () => {
    expect(explainFailure(new NotOfferedError('key', 'holds $0.00; send it tokens'))).toMatchObject({
      title: 'Not possible now',
      detail: 'Key: holds $0.00; send it tokens. Nothing was signed.',
      code: 'not_offered',
    });
  });

  it('has the id that the operator finds a refusal by', () => {
    const refusal = { code: 'rate_limited', message: 'too many requests', status: 429, requestId: 'abc', body: {} };
    expect(explainFailure(new GatewayError(refusal))).toEqual({
      kind: 'failed',
      title: 'The gateway refused',
      detail: 'Too many requests.',
      code: 'rate_limited',
      requestId: 'abc',
    });
  });

  it('tells a failed source with how far the path matches, what to do, the button to press, and the page about it', () => {
    const docUrl = 'https://gateway.test/docs/errors/upstream_failure';
    const refusal = {
      code: 'upstream_failure',
      message: 'the source failed',
      status: 503,
      docUrl,
      body: { matched: '$.data', hint: 'Compare it.' },
    };
    expect(explainFailure(new GatewayError(refusal))).toEqual({
      kind: 'failed',
      title: 'The gateway refused',
      detail: 'The source failed.',
      code: 'upstream_failure',
      advice: ['The answer matches up to $.data.', 'Compare it.', 'The button “Try the source” shows for free what each node sees.'],
      docUrl,
    });
  });

  it('repeats what a wallet says of its refusal', () => {
    const cause = new Error('User rejected the request');
    const failure = explainFailure(new ClientUsageError('signer', 'did not sign', { cause }));
    expect(failure).toMatchObject({ title: 'The wallet did not sign', detail: 'It says: User rejected the request.' });
  });

  it('tells a visitor who declined from a transfer that failed', () => {
    const declined = new ClientUsageError('fund', 'failed', { cause: new DeclinedError() });
    expect(explainFailure(declined)).toMatchObject({ title: 'Not paid', code: 'declined' });
    const refused = new ClientUsageError('fund', 'failed', {
      cause: new ClientUsageError('fund', 'the ledger refused the transfer: no funds'),
    });
    expect(explainFailure(refused)).toMatchObject({ title: 'Not sent', detail: 'Fund: the ledger refused the transfer: no funds.' });
  });

  it('keeps the id of a round whose outcome is unknown', () => {
    expect(explainFailure(new UnknownOutcomeError({ roundId: 'abc' })).detail).toMatch(/ abc$/);
  });

  it('takes any other error for one of the page', () => {
    expect(explainFailure('oops')).toEqual({ kind: 'failed', title: 'An error of this page', detail: '', code: 'page' });
  });
});
