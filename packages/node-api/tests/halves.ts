import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { CloseReason } from '../src/stream/close-reason.js';
import { createGatewayHalf, type GatewayHalfInput } from '../src/stream/gateway-half.js';
import type { StreamCallOptions, GatewayStream } from '../src/stream/gateway-stream.js';
import { DEFAULT_LIMITS, type StreamLimits } from '../src/stream/limits.js';
import { createNodeHalf, type NodeStream, type NodeStreamInput, type StreamAnswer, type StreamCall } from '../src/stream/node-half.js';
import type { StreamPush } from '../src/stream/push.js';
import { type MemoryEnd, memoryWires } from './memory-wire.js';

export interface Halves {
  readonly gateway: GatewayStream;
  readonly node: NodeStream;
  readonly gatewayEnd: MemoryEnd;
  readonly nodeEnd: MemoryEnd;
  /** Calls that have arrived at the node, with the way to answer each. */
  readonly calls: { readonly call: StreamCall; readonly answer: (answer: StreamAnswer) => void }[];
  readonly pushes: StreamPush[];
  readonly failures: unknown[];
  /** Reason for which each half ended; absent while it is open. */
  readonly ended: { gateway?: CloseReason; node?: CloseReason; draining?: boolean };
}

export interface HalvesOptions {
  readonly limits?: Partial<StreamLimits>;
  readonly gateway?: Partial<GatewayHalfInput>;
  readonly node?: Partial<NodeStreamInput>;
}

export const NOW_MS = 1_790_000_000_000;

/** Both halves with one pair of keys, over a connection in memory. `opened` resolves when each has heard the other's hello. */
export function bothHalves({ limits: changed, ...options }: HalvesOptions = {}): Halves & { readonly opened: Promise<void> } {
  const limits = { ...DEFAULT_LIMITS, ...changed };
  const keys = { toNode: randomBytes(16), toGateway: randomBytes(16) };
  const [gatewayEnd, nodeEnd] = memoryWires();
  const calls: Halves['calls'] = [];
  const pushes: StreamPush[] = [];
  const failures: unknown[] = [];
  const ended: Halves['ended'] = {};
  const onFailure = (error: unknown): void => {
    failures.push(error);
  };
  let hellos = 0;
  let noteOpened = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    noteOpened = () => {
      hellos += 1;
      if (hellos === 2) resolve();
    };
  });
  const node = createNodeHalf({
    wire: nodeEnd,
    keys,
    limits,
    nowMs: () => NOW_MS,
    onOpened: () => noteOpened(),
    answer: (call) => new Promise((answer) => calls.push({ call, answer })),
    onFailure,
    onClosed: (reason) => {
      ended.node = reason;
    },
    ...options.node,
  });
  const gateway = createGatewayHalf({
    wire: gatewayEnd,
    keys,
    limits,
    monotonicMs: () => 0,
    wants: { commitments: true, registryVersion: true },
    onPush: (push) => pushes.push(push),
    onDraining: () => {
      ended.draining = true;
    },
    onOpened: () => noteOpened(),
    onFailure,
    onClosed: (reason) => {
      ended.gateway = reason;
    },
    ...options.gateway,
  });
  return { gateway, node, gatewayEnd, nodeEnd, calls, pushes, failures, ended, opened };
}

/** A turn of the event loop, after which what was sent has arrived. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

export function body(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

const never = new AbortController().signal;
// Many calls listen to it.
setMaxListeners(0, never);

export const PATIENT: StreamCallOptions = { deadlineMs: 10_000, signal: never };
