#!/usr/bin/env node
// One round as a trace, from a world of its own whose processes send their spans to a collector in this program. Writes the picture.
// usage: node bench/round-trace.mjs [--out docs/images/round-trace.svg] [--warm-up 20]
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openCollector } from './trace/collector.mjs';
import { drawTrace } from './trace/draw-trace.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';

const REGISTER = new URL('../packages/telemetry/dist/register.js', import.meta.url).href;
const PICTURE = fileURLToPath(new URL('../docs/images/round-trace.svg', import.meta.url));
const TIMEOUT_MS = 60_000;
const POLL_MS = 200;
/** Time between two rounds of one owner, which are of different seconds. */
const SECOND_MS = 1_000;

const { values: flags } = parseArgs({
  options: { out: { type: 'string', default: PICTURE }, 'warm-up': { type: 'string', default: '20' } },
});

const collector = await openCollector();
const world = await startBuiltWorld({
  environment: {
    NODE_OPTIONS: `--import ${REGISTER}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  },
});
try {
  const manifest = await world.readManifest();
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
  for (let round = 0; round < Number(flags['warm-up']); round += 1) await serve(caller, manifest);
  await wait(SECOND_MS);
  const roundId = await serve(caller, manifest);
  const traceId = createHash('sha256').update(`Oracle Gateway: trace of round ${roundId}`).digest('hex').slice(0, 32);
  await untilSettled(traceId);
  const spans = collector.spansOf(traceId);
  await writeFile(flags.out, drawTrace(spans));
  console.log(`${spans.length} spans of round ${roundId}, trace ${traceId}: ${flags.out}`);
  await caller.close();
} finally {
  await world.close();
  await collector.close();
}

async function serve(caller, manifest) {
  const { status, roundId, text } = await caller.ask(caller.prepare(priceConfig(manifest)));
  if (status !== 200) throw new Error(`a round was not served: ${status} ${text}`);
  return roundId;
}

async function untilSettled(traceId) {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  while (!collector.spansOf(traceId).some(({ name }) => name === 'settle')) {
    if (performance.now() > deadlineMs) throw new Error('the round was not settled in time');
    await wait(POLL_MS);
  }
  // Spans that ended with it are exported a moment later.
  await wait(SECOND_MS);
}
