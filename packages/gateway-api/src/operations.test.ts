import { describe, expect, it } from 'vitest';
import type { OperationSpec } from './operation.js';
import { operations } from './operations.js';
import { SERVED } from '../tests/served.js';

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

  it('declare 429 where they may be limited; the probes’ operations do not', () => {
    const named = (isSo: (operation: OperationSpec) => boolean) =>
      Object.values<OperationSpec>(operations)
        .filter(isSo)
        .map(({ name }) => name);
    expect(named(({ responses }) => responses[429] === undefined)).toEqual(['getHealth', 'getReady']);
    expect(named(({ rateLimit }) => rateLimit === undefined)).toEqual(['getHealth', 'getReady']);
    expect(named(({ rateLimit }) => rateLimit === 'rounds')).toEqual(['executeRound', 'executeAgentRound', 'executeX402Round']);
    expect(named(({ rateLimit }) => rateLimit === 'sign-ins')).toEqual(['createSession']);
  });

  it('execute declares every status of its refusals, 413 for its body, and 429', () => {
    expect(Object.keys(operations.executeRound.responses)).toEqual(['200', '400', '401', '403', '409', '413', '429', '500', '503']);
    const agent = ['200', '400', '401', '402', '403', '404', '409', '413', '429', '500', '503'];
    expect(Object.keys(operations.executeAgentRound.responses)).toEqual(agent);
    const x402 = ['200', '400', '402', '404', '409', '413', '429', '500', '503'];
    expect(Object.keys(operations.executeX402Round.responses)).toEqual(x402);
    expect(Object.keys(operations.probeX402Round.responses)).toEqual(['400', '402', '404', '429', '500', '503']);
  });
});
