import { describeFailure, EXIT_CODE_MEANINGS, EXIT_CODES } from '@oracle-gateway/caller/command';
import { UsageError } from '@oracle-gateway/caller/settings';
import {
  ClientUsageError,
  GatewayError,
  SpendingLimitError,
  TransportError,
  UnknownOutcomeError,
  VerificationError,
} from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';

import { describeClientError } from './failure.js';

function refusal(code: string, rest: Partial<ConstructorParameters<typeof GatewayError>[0]> = {}): GatewayError {
  return new GatewayError({ code, message: 'it may not', status: 403, body: {}, ...rest });
}

describe('a failure', () => {
  it.each([
    ['UsageError', new UsageError('--key', 'is required'), 2, 'usage'],
    ['ClientUsageError', new ClientUsageError('quorum', 'must be smaller'), 2, 'usage'],
    ['SpendingLimitError', new SpendingLimitError(2n, 1n), 3, 'spending_limit'],
    ['VerificationError', new VerificationError('not_signed', 'no'), 4, 'verification_failed'],
    ['TransportError', new TransportError('gateway', 'no answer'), 5, 'transport'],
    ['UnknownOutcomeError', new UnknownOutcomeError({ roundId: 'R' }), 6, 'unknown_outcome'],
    ['TypeError', new TypeError('a bug'), 1, 'internal'],
    ['a value', 'thrown', 1, 'internal'],
  ])('%s has its exit code', async (_name, error, exitCode, code) => {
    expect(await describeFailure(error, { describe: describeClientError, isInterrupted: false })).toMatchObject({
      exitCode,
      json: { error: { code, exitCode } },
    });
  });

  it.each([
    ['gateway', '--gateway'],
    ['ledger', '--rpc'],
  ] as const)('to reach the %s says that nothing was sent, and which flag names another', async (peer, flag) => {
    const error = new TransportError(peer, `cannot reach the ${peer} at http://127.0.0.1:9 (connection refused)`, { sent: 'nothing' });
    const { exitCode, text, json } = await describeFailure(error, { describe: describeClientError, isInterrupted: false });
    expect(exitCode).toBe(5);
    expect(text).toBe(`cannot reach the ${peer} at http://127.0.0.1:9 (connection refused): is it running? ${flag} names another`);
    expect(json.error).toMatchObject({ code: 'transport', peer, sent: 'nothing' });
  });

  it("of a gateway's code that is not known may have been paid for", async () => {
    expect(await describeFailure(refusal('of_tomorrow'), { describe: describeClientError, isInterrupted: false })).toMatchObject({
      exitCode: 6,
    });
  });

  it('by a gateway has its code, its round, its request and the time to wait', async () => {
    const error = refusal('duplicate_round', { status: 409, roundId: 'Round1', requestId: 'Request1', retryAfterMs: 1_200 });
    const { exitCode, text, json } = await describeFailure(error, { describe: describeClientError, isInterrupted: false });
    expect(exitCode).toBe(3);
    expect(text.split('\n')).toEqual([
      'the gateway refused: it may not (duplicate_round)',
      '  the gateway asks to wait 2 s',
      '  round Round1: nothing was paid; the next request needs a new timestamp',
      '  request Request1',
    ]);
    expect(json.error).toMatchObject({
      code: 'duplicate_round',
      status: 409,
      authorization: 'spent',
      roundId: 'Round1',
      requestId: 'Request1',
    });
  });

  it('after Ctrl-C is an interruption, unless money may have moved', async () => {
    expect(await describeFailure(new Error('aborted'), { describe: describeClientError, isInterrupted: true })).toMatchObject({
      exitCode: 130,
    });
    expect(
      await describeFailure(new UnknownOutcomeError({ roundId: 'R' }), { describe: describeClientError, isInterrupted: true }),
    ).toMatchObject({ exitCode: 6 });
  });

  it('has an exit code that the help explains', () => {
    expect(EXIT_CODE_MEANINGS.map(([code]) => code)).toEqual(Object.values(EXIT_CODES));
  });
});
