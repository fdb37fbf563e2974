import { expect, it } from 'vitest';
import { pino } from 'pino';
import { TargetUnavailableError } from '../feeds/check-errors.js';
import { createMetrics } from '../telemetry/metrics.js';
import type { Target } from '../feeds/target.js';
import { keepUp } from './keep-up.js';

const NOW_MS = 1_763_683_200_000;
const DOWN = new TargetUnavailableError('base', 'down');

function open(upkeep: NonNullable<Target['upkeep']>) {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as Readonly<Record<string, unknown>>) });
  const [metrics, failed]: [ReturnType<typeof createMetrics>, string[]] = [createMetrics(), []];
  const deps = { logger, metrics, nowMs: () => NOW_MS, upstreams: { failed: (part: string) => void failed.push(part) } };
  const run = () => keepUp({ ...deps, allTargets: [{ name: 'solana' }, { name: 'base', upkeep }] }, new AbortController().signal);
  return { lines, failed, run, told: () => metrics.registry.getSingleMetricAsString('oracle_keeper_lapses_at_seconds') };
}

it('a target that lapses tells when, and one that does not tells nothing', async () => {
  const { run, told, lines } = open(() => Promise.resolve({ lapsesAtSeconds: NOW_MS / 1_000 + 9, heldVersion: 1n }));
  await run();
  expect(await told()).toContain(`{target="base"} ${NOW_MS / 1_000 + 9}`);
  expect(await told()).not.toContain('solana');
  expect(lines).toEqual([]);
});

it('a target that does not answer keeps the time that it told, and is named', async () => {
  let isDown = false;
  const { run, told, lines, failed } = open(() =>
    isDown ? Promise.reject(DOWN) : Promise.resolve({ lapsesAtSeconds: NOW_MS, heldVersion: 1n }),
  );
  await run();
  isDown = true;
  await run();
  expect(await told()).toContain(`{target="base"} ${NOW_MS}`);
  expect([failed, lines.at(-1)?.['target']]).toEqual([['target base'], 'base']);
});

it('a target whose gateways fail tells when it lapses all the same', async () => {
  const { run, told } = open((_signal, onLapse) => {
    onLapse?.(NOW_MS);
    return Promise.reject(DOWN);
  });
  await run();
  expect(await told()).toContain(`{target="base"} ${NOW_MS}`);
});

it('a target that has lapsed is an error in the log', async () => {
  const { run, lines } = open(() => Promise.resolve({ lapsesAtSeconds: NOW_MS / 1_000 - 1, heldVersion: 1n }));
  await run();
  expect(lines).toMatchObject([{ level: 50, target: 'base' }]);
});
