import { createServer, type Server } from 'node:http';
import { getEventListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { wait } from '@oracle-gateway/process';
import type { ApiConfig } from '@oracle-gateway/protocol';
import { listSubject, sourceSubject, type Subject } from '@oracle-gateway/protocol/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askNodes } from '../dry-run/ask-nodes.js';
import { runOrBeginAnew } from '../serving/run-or-begin-anew.js';
import { NodeCallError } from '../nodes/node-call-error.js';
import type { GatewayError } from '../../errors/gateway-error.js';
import { answerOf, stageRound, withPorts } from '../../../tests/fakes/staged-round.js';

const QUORUM = 3;
/** The source refuses two calls within so many milliseconds, as one that takes one call a second does. */
const REFUSES_WITHIN_MS = 900;
/** Well above, because a machine may be slow to make a call. */
const SPACING_MS = 1_600;

let server: Server;
let host: string;
/** When the source was called, by the clock that is never set back. */
let calledAtMs: number[];

beforeEach(async () => {
  calledAtMs = [];
  server = createServer((_request, response) => {
    const nowMs = performance.now();
    const isTooSoon = nowMs - (calledAtMs.at(-1) ?? -Infinity) < REFUSES_WITHIN_MS;
    calledAtMs.push(nowMs);
    response.statusCode = isTooSoon ? 429 : 200;
    response.end('{"price":"1.25"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The first call of a process takes longer than all others.
  await fetch(`http://${host}/`);
  calledAtMs = [];
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function source(changes: Partial<ApiConfig> = {}, path = ''): ApiConfig {
  return { url: `http://${host}/${path}`, method: 'GET', responseParser: '$.price', ...changes };
}

const TOLERANCE = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 50,
  maxAgeMs: 15_000,
  numeric: { type: 'int256', decimals: 2 },
} as const;

/** A round whose nodes fetch the source, one after the other where there is a spacing. */
function stage(subject: Subject, { spacingMs, fails = [] }: { readonly spacingMs: number; readonly fails?: readonly number[] }) {
  const { round, nodes, signers, ports } = stageRound({ nodes: [{}, {}, {}, {}, {}], quorum: QUORUM, subject });
  const drawn = nodes.slice(0, QUORUM + 1);
  const asked: number[] = [];
  const released: number[] = [];
  const fetchSource = async (index: number, step: 'observe' | 'simulate'): Promise<void> => {
    asked.push(index);
    const { status } = await fetch(`http://${host}/`);
    if (status !== 200 || fails.includes(index))
      throw new NodeCallError({
        nodeIndex: index,
        step,
        fault: 'upstream',
        code: 'upstream_failure',
        sourceStep: 'fetch',
        upstreamStatus: status,
      });
  };
  const staged = withPorts(ports, {
    settings: { spacing: new Map(spacingMs === 0 ? [] : [[host, spacingMs]]), observeDeadlineMs: 12_000 },
    clock: { wait },
    nodes: {
      directory: () => Promise.resolve(nodes),
      releases: {
        add: ({ index }) => {
          released.push(index);
          return Promise.resolve();
        },
        close: () => Promise.resolve(),
      },
      calls: {
        ...ports.nodes.calls,
        observe: async ({ index }, request) => {
          await fetchSource(index, 'observe');
          return answerOf(index, 'observe', () => signers[index]!.observe(request));
        },
        simulate: async (node, request, limits) => {
          await fetchSource(node.index, 'simulate');
          return ports.nodes.calls.simulate(node, request, limits);
        },
      },
    },
  });
  const ends = new AbortController();
  const serve = () =>
    runOrBeginAnew(
      {
        round: { ...round, registry: { ...round.registry, redundancyBuffer: 1, active: fails.length === 0 ? drawn.length : nodes.length } },
        admitted: round,
        eligible: drawn,
        signal: ends.signal,
        refuseForSource: undefined,
        isSponsored: false,
      },
      staged,
    );
  return { serve, asked, released, ends, ports: staged, nodes: drawn };
}

function gapsMs(): number[] {
  return calledAtMs.slice(1).map((ms, place) => ms - calledAtMs[place]!);
}

describe('a source that takes one call a second', () => {
  const subjects: readonly [string, () => Subject][] = [
    ['in exact mode', () => sourceSubject(source())],
    ['in tolerance mode', () => sourceSubject(source({ aggregation: TOLERANCE }))],
    ['in a list', () => listSubject([source(), source({ url: 'https://api.example.com/' })])],
  ];

  it.each(subjects)('%s: refuses a round whose nodes ask at once', async (_mode, subject) => {
    await expect(stage(subject(), { spacingMs: 0 }).serve()).rejects.toMatchObject({
      code: 'upstream_failure',
    } satisfies Partial<GatewayError>);
  });

  it.each(subjects)('%s: serves a round whose nodes ask apart', async (_mode, subject) => {
    const { serve, asked } = stage(subject(), { spacingMs: SPACING_MS });
    const { signed } = await serve();
    expect(signed.signers).toHaveLength(QUORUM);
    expect(asked.slice(0, QUORUM)).toEqual([0, 1, 2]);
    expect(Math.min(...gapsMs())).toBeGreaterThanOrEqual(REFUSES_WITHIN_MS);
  });

  it('serves a dry run whose nodes ask apart', async () => {
    const subject = sourceSubject(source());
    const { ports, nodes, ends } = stage(subject, { spacingMs: SPACING_MS });
    const input = { subject, isSponsored: false, nodes, quorum: QUORUM, requester: '1'.repeat(32), sealed: undefined, signal: ends.signal };
    const sights = await askNodes(input, ports);
    expect(sights.filter((sight) => 'values' in sight)).toHaveLength(nodes.length);
    for (const { latencyMs } of sights) expect(latencyMs).toBeLessThan(SPACING_MS);
  });

  it('serves a round that begins anew: its other nodes ask a spacing after the last', async () => {
    const { serve, asked } = stage(sourceSubject(source()), { spacingMs: SPACING_MS, fails: [2, 3] });
    await serve();
    expect(asked).toContain(4);
    expect(Math.min(...gapsMs())).toBeGreaterThanOrEqual(REFUSES_WITHIN_MS);
  });
});

describe('a spaced round', () => {
  it('asks no spare once it is signed, and tells a node that was not asked nothing', async () => {
    const { serve, asked, released, ends } = stage(sourceSubject(source()), { spacingMs: SPACING_MS });
    await serve();
    await expect.poll(() => released).toHaveLength(QUORUM);
    expect([asked, released]).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect(getEventListeners(ends.signal, 'abort')).toEqual([]);
  });

  it('ends with its caller while a node waits for its turn', async () => {
    const { serve, asked, ends } = stage(sourceSubject(source()), { spacingMs: 2_000 });
    const served = serve();
    await expect.poll(() => calledAtMs).toHaveLength(1);
    ends.abort(new Error('the caller left'));
    await expect(served).rejects.toThrow('the caller left');
    expect(asked).toEqual([0]);
  });
});
