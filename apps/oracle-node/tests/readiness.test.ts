import { DeploymentMismatchError, LedgerUnavailableError } from '@oracle-gateway/ledger';
import { publicKeyOf } from '@oracle-gateway/schnorr/signing';
import { afterEach, describe, expect, it } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { createOracleNode } from '../src/index.js';
import { startThreadHere } from './source-threads.js';
import {
  call,
  Cleanup,
  expectRefusal,
  healthOf,
  newLedger,
  NODE_KEYS,
  observeOk,
  observeRequest,
  priceSource,
  SECOND,
  startNode,
  startNodeWithSource,
  startSource,
  testConfig,
} from './fixture.js';
import { PROGRAM_ID, registryAccount } from './ledger-fake.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('readiness', () => {
  it('health names the node, its view, the revisions of the node API and the version of the program', async () => {
    const { node } = await startNodeWithSource(cleanup);
    expect(await healthOf(node)).toMatchObject({
      status: 200,
      body: {
        status: 'ok',
        reasons: [],
        index: 0,
        registryVersion: 1,
        apiVersions: [1],
        sourceLanguageLevel: 1,
        maxBodyBytes: 1_048_576,
        version: packageFile.version,
      },
    });
  });

  it('refuses to observe and says so when the registry holds another key at its index', async () => {
    const ledger = newLedger();
    ledger.registry = registryAccount(NODE_KEYS.map(publicKeyOf).reverse());
    const { node, source } = await startNodeWithSource(cleanup, { ledger });
    expect(await healthOf(node)).toMatchObject({ status: 503, body: { status: 'unready', reasons: ['own_key_not_registered'] } });
    expectRefusal(await call(node, 'observe', observeRequest(source)), 503, 'not_ready');
  });

  it('serves from its last view while the ledger is down, and refuses once that view is too old', async () => {
    let passedMs = 0;
    const ledger = newLedger();
    const source = await startSource(cleanup, priceSource);
    const registry = { pollIntervalSeconds: 300, maxAgeSeconds: 600 };
    const overrides = { monotonicMs: () => performance.now() + passedMs };
    const node = await startNode(cleanup, { ledger, allowed: [source.name], config: { registry }, overrides });
    await observeOk(node, observeRequest(source));

    ledger.failure = new LedgerUnavailableError('getAccountInfo', 'down');
    passedMs = 590 * SECOND;
    expect(await healthOf(node)).toMatchObject({ status: 200 });
    await observeOk(node, observeRequest(source));

    passedMs = 601 * SECOND;
    expect(await healthOf(node)).toMatchObject({ status: 503, body: { reasons: ['ledger_view_too_old'] } });
    expectRefusal(await call(node, 'observe', observeRequest(source)), 503, 'not_ready');
  });

  it('starts while the ledger does not answer, is not ready until it does, and ends when it is the wrong one', async () => {
    const ledger = newLedger();
    ledger.failure = new LedgerUnavailableError('getAccountInfo', 'no answer');
    const config = testConfig({ ledger });
    const secrets = {
      rpcUrls: ['http://127.0.0.1:1'],
      secretKey: NODE_KEYS[0] ?? new Uint8Array(),
      previousSecretKeys: [],
      encryptionKeys: [],
    };
    const late = await createOracleNode(config, secrets, { reader: ledger.reader, startThread: startThreadHere() });
    const { url } = await late.listen();
    const other = { ...config, solana: { programId: PROGRAM_ID, network: 'solana:other' } };
    const wrong = await createOracleNode(other, secrets, { reader: ledger.reader, startThread: startThreadHere() });
    try {
      const health = await fetch(`${url}/health`);
      expect([health.status, await health.json()]).toMatchObject([503, { reasons: ['ledger_view_missing'] }]);
      ledger.failure = null;
      await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(200);
      await expect(wrong.failed).rejects.toThrow(DeploymentMismatchError);
    } finally {
      await Promise.all([late.close(), wrong.close()]);
    }
  });

  it('does not start for a deployment that is not the one on the ledger', async () => {
    const ledger = newLedger();
    const config = testConfig({ ledger, config: { solana: { programId: PROGRAM_ID, network: 'solana:other' } } });
    const secrets = {
      rpcUrls: ['http://127.0.0.1:1'],
      secretKey: NODE_KEYS[0] ?? new Uint8Array(),
      previousSecretKeys: [],
      encryptionKeys: [],
    };
    await expect(createOracleNode(config, secrets, { reader: ledger.reader, startThread: startThreadHere() })).rejects.toThrow(
      DeploymentMismatchError,
    );
  });
});
