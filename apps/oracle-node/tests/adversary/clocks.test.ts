import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  expectRefusal,
  newLedger,
  nowSecondsMs,
  observeOk,
  observeRequest,
  SECOND,
  signOk,
  signRequest,
  startNodeWithSource,
} from '../fixture.js';

/** Clocks that step, and an RPC server that takes its time or lags: none of them makes a node sign what it should not. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** A node whose wall clock and monotonic clock the test moves by hand. */
async function start() {
  const moved = { wallMs: 0, monotonicMs: 0 };
  const overrides = { nowMs: () => Date.now() + moved.wallMs, monotonicMs: () => performance.now() + moved.monotonicMs };
  const ledger = newLedger();
  const { node, source } = await startNodeWithSource(cleanup, { ledger, overrides });
  const other = await startNodeWithSource(cleanup, { ledger: newLedger(), index: 1, allowed: [source.name] });
  /** Makes the ledger slow from now on; the answer lets it go on. */
  const holdLedger = (): (() => void) => {
    let release = (): void => undefined;
    ledger.delay = new Promise<void>((resolve) => (release = resolve));
    return release;
  };
  return { moved, ledger, node, source, other: other.node, holdLedger };
}

describe('while a node waits for the ledger', () => {
  it('a time that becomes too old is refused', async () => {
    const { node, source, ledger, moved, holdLedger } = await start();
    await observeOk(node, observeRequest(source));
    const goOn = holdLedger();
    ledger.registry = { ...ledger.registry, version: 2n };
    const before = ledger.reads.registry;
    const reply = call(node, 'observe', observeRequest(source, { registryVersion: 2, timestampMs: nowSecondsMs() - 300 * SECOND }));
    await expect.poll(() => ledger.reads.registry).toBeGreaterThan(before);
    moved.wallMs = 12 * SECOND;
    goOn();
    expectRefusal(await reply, 409, 'clock_skew');
  });

  it('a request of a gateway it does not know yet becomes too old as well', async () => {
    const { node, source, ledger, moved, holdLedger } = await start();
    const goOn = holdLedger();
    const reply = call(node, 'observe', observeRequest(source), { timeMs: Date.now() - 5 * SECOND });
    await expect.poll(() => ledger.reads.gateway).toBeGreaterThan(0);
    moved.wallMs = 6 * SECOND;
    goOn();
    expectRefusal(await reply, 401, 'unauthorized');
  });
});

describe('a wall clock that steps', () => {
  it('back lets no session be signed after its life', async () => {
    const { node, source, other, moved } = await start();
    const request = observeRequest(source, { eligible: [0, 1] });
    const observations = [await observeOk(node, request), await observeOk(other, request)];
    moved.monotonicMs = 31 * SECOND;
    moved.wallMs = -60 * SECOND;
    expectRefusal(await call(node, 'sign', signRequest(observations), { timeMs: Date.now() - 60 * SECOND }), 404, 'session_unknown');
  });

  it('ahead ends no session before its life', async () => {
    const { node, source, other, moved } = await start();
    const request = observeRequest(source, { eligible: [0, 1] });
    const observations = [await observeOk(node, request), await observeOk(other, request)];
    moved.wallMs = 9 * SECOND;
    moved.monotonicMs = 20 * SECOND;
    await signOk(node, signRequest(observations));
  });

  it('ahead makes no view of the ledger too old', async () => {
    const { node, source, moved } = await start();
    moved.wallMs = 3_600 * SECOND;
    const times = { timestampMs: nowSecondsMs() + 3_600 * SECOND, observedAtMs: Date.now() + 3_600 * SECOND };
    await observeOk(node, observeRequest(source, times), { timeMs: Date.now() + 3_600 * SECOND });
  });
});

describe('an RPC server that lags', () => {
  it('brings no registry version back that was replaced', async () => {
    const { node, source, ledger } = await start();
    const replaced = ledger.registry;
    ledger.registry = { ...replaced, version: 2n };
    await observeOk(node, observeRequest(source, { registryVersion: 2 }));
    ledger.registry = replaced;
    expectRefusal(await call(node, 'observe', observeRequest(source, { registryVersion: 1 })), 409, 'stale_registry');
    await observeOk(node, observeRequest(source, { registryVersion: 2 }));
  });
});
