import { setMaxListeners } from 'node:events';
import type { Keypair } from '@oracle-gateway/app-config';
import type { RegistryNodesReader, RegistryReader } from '@oracle-gateway/ledger';
import { repeat, withDeadline } from '@oracle-gateway/process';
import type { DeploymentId } from '@oracle-gateway/protocol';
import type { Curve } from '@oracle-gateway/schnorr';
import { type CallPace, createCallPace } from './call-pace.js';
import { createClockSweep } from './clock-sweep.js';
import { type ClockWatch, createClockWatch } from './clock-watch.js';
import { createCommitmentStock } from './commitment-stock.js';
import { createHedgeBudget, type HedgeBudget } from './hedge-budget.js';
import { createLastCalls, type LastCall } from './last-calls.js';
import { createNodeClient, type NodeCalls } from './node-client.js';
import { createNodeDirectory, type NodeDirectory } from './node-directory.js';
import type { NodeEvents } from './node-events.js';
import { createNodeHealth, type NodeHealth } from './node-health.js';
import { createNodePresence, type Presence } from './node-presence.js';
import { openTransport } from './open-transport.js';
import { createPeerRecord, type PeerRecord } from './peer-record.js';
import type { RandomBytes } from './random-bytes.js';
import { createRegistryHints } from './registry-hints.js';
import { createRegistryNews, type RegistryNews } from './registry-news.js';
import { createSessionReleases, type SessionReleases } from './session-releases.js';
import { takePush } from './take-push.js';
import { createInAdvance, type InAdvance } from './in-advance.js';

/** The oracle nodes as rounds need them: which there are, how they are called, and what is remembered of them. */
export interface NodePool {
  readonly directory: NodeDirectory;
  readonly calls: NodeCalls;
  readonly releases: Pick<SessionReleases, 'add'>;
  readonly health: NodeHealth;
  readonly peers: PeerRecord;
  readonly pace: CallPace;
  readonly hedges: HedgeBudget;
  /** Null where rounds in one exchange are switched off. */
  readonly inAdvance: InAdvance | null;
  readonly registryNews: RegistryNews;
}

/** The pool of a running process. */
export interface OpenNodePool extends NodePool {
  /** Calls that note nothing of the nodes: the endpoint of a replaced key is not the node of its place. */
  readonly unnotedCalls: NodeCalls;
  lastCall(nodeIndex: number): LastCall | undefined;
  /** Null until the first look at the nodes is over. */
  presence(): Presence | null;
  /** What the nodes say of the own clock. */
  readonly clock: Pick<ClockWatch, 'offsetMs' | 'isOff'>;
  /** Ends what is repeated, sends the releases that wait, and closes the connections; waits for the first two for so long at most. */
  close(graceMs: number): Promise<void>;
}

export interface NodePoolInput {
  readonly deploymentId: DeploymentId;
  readonly keypair: Keypair;
  readonly transport: 'stream' | 'http';
  /** Rounds may take one exchange. */
  readonly oneExchange: boolean;
}

export interface NodePoolDeps {
  readonly ledger: RegistryReader & RegistryNodesReader;
  readonly events: NodeEvents;
  readonly curve: Curve;
  readonly randomBytes: RandomBytes;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}

const SWEEP_INTERVAL_MS = 5_000;
/** A new node has no stream until then, or until its first call. The ledger's reader caches for as long. */
const STREAMS_INTERVAL_MS = 30_000;

/** Opens streams to the nodes of the ledger in the background, and looks after what is known of them until it is closed. */
export function createNodePool({ deploymentId, keypair, transport: kind, oneExchange }: NodePoolInput, deps: NodePoolDeps): OpenNodePool {
  const { ledger, events, curve, randomBytes, wait, nowMs, monotonicMs } = deps;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const { signal } = closing;
  const clock = createClockWatch({ monotonicMs, onJudged: (judged) => events.clockJudged(judged) });
  const lastCalls = createLastCalls({ nowMs, monotonicMs });
  const pace = createCallPace();
  const hints = createRegistryHints({ ledger, wait, signal });
  const { transport, renew } = openTransport({
    kind,
    deploymentId,
    keypair,
    ledger,
    events,
    wants: { commitments: oneExchange, registryVersion: true },
    onPush: (node, push) => takePush(node, push, { stock, hints }),
    wait,
    random: Math.random,
    nowMs,
    monotonicMs,
  });
  const calls = createNodeClient({ transport, events, pace, clocks: clock, lastCalls, nowMs, monotonicMs });
  const unnoted = { note: () => undefined, record: () => undefined };
  const unnotedCalls = createNodeClient({ transport, events, pace: unnoted, clocks: unnoted, lastCalls: unnoted, nowMs, monotonicMs });
  const stock = oneExchange ? createCommitmentStock({ client: calls, events, curve, randomBytes, monotonicMs }) : null;
  const directory = createNodeDirectory({ ledger });
  const presence = createNodePresence({ ledger, directory, client: calls, lastCalls, events, monotonicMs, signal });
  const releases = createSessionReleases({ client: calls, events });
  const sweepClocks = createClockSweep({ clocks: clock, client: calls, signal });
  const nodesNotRead = (error: unknown): void => events.nodesNotRead(error);
  const repetitions = [
    repeat(sweepClocks, { intervalMs: SWEEP_INTERVAL_MS, startsLater: true, onError: (error) => events.sweepFailed(error) }),
    repeat(() => presence.look(), { intervalMs: SWEEP_INTERVAL_MS, onError: nodesNotRead }),
    repeat(renew, { intervalMs: STREAMS_INTERVAL_MS, onError: nodesNotRead }),
  ];
  return {
    directory,
    calls,
    unnotedCalls,
    releases,
    health: createNodeHealth({ monotonicMs }),
    peers: createPeerRecord({ monotonicMs }),
    pace,
    hedges: createHedgeBudget(),
    inAdvance: stock === null ? null : createInAdvance(stock, { monotonicMs }),
    registryNews: createRegistryNews({ ledger }),
    lastCall: (nodeIndex) => lastCalls.of(nodeIndex),
    presence: () => presence.presence(),
    clock,
    async close(graceMs) {
      closing.abort();
      stock?.close();
      await withDeadline(Promise.all([...repetitions.map((repetition) => repetition.stop()), releases.close()]), graceMs);
      await transport.close();
    },
  };
}
