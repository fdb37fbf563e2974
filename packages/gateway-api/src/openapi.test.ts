import { describe, expect, it } from 'vitest';
import type { OperationSpec } from './operation.js';
import { openApiDocument } from './openapi.js';
import { operations } from './operations.js';

/** Interface §4 and protocol §10, as far as this gateway serves them. */
const SERVED = [
  'DELETE /v1/session',
  'GET /.well-known/x402',
  'GET /health',
  'GET /ready',
  'GET /v1/agent/{payer}/rounds',
  'GET /v1/agent/{payer}/status',
  'GET /v1/feeds/{feedId}/rounds',
  'GET /v1/info',
  'GET /v1/nodes',
  'GET /v1/providers',
  'GET /v1/providers/{providerId}',
  'GET /v1/rounds/{roundId}',
  'GET /v1/rounds/{roundId}/events',
  'GET /v1/rounds/{roundId}/evidence',
  'GET /v1/subscription/{owner}/rounds',
  'GET /v1/subscription/{owner}/status',
  'GET /v1/x402/execute',
  'GET /v1/x402/payments/{signature}',
  'POST /v1/agent/execute',
  'POST /v1/round/execute',
  'POST /v1/session',
  'POST /v1/simulate',
  'POST /v1/x402/execute',
];

describe('the operations', () => {
  it('are exactly what is served', () => {
    expect(
      Object.values(operations)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(SERVED);
  });

  it.each(Object.entries<OperationSpec>(operations))('%s: its name is its key, and its path parameters are declared', (name, operation) => {
    expect(operation.name).toBe(name);
    const places = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, place]) => place);
    expect(Object.keys(operation.pathParameters ?? {})).toEqual(places);
  });

  it('that may be limited declare 429, the probes’ operations do not', () => {
    const named = (isSo: (operation: OperationSpec) => boolean) =>
      Object.values<OperationSpec>(operations)
        .filter(isSo)
        .map(({ name }) => name);
    expect(named(({ responses }) => responses[429] === undefined)).toEqual(['getHealth', 'getReady']);
    expect(named(({ rateLimit }) => rateLimit === undefined)).toEqual(['getHealth', 'getReady']);
    expect(named(({ rateLimit }) => rateLimit === 'rounds')).toEqual(['executeRound', 'executeAgentRound', 'executeX402Round']);
    expect(named(({ rateLimit }) => rateLimit === 'sign-ins')).toEqual(['createSession']);
  });

  it('execute declares every status of interface §7, 413 for its body, and 429', () => {
    expect(Object.keys(operations.executeRound.responses)).toEqual(['200', '400', '401', '403', '409', '413', '429', '500', '503']);
    const agent = ['200', '400', '401', '402', '403', '404', '409', '413', '429', '500', '503'];
    expect(Object.keys(operations.executeAgentRound.responses)).toEqual(agent);
    const x402 = ['200', '400', '402', '404', '409', '413', '429', '500', '503'];
    expect(Object.keys(operations.executeX402Round.responses)).toEqual(x402);
    expect(Object.keys(operations.probeX402Round.responses)).toEqual(['400', '402', '404', '429', '500', '503']);
  });
});

describe('openApiDocument', () => {
  it('describes every operation with its answers, and nothing else', () => {
    const { openapi, info, paths } = openApiDocument() as { openapi: string; info: object; paths: Record<string, Record<string, object>> };
    expect([openapi, info]).toEqual(['3.1.0', { title: 'Oracle Gateway', version: '1.0' }]);
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(SERVED);
    expect(paths['/v1/round/execute']?.['post']).toMatchObject({
      operationId: 'executeRound',
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', additionalProperties: false } } } },
      responses: { '503': { content: { 'application/json': { schema: { required: ['error', 'code'] } } } } },
    });
    expect(paths['/v1/rounds/{roundId}']?.['get']).toMatchObject({
      parameters: [
        { name: 'roundId', in: 'path', required: true },
        { name: 'Authorization', in: 'header', required: false },
      ],
    });
    expect(paths['/v1/x402/execute']?.['post']).toMatchObject({
      parameters: [{ name: 'PAYMENT-SIGNATURE', in: 'header', required: false, schema: { type: 'string' } }],
      responses: {
        '200': { headers: { 'PAYMENT-RESPONSE': { schema: { type: 'string' } } } },
        '402': { headers: { 'PAYMENT-REQUIRED': { schema: { type: 'string' } } } },
      },
    });
    expect(paths['/v1/agent/{payer}/status']?.['get']).toMatchObject({
      parameters: [
        { name: 'payer', in: 'path', required: true },
        { name: 'signatures_required', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 255, default: 1 } },
      ],
    });
  });
});
