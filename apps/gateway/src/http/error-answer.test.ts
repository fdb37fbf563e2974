import { LedgerUnavailableError, ProtocolNotInitialisedError } from '@oracle-gateway/ledger';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors/gateway-error.js';
import { errorAnswer, toGatewayError } from './error-answer.js';

describe('toGatewayError', () => {
  it.each([
    [new LedgerUnavailableError('getAccountInfo', 'timed out'), 'ledger_unavailable'],
    [new ProtocolNotInitialisedError('registry'), 'ledger_unavailable'],
    [new TypeError('inner'), 'internal'],
    ['a thrown text', 'internal'],
    [undefined, 'internal'],
  ])('%s becomes %s, with the cause kept for the log', (error, code) => {
    const refusal = toGatewayError(error);
    expect([refusal.code, refusal.cause]).toEqual([code, error]);
  });

  it('leaves a GatewayError as it is', () => {
    const error = new GatewayError('not_found');
    expect(toGatewayError(error)).toBe(error);
  });

  it('never tells the cause', () => {
    const answer = errorAnswer(toGatewayError(new Error('inner detail')));
    expect(JSON.stringify(answer)).not.toContain('inner');
  });
});
