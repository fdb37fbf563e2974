import { inRoundSpans, traceRound } from '@oracle-gateway/process';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { startTracing } from '../src/start-tracing.js';

it('a gateway and a worker with the same ratio record the same rounds', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = startTracing({ name: 'test', exporter, ratio: 0.5, exportDelayMs: 60_000 });
  const roundIds = Array.from({ length: 100 }, (_, index) => `round ${index}`);
  for (const roundId of roundIds) {
    await traceRound({ roundId, path: 'agent' }, () => Promise.resolve());
    await inRoundSpans('settle', [roundId], () => Promise.resolve());
  }
  await provider.forceFlush();
  const recordedBy = (name: string) =>
    exporter
      .getFinishedSpans()
      .filter((span) => span.name === name)
      .map(({ attributes }) => attributes['oracle.round.id']);
  expect(recordedBy('settle')).toEqual(recordedBy('round'));
  expect(recordedBy('round').length).toBeGreaterThan(20);
  expect(recordedBy('round').length).toBeLessThan(80);
});
