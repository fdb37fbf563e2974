import { expect, it } from 'vitest';
import { roundTrace } from './round-trace.js';
import { traceHeaders, traceIdOf } from './traceparent.js';

it('names the trace of the round where no trace is recorded', () => {
  const { traceId, spanId } = roundTrace('round');
  const { traceparent } = traceHeaders('round');
  expect(traceparent).toBe(`00-${traceId}-${spanId}-00`);
  expect(traceIdOf(traceparent)).toBe(traceId);
});

it.each([undefined, '', '00-short-1-00', `00-${'0'.repeat(32)}-${'1'.repeat(16)}-00`, `00-${'a'.repeat(32)}-${'1'.repeat(16)}-00\nx`])(
  'reads no trace from %j',
  (header) => {
    expect(traceIdOf(header)).toBeUndefined();
  },
);
