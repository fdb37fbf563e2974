import { publicKeyOf } from '@oracle-gateway/schnorr/signing';
import { parseHealthResponse } from '@oracle-gateway/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import { call, Cleanup, expectRefusal, NODE_KEYS, observeOk, observeRequest, signRequest, startTwoNodes } from '../fixture.js';
import { registryAccount } from '../ledger-fake.js';

/** A registry version may have been replaced because a key was stolen: nothing is signed under it any more. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('a replaced registry version', () => {
  it('is not signed under, though the session was opened before', async () => {
    const { ledger, source, node, other } = await startTwoNodes(cleanup);
    const request = observeRequest(source);
    const observations = [await observeOk(node, request), await observeOk(other, request)];
    ledger.registry = { ...ledger.registry, version: 2n };
    await observeOk(node, observeRequest(source, { registryVersion: 2 }));
    expectRefusal(await call(node, 'sign', signRequest(observations)), 409, 'stale_registry');
  });

  it('silences this node where it drops its key', async () => {
    const { ledger, source, node } = await startTwoNodes(cleanup);
    ledger.registry = registryAccount([null, ...NODE_KEYS.slice(1).map(publicKeyOf)], { version: 2n });
    expectRefusal(await call(node, 'observe', observeRequest(source, { registryVersion: 2 })), 503, 'not_ready');
    const health = parseHealthResponse(await (await fetch(`${node.url}/health`)).json());
    expect(health.reasons).toEqual(['own_key_not_registered']);
  });
});
