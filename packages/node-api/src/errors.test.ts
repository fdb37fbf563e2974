import { ContractError } from '@oracle-gateway/contract';
import { describe, expect, it } from 'vitest';
import { nodeErrors, parseNodeErrorBody } from './errors.js';

describe('node errors', () => {
  it.each(Object.entries(nodeErrors))('%s has an error status and fits the error body', (code, { status, meaning }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(parseNodeErrorBody({ error: meaning, code })).toEqual({ error: meaning, code });
  });

  it('carries step and upstream status of a failed source', () => {
    const body = { error: 'the source answered 402', code: 'upstream_failure', step: 'fetch', upstreamStatus: 402 };
    expect(parseNodeErrorBody(body)).toEqual(body);
  });

  it('carries the terms of a source that asks for payment', () => {
    const body = { error: 'the source is paywalled', code: 'upstream_failure', step: 'fetch', upstreamStatus: 402, terms: '{}' };
    expect(parseNodeErrorBody(body)).toEqual(body);
  });

  it('carries the rule that a dry run found broken, and how far the path matched', () => {
    const body = { error: 'x', code: 'upstream_failure', step: 'select', rule: 'nothing_selected', matched: '$.data' };
    expect(parseNodeErrorBody(body)).toEqual(body);
  });

  it.each([
    { error: 'x', code: 'upstream_failure', rule: 'Odd' },
    { error: 'x', code: 'upstream_failure', rule: 'x'.repeat(41) },
    { error: 'x', code: 'upstream_failure', matched: '' },
    { error: 'x', code: 'upstream_failure', matched: `$${'x'.repeat(1_024)}` },
    { error: 'x', code: 'upstream_failure', terms: '' },
    { error: 'x', code: 'upstream_failure', terms: 'x'.repeat(1_025) },
    { error: 'x', code: 'teapot' },
    { error: 'x' },
    { code: 'internal' },
    { error: 'x'.repeat(1_025), code: 'internal' },
    { error: 'x', code: 'upstream_failure', step: 'guess' },
    { error: 'x', code: 'upstream_failure', upstreamStatus: 99 },
    { error: 'x', code: 'internal', cause: 'stack' },
  ])('refuses %j', (body) => {
    expect(() => parseNodeErrorBody(body)).toThrow(ContractError);
  });
});
