import { nodeErrors, parseNodeErrorBody, type NodeErrorCode } from '@oracle-gateway/node-api';
import { describe, expect, it } from 'vitest';
import { errorAnswer, NodeError, SourceError } from './node-error.js';

describe('errorAnswer', () => {
  it.each(Object.keys(nodeErrors) as NodeErrorCode[])('%s has the status of the table and a body of the contract', (code) => {
    const { status, body } = errorAnswer(new NodeError(code));
    expect(status).toBe(nodeErrors[code].status);
    expect(parseNodeErrorBody(body)).toEqual({ error: nodeErrors[code].meaning, code });
  });

  it('tells step and status of a failed source', () => {
    const { status, body } = errorAnswer(new SourceError('fetch', 'the source answered 500', 500));
    expect(status).toBe(502);
    expect(parseNodeErrorBody(body)).toEqual({
      error: 'the source answered 500',
      code: 'upstream_failure',
      step: 'fetch',
      upstreamStatus: 500,
    });
    expect(errorAnswer(new SourceError('pack', 'x')).body).toEqual({ error: 'x', code: 'upstream_failure', step: 'pack' });
  });

  it('tells the broken rule where there is one, and leaves the terms of a source out where they must stay', () => {
    const error = new SourceError('select', 'x', undefined, 'words', { rule: 'nothing_selected', matched: '$.a' });
    const body = { error: 'x', code: 'upstream_failure', step: 'select', rule: 'nothing_selected', matched: '$.a' };
    expect(parseNodeErrorBody(errorAnswer(error).body)).toEqual({ ...body, terms: 'words' });
    expect(parseNodeErrorBody(errorAnswer(error.withoutTerms()).body)).toEqual(body);
  });

  it.each([new Error('secret key 0xabc at /etc/keys'), 'text', undefined, null])('tells nothing about %j', (error) => {
    expect(errorAnswer(error)).toEqual({ status: 500, body: { error: nodeErrors.internal.meaning, code: 'internal' } });
  });
});
