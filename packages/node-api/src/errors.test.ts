import { ContractError } from '@oracle-gateway/contract';
import { describe, expect, it } from 'vitest';
import { nodeErrors, parseNodeErrorBody, SOURCE_RULES } from './errors.js';

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

  it('carries the rule that a source broke, how far the path matched, and which source it is', () => {
    const body = { error: 'x', code: 'upstream_failure', step: 'select', rule: 'nothing_selected', matched: '$.data', place: 31 };
    expect(parseNodeErrorBody(body)).toEqual(body);
  });

  it('takes a rule that a later version names, of the form of a rule', () => {
    const body = { error: 'x', code: 'upstream_failure', step: 'select', rule: 'of_tomorrow_2' };
    expect(parseNodeErrorBody(body)).toEqual(body);
    for (const rule of SOURCE_RULES) expect(parseNodeErrorBody({ ...body, rule })).toEqual({ ...body, rule });
  });

  it.each([
    { error: 'x', code: 'upstream_failure', rule: '' },
    { error: 'x', code: 'upstream_failure', rule: 'Text of a source' },
    { error: 'x', code: 'upstream_failure', rule: 'x'.repeat(41) },
    { error: 'x', code: 'upstream_failure', place: 32 },
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
