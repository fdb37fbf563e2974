import { type ErrorCode, type ErrorEntry, errorTable } from '@oracle-gateway/gateway-api/errors';
import { describe, expect, it } from 'vitest';
import { GatewayError } from './gateway-error.js';
import { errorAnswer } from '../http/error-answer.js';

const rows = Object.entries<ErrorEntry>(errorTable) as [ErrorCode, ErrorEntry][];

describe('the error table', () => {
  it.each(rows)('%s: a 400 begins "validation failed", and only an unused authorization is invited to retry', (code, rule) => {
    if (rule.status === 400) expect(rule.message).toBe('validation failed');
    if (rule.retryAfterSeconds !== undefined) expect([rule.status, rule.authorization]).toEqual([503, 'unused']);
    const answer = errorAnswer(new GatewayError(code));
    expect(answer).toMatchObject({ status: rule.status, body: { error: rule.message, code } });
    expect(answer.headers['Retry-After']).toBe(rule.retryAfterSeconds === undefined ? undefined : String(rule.retryAfterSeconds));
  });
});

describe('GatewayError', () => {
  it('carries the detail in its message, the cause outside of it, and members in the body', () => {
    const error = new GatewayError('stale_registry_version', {
      detail: 'registryVersion: old',
      members: { registryVersion: 2 },
      cause: 'inner',
    });
    expect(error.message).toBe('validation failed: registryVersion: old');
    expect(errorAnswer(error).body).toEqual({ error: error.message, code: 'stale_registry_version', registryVersion: 2 });
  });

  it('about a round, it keeps everything else and names the round in body and header', () => {
    const answer = errorAnswer(new GatewayError('node_timeout', { detail: 'observe' }).about('round'));
    expect(answer.body).toEqual({ error: 'the nodes took too long: observe', code: 'node_timeout', roundId: 'round' });
    expect(answer.headers['X-Round-Id']).toBe('round');
  });
});
