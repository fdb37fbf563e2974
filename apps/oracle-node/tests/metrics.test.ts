import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '@oracle-gateway/dev-servers';
import {
  Cleanup,
  call,
  commitOk,
  encryptionPair,
  newLedger,
  observeOk,
  observeRequest,
  priceSource,
  registerNode,
  startNode,
  startSource,
} from './fixture.js';
import { nodeAccount } from './ledger-fake.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('metrics', () => {
  it('are served on a listener of their own, one line per outcome', async () => {
    const source = await startSource(cleanup, priceSource);
    const config = { metrics: { host: '127.0.0.1', port: await freePort() } };
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name], config });
    const request = observeRequest(source);
    await observeOk(node, request);
    await call(node, 'observe', request);
    await call(node, 'observe', request, { nodeIndex: 1 });
    await commitOk(node, 3);

    expect(node.metricsUrl).not.toBeNull();
    const text = await (await fetch(`${node.metricsUrl}/metrics`)).text();
    for (const line of [
      'oracle_node_requests_total{operation="observe",code="ok"} 1',
      'oracle_node_requests_total{operation="observe",code="session_known"} 1',
      'oracle_node_requests_total{operation="observe",code="unauthorized"} 1',
      'oracle_node_unauthorized_total{reason="signature_invalid"} 1',
      'oracle_node_request_duration_seconds_count{operation="observe"} 3',
      'oracle_node_open_sessions 1',
      'oracle_node_commitments 3',
      'oracle_node_registry_version 1',
      'oracle_node_encryption_key_held 1',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).toMatch(/oracle_node_ledger_view_age_seconds \d/);
    expect((await fetch(`${node.url}/metrics`)).status).toBe(404);
    expect((await fetch(`${node.metricsUrl}/health`)).status).toBe(404);
  });

  it.each([
    ['0 while the ledger names a key that the node does not have', 0, nodeAccount(0, encryptionPair(7).publicKey)],
    ['-1 while it names none', -1, null],
  ])('hold of the encryption key %s', async (_, held, account) => {
    const ledger = newLedger();
    ledger.nodes.clear();
    if (account !== null) registerNode(ledger, account);
    const node = await startNode(cleanup, { ledger, config: { metrics: { host: '127.0.0.1', port: await freePort() } } });
    expect(await (await fetch(`${node.metricsUrl}/metrics`)).text()).toContain(`oracle_node_encryption_key_held ${held}\n`);
  });

  it('are off with port 0', async () => {
    expect((await startNode(cleanup, { ledger: newLedger() })).metricsUrl).toBeNull();
  });
});
