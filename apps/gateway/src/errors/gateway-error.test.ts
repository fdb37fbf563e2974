import { type ErrorCode, type ErrorEntry, errorTable } from '@oracle-gateway/gateway-api/errors';
import { describe, expect, it } from 'vitest';
import { GatewayError } from './gateway-error.js';
import { errorAnswer } from '../http/error-answer.js';

const rows = Object.entries<ErrorEntry>(errorTable) as [ErrorCode, ErrorEntry][];

describe('the error table', () => {
  it.each(rows)('%s: a 400 begins "validation failed", and a scope is told', (code, rule) => {
    if (rule.status === 400) expect(rule.message).toBe('validation failed');
    const answer = errorAnswer(new GatewayError(code));
    expect(answer).toMatchObject({ status: rule.status, body: { error: rule.message, code } });
    expect(answer.body['scope']).toBe(rule.scope);
    expect(answer.body).not.toHaveProperty('authorization');
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
    expect(errorAnswer(error).body).toEqual({
      error: error.message,
      code: 'stale_registry_version',
      registryVersion: 2,
      docUrl: '/docs/errors/stale_registry_version',
    });
    const { body } = errorAnswer(error, { publicOrigin: 'https://oracle.example' });
    expect(body['docUrl']).toBe('https://oracle.example/docs/errors/stale_registry_version');
  });

  it('says that the authorization is unused where its round is given back, until it turns out that it is not', () => {
    const error = new GatewayError('node_share_used', { detail: 'observe' }).givenBack(true);
    expect(error.rule.authorization).toBe('unused');
    expect(errorAnswer(error.about('round'))).toMatchObject({
      status: 503,
      body: { code: 'node_share_used', scope: 'nodes', authorization: 'unused', roundId: 'round' },
      headers: { 'Retry-After': '2' },
    });
    const spent = error.givenBack(false);
    expect(spent.rule.authorization).toBe('spent');
    expect(errorAnswer(spent).body).not.toHaveProperty('authorization');
  });

  it('about a round, it keeps everything else and names the round in body and header', () => {
    const answer = errorAnswer(new GatewayError('node_timeout', { detail: 'observe' }).about('round'));
    expect(answer.body).toEqual({
      error: 'the nodes took too long: observe',
      code: 'node_timeout',
      roundId: 'round',
      docUrl: '/docs/errors/node_timeout',
    });
    expect(answer.headers['X-Round-Id']).toBe('round');
  });
});
