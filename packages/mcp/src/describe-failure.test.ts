import { UsageError } from '@oracle-gateway/caller/settings';
import {
  ClientUsageError,
  type ErrorCode,
  GatewayError,
  SpendingLimitError,
  TransportError,
  VerificationError,
} from '@oracle-gateway/client';
import { errorRules } from '@oracle-gateway/gateway-api/errors';
import { describe, expect, it } from 'vitest';

import { TooManyCallsError } from './call-limit.js';
import { describeToolFailure } from './describe-failure.js';
import { NoLatestValueError } from './tools/get-latest.js';
import { SpendingRefusedError } from './spending/spending-limits.js';

const CALLS = /\b(?:[Cc]all (?:find_feeds|simulate_source|get_[a-z]+)|Do not repeat)\b/;
const OF_A_SHELL = /\bnpx\b|\bnpm\b|oracle-gateway |\B--[a-z]/;

function refused(code: string): GatewayError {
  return new GatewayError({ code, message: 'refused', status: 400, body: {} });
}

describe('what a model does after a failure', () => {
  it.each(Object.keys(errorRules) as ErrorCode[])('is a call of a tool, or no further call, after the refusal %s', (code) => {
    const { next } = describeToolFailure(refused(code), 'get_value');
    expect(next).toMatch(CALLS);
    expect(next).not.toMatch(OF_A_SHELL);
  });

  it.each([
    new UsageError('feed', 'must be a feed'),
    new UsageError('source.url', 'must be https'),
    new UsageError('--account', 'session needs a sign-in: run oracle-gateway login'),
    new ClientUsageError('quorum', 'must be at most 5'),
    new SpendingLimitError(2n, 1n),
    new SpendingRefusedError('day', 0n),
    new TooManyCallsError(8),
    new NoLatestValueError(),
    new TransportError('gateway', 'cannot reach it', { sent: 'nothing' }),
    new TransportError('ledger', 'cut'),
    new VerificationError('not_signed', 'the nodes did not sign this'),
    new Error('of the server'),
  ])('is a call of a tool, or no further call, and no command of a shell: %#', (error) => {
    const { what, next } = describeToolFailure(error, 'get_values');
    expect(next).toMatch(CALLS);
    for (const text of [what, next]) expect(text).not.toMatch(OF_A_SHELL);
  });

  it('names the tool that failed where the same call may be repeated', () => {
    expect(describeToolFailure(new TransportError('ledger', 'cut'), 'get_values').next).toContain('Call get_values again');
  });

  it('begins with a search where the feed is unknown', () => {
    expect(describeToolFailure(new UsageError('feed', 'must be a feed'), 'get_value').next).toMatch(/^Call find_feeds/);
  });
});
