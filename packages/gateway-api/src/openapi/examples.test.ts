import { createParser } from '@oracle-gateway/contract';
import vectors from '@oracle-gateway/vectors/api-examples.json' with { type: 'json' };
import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { ErrorBody } from '../error-body.js';
import { errorTable } from '../errors.js';
import { exampleIndex, exampleList } from '../example-lists.js';
import { EXAMPLE_PUBLICATION } from '../example-feeds.js';
import {
  EXAMPLE_DEPLOYMENT,
  EXAMPLE_GATEWAY,
  EXAMPLE_NETWORK,
  EXAMPLE_PROGRAM,
  exampleAgentRound,
  examplePaidRound,
  exampleRound,
} from '../example-rounds.js';
import { headersOf } from '../answer-headers.js';
import type { OperationSpec } from '../operation.js';
import { operations } from '../operations.js';

const everyOperation: Readonly<Record<string, OperationSpec>> = operations;

describe.each(Object.entries(everyOperation))('the examples of %s', (_name, operation) => {
  const { examples = {}, responses } = operation;

  it('are there for its request, its path and every answer that is no plain refusal', () => {
    expect(examples.request === undefined).toBe(operation.request === undefined);
    expect(Object.keys(examples.path ?? {})).toEqual(Object.keys(operation.pathParameters ?? {}));
    const own = Object.entries(responses).filter(([, { body, form }]) => body !== ErrorBody && form !== 'none');
    expect(Object.keys(examples.answers ?? {})).toEqual(expect.arrayContaining(own.map(([status]) => status)));
    const plain = Object.entries(responses).filter(([, { body }]) => body === ErrorBody);
    for (const [status, { codes }] of plain)
      expect(
        codes?.map((code) => errorTable[code].status),
        status,
      ).toContain(Number(status));
  });

  it.each(Object.entries(examples.others ?? {}))('fit their schemas, the other one too: %s', (_other, { request, answers }) => {
    expect(() => createParser(operation.request ?? Type.Never(), { root: 'request' })(request)).not.toThrow();
    for (const [status, value] of Object.entries(answers))
      expect(() => createParser(responses[Number(status)]?.body ?? Type.Never(), { root: status })(value)).not.toThrow();
  });

  it('fit their schemas', () => {
    if (operation.request !== undefined)
      expect(() => createParser(operation.request!, { root: 'request' })(examples.request)).not.toThrow();
    for (const [place, declared] of [
      ['path', operation.pathParameters],
      ['query', operation.queryParameters],
    ] as const) {
      for (const [name, value] of Object.entries(examples[place] ?? {})) {
        const schema = declared?.[name] ?? Type.Never();
        expect(() => createParser(schema, { root: name })(value)).not.toThrow();
      }
    }
    for (const [status, value] of Object.entries(examples.answers ?? {})) {
      const { body, form } = responses[Number(status)] ?? { body: Type.Never(), form: undefined };
      const schema = form === 'events' ? Type.Array(body, { minItems: 1 }) : body;
      expect(() => createParser(schema, { root: status })(value)).not.toThrow();
    }
  });

  it('are told what they lead to: every link names an operation, its parameters, and what this one has', () => {
    for (const { on, operation: target, parameters = {} } of Object.values(operation.links ?? {})) {
      const other = everyOperation[target];
      expect(Object.keys({ ...other?.pathParameters, ...other?.queryParameters })).toEqual(expect.arrayContaining(Object.keys(parameters)));
      expect(Object.keys(parameters)).toEqual(expect.arrayContaining(Object.keys(other?.pathParameters ?? {})));
      for (const status of on) {
        expect(responses[status], `${operation.name} ${status}`).toBeDefined();
        for (const expression of expressionsOf(parameters)) expect(isThere(expression, operation, status), expression).toBe(true);
      }
    }
  });
});

describe('the rounds of the examples', () => {
  it('are those of the vectors', () => {
    expect(vectors).toMatchObject({
      programId: EXAMPLE_PROGRAM,
      gateway: EXAMPLE_GATEWAY,
      network: EXAMPLE_NETWORK,
      deploymentId: EXAMPLE_DEPLOYMENT,
      subscription: exampleRound,
      agent: exampleAgentRound,
      list: exampleList,
      index: exampleIndex,
    });
    const { roundId: _random, ...paid } = examplePaidRound;
    expect(vectors.x402).toEqual(paid);
    expect(vectors.publication).toEqual(EXAMPLE_PUBLICATION);
  });
});

/** The runtime expressions in a value. */
function expressionsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('$') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsOf) : [];
}

/** Whether an expression finds something in the examples of an operation; of a refusal's body, whether its schema declares it. */
function isThere(expression: string, operation: OperationSpec, status: number): boolean {
  const { examples = {} } = operation;
  const [, from = '', place = '', name = ''] = /^\$(request|response)\.(header|path|query|body)[.#](.+)$/.exec(expression) ?? [];
  if (from === 'response' && place === 'header') return name in headersOf(operation, status);
  if (from === 'request' && place === 'path') return name in (operation.pathParameters ?? {});
  if (place !== 'body') return false;
  let value: unknown = from === 'request' ? examples.request : examples.answers?.[status];
  for (const step of name.split('/').slice(1))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined;
  return value !== undefined;
}
