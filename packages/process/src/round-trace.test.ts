import { expect, it } from 'vitest';
import { roundTrace } from './round-trace.js';

it('a round has the same trace in every process, and another round another one', () => {
  const trace = roundTrace('5LXF67aj3B2mbb3tramuJ7NWE24uAvvJHTUEJNWUjBf8');
  expect(trace).toEqual({ traceId: '0c34f3df409877990b05db826eadfea1', spanId: '147511d8ea87a259' });
  expect(roundTrace('5LXF67aj3B2mbb3tramuJ7NWE24uAvvJHTUEJNWUjBf9').traceId).not.toBe(trace.traceId);
});
