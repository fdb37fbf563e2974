import { setMaxListeners } from 'node:events';
import type { RegistryNodesReader, RegistryReader } from '@oracle-gateway/ledger';
import { openStream, StreamHandshakeError, type StreamPush } from '@oracle-gateway/node-api/stream';
import { repeat, withDeadline } from '@oracle-gateway/process';
import type { Address, DeploymentId } from '@oracle-gateway/protocol';
import type { Curve } from '@oracle-gateway/schnorr';
import { type CallPace, createCallPace, createHedgeBudget, type HedgeBudget } from './call-pace.js';
import { type ClockWatch, createClockWatch } from './clock-watch.js';
import { type CommitmentStock, createCommitmentStock } from './commitment-stock.js';
import { createHttpTransport } from './http-transport.js';
import { createNodeClient, type NodeCalls } from './node-client.js';
import { createNodeDirectory, type NodeDirectory } from './node-directory.js';
import type { NodeEvents } from './node-events.js';
import { createLastCalls, createNodeHealth, type LastCall, type NodeHealth } from './node-health.js';
import { createClockSweep, createNodePresence, type Presence } from './node-presence.js';
import { createNodeRooms, type NodeRooms } from './node-rooms.js';
import type { NodeTransport, StreamNode } from './node-transport.js';
import { createPeerRecord, createUnstableSources, type PeerRecord, type UnstableSources } from './peer-record.js';
import type { RandomBytes } from '@oracle-gateway/schnorr/signing';
import { createRegistryHints, createRegistryNews, type RegistryNews } from './registry-news.js';
import { createSessionReleases, type SessionReleases } from './session-releases.js';
import { createSigningKeys, type GatewayKeys } from './signing-keys.js';
import { createStreamKeeper, type StreamLinkDeps } from './stream-keeper.js';
import { createStreamTransport } from './stream-transport.js';

/** The oracle nodes as rounds need them: which there are, how they are called, and what is remembered of them. */
export interface NodePool {
  readonly directory: NodeDirectory;
  readonly calls: NodeCalls;
  readonly releases: SessionReleases;
  readonly health: NodeHealth;
  readonly peers: PeerRecord;
  readonly pace: CallPace;
  readonly hedges: HedgeBudget;
  readonly stock: CommitmentStock;
  readonly unstable: UnstableSources;
  readonly rooms: Pick<NodeRooms, 'maxBodyBytes'>;
  readonly registryNews: RegistryNews;
  /** The own clock beside the nodes'. */
  readonly clock: ClockWatch;
}

/** The pool of a running process. */
export interface OpenNodePool extends NodePool {
  /** Calls that note nothing of the nodes: the endpoint of a replaced key is not the node of its place. */
  readonly unnotedCalls: NodeCalls;
  lastCall(nodeIndex: number): LastCall | undefined;
  /** Null until the first check of the nodes is over. */
  presence(): Presence | null;
  /** Ends what is repeated, sends the releases that wait, and closes the connections; waits for the first two for so long at most. */
  close(graceMs: number): Promise<void>;
}

export interface NodePoolInput {
  readonly deploymentId: DeploymentId;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly keys: GatewayKeys;
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
/** A node that was restarted with less room declines until then. */
const ROOMS_INTERVAL_MS = 30_000;

/** When the gateway ends, calls under way have ended; the close itself takes no longer. */
const CLOSE_GRACE_MS = 250;

/** Opens streams to the nodes of the ledger in the background, and looks after what is known of them until it is closed. */
export function createNodePool(input: NodePoolInput, deps: NodePoolDeps): OpenNodePool {
  const { ledger, events, curve, randomBytes, wait, nowMs, monotonicMs } = deps;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const { signal } = closing;
  const clock = createClockWatch({ nowMs, monotonicMs, onJudged: (judged) => events.clockJudged(judged) });
  const lastCalls = createLastCalls({ nowMs, monotonicMs });
  const pace = createCallPace();
  const hints = createRegistryHints({ ledger, wait, signal });
  /** Keeps a node's unasked message, or looks it up on the ledger; no part of it is believed. */
  const takePush = (node: StreamNode, push: StreamPush): void => {
    switch (push.topic) {
      case 'commitments':
        stock.receive(node, push.batch);
        break;
      case 'registry_version':
        hints.heard(node.index, push.version);
    }
  };
  const { transport, renew } = openTransport(input, takePush, deps);
  const calls = createNodeClient({ transport, events, notes: { clocks: clock, pace, lastCalls }, nowMs, monotonicMs });
  const unnotedCalls = createNodeClient({ transport, events, notes: null, nowMs, monotonicMs });
  const stock = createCommitmentStock({ client: calls, events, curve, randomBytes, monotonicMs });
  const directory = createNodeDirectory({ ledger });
  const presence = createNodePresence({ ledger, directory, client: calls, lastCalls, events, monotonicMs, signal });
  const rooms = createNodeRooms({ ledger, directory, signal });
  const releases = createSessionReleases({ client: calls, events });
  const sweepClocks = createClockSweep({ clocks: clock, client: calls, signal });
  const nodesNotRead = (error: unknown): void => events.nodesNotRead(error);
  const repetitions = [
    repeat(sweepClocks, { intervalMs: SWEEP_INTERVAL_MS, startsLater: true, onError: (error) => events.sweepFailed(error) }),
    repeat(() => presence.check(), { intervalMs: SWEEP_INTERVAL_MS, onError: nodesNotRead }),
    repeat(renew, { intervalMs: STREAMS_INTERVAL_MS, onError: nodesNotRead }),
    repeat(() => rooms.renew(), { intervalMs: ROOMS_INTERVAL_MS, onError: nodesNotRead }),
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
    stock,
    unstable: createUnstableSources({ monotonicMs }),
    rooms,
    registryNews: createRegistryNews({ ledger }),
    lastCall: (nodeIndex) => lastCalls.of(nodeIndex),
    presence: () => presence.presence(),
    clock,
    async close(graceMs) {
      closing.abort();
      stock.close();
      await withDeadline(Promise.all([...repetitions.map((repetition) => repetition.stop()), releases.close()]), graceMs);
      await Promise.all([transport.close(), rooms.close()]);
    },
  };
}

interface OpenedTransport {
  readonly transport: NodeTransport;
  /** Brings the streams in line with the ledger's nodes. Throws what the ledger's reader throws. */
  readonly renew: () => Promise<void>;
}

/** Streams, which open in the background, and HTTP beside them. */
function openTransport(
  { deploymentId, gateway, keys: gatewayKeys }: NodePoolInput,
  onPush: StreamLinkDeps['onPush'],
  { ledger, events, wait, nowMs, monotonicMs }: NodePoolDeps,
): OpenedTransport {
  const keys = createSigningKeys(gatewayKeys);
  const onFailure = (error: unknown): void => events.streamFailed(error);
  const wants = { commitments: true, registryVersion: true };
  const open: StreamLinkDeps['open'] = async (node) => {
    const opened = await keys.ask(
      node.nodeIndex,
      ({ address: gatewayAuthority, sign }) =>
        openStream({ deploymentId, gateway, gatewayAuthority, sign, nowMs, monotonicMs, onFailure }, { ...node, wants }).catch(refusalOf),
      (answer) => answer instanceof StreamHandshakeError,
    );
    if (opened instanceof StreamHandshakeError) throw opened;
    return opened;
  };
  const streams = createStreamKeeper({ ledger, links: { open, onPush, events, wait, random: Math.random, monotonicMs } });
  const http = createHttpTransport({ deploymentId, gateway, keys, nowMs, monotonicMs });
  const { call } = createStreamTransport({ streams, http, events, monotonicMs });
  const close = async (): Promise<void> => {
    await streams.close(CLOSE_GRACE_MS);
    await http.close();
  };
  return { transport: { call, close }, renew: () => streams.renew() };
}

/** The node's refusal of the key that signed a handshake. Throws any other failure. */
function refusalOf(error: unknown): StreamHandshakeError {
  if (error instanceof StreamHandshakeError && error.refusal?.status === 401) return error;
  throw error;
}
