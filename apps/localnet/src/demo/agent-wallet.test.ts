import { formatAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress, escrowAddress, gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { addressOf } from '../base/keypair.js';
import { newIdentities, type Identities } from '../base/identities.js';
import { startLocalLedger } from '../ledgers/local.js';
import type { WorldLedger } from '../ledgers/world-ledger.js';
import { setUpProtocol, type DeployedProtocol } from '../ledgers/protocol-setup.js';
import { Teardown } from '../base/teardown.js';
import { createAgentWallet } from './agent-wallet.js';

const teardown = new Teardown();
let ledger: WorldLedger;
let identities: Identities;
let protocol: DeployedProtocol;
beforeAll(async () => {
  ledger = await startLocalLedger({ port: 0 }, teardown);
  identities = newIdentities(2);
  protocol = await setUpProtocol({ ledger, identities, endpointOf: (index) => `http://127.0.0.1:${7_100 + index}` });
});
afterAll(() => teardown.run());

it('an agent pays into an escrow whose token account does not exist, and again once it is there', async () => {
  const { rpcUrl, wsUrl } = ledger;
  const key = identities.agentPayer;
  const wallet = createAgentWallet({ rpcUrl, wsUrl, key });
  const gateway = gatewayAddress(protocol.programId, addressOf(identities.gateway));
  const escrow = escrowAddress(protocol.programId, addressOf(key), gateway);
  const payTo = formatAddress(associatedTokenAddress(escrow, protocol.mint));
  const terms = { payTo, asset: formatAddress(protocol.mint), agent: formatAddress(escrow) };
  await expect(wallet.balanceOf(payTo)).rejects.toThrow();
  const signature = await wallet.pay({ ...terms, amountAtomic: 2_500n });
  expect(await wallet.balanceOf(payTo)).toBe(2_500n);
  expect(ledger.local?.transactions.find(signature)?.execution.err).toBeNull();
  await wallet.pay({ ...terms, amountAtomic: 1n });
  expect(await wallet.balanceOf(payTo)).toBe(2_501n);
  expect(await wallet.balanceOf(formatAddress(associatedTokenAddress(addressOf(key), protocol.mint)))).toBe(1_000_000_000n - 2_501n);
});
