import '../../tests/node-fetch.js';

import { createKeyPairSignerFromBytes } from '@solana/kit';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Infrastructure } from './infrastructure.js';
import { newIdentities, type Identities } from '../base/identities.js';
import { startLocalLedger } from '../ledgers/local.js';
import { planPorts, type PortPlan } from '../base/ports.js';
import { setUpProtocol, type DeployedProtocol } from '../ledgers/protocol-setup.js';
import { startExternals } from './externals.js';
import { Teardown } from '../base/teardown.js';

const teardown = new Teardown();
let ports: PortPlan;
let identities: Identities;
let infrastructure: Infrastructure;
let protocol: DeployedProtocol;
beforeAll(async () => {
  ports = await planPorts({ port: 0, nodes: 5, workers: 1 });
  identities = newIdentities(5);
  const ledger = await startLocalLedger({ port: 0 }, teardown);
  infrastructure = { ledger, redis: undefined, redisUrl: '' };
  protocol = await setUpProtocol({ ledger, identities, endpointOf: () => 'http://127.0.0.1:7100' });
});
afterAll(() => teardown.run());

describe('what surrounds a world', () => {
  it('has a facilitator that settles what the official client pays the paywalled source', async () => {
    const { sources, facilitator } = await startExternals({ ports, identities, infrastructure, protocol }, teardown);
    expect(facilitator?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const signer = await createKeyPairSignerFromBytes(identities.x402Payer);
    const client = new x402Client().register('solana:*', new ExactSvmScheme(signer, { rpcUrl: infrastructure.ledger.rpcUrl }));
    const response = await wrapFetchWithPayment(fetch, client)(`${sources.urls.paywalled}/price`);
    expect([response.status, await response.json()]).toEqual([200, { price: '64628.31' }]);
  });

  it('has none on a cluster that the x402 packages do not know, and a paywalled source without anything to sell', async () => {
    const elsewhere = { ...protocol, network: 'solana:localnet' };
    const { sources, facilitator } = await startExternals({ ports, identities, infrastructure, protocol: elsewhere }, teardown);
    expect(facilitator).toBeNull();
    expect((await fetch(`${sources.urls.paywalled}/price`)).status).toBe(404);
    expect((await fetch(`${sources.urls.price}/v2/prices/BTC-USD/spot`)).status).toBe(200);
  });
});
