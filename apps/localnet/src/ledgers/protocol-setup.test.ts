import { deriveDeploymentId, formatAddress, toAddress, type Address } from '@oracle-gateway/protocol';
import {
  agentEscrowIsPaused,
  associatedTokenAddress,
  configAddress,
  decodeAgentEscrow,
  decodeConfig,
  decodeDelegate,
  decodeGateway,
  decodeNode,
  decodeRegistry,
  decodeSubscription,
  delegateAddress,
  delegateRoundsLeft,
  escrowAddress,
  gatewayAddress,
  gatewayIsActive,
  nodeAddress,
  registryAddress,
  subscriptionAddress,
} from '@oracle-gateway/protocol/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalLedger } from '@oracle-gateway/litesvm-rpc';

import { addressOf } from '../base/keypair.js';
import { NETWORK } from '../base/devnet.js';
import { newIdentities, type Identities } from '../base/identities.js';
import { startLocalLedger } from './local.js';
import { Teardown } from '../base/teardown.js';
import { REDUNDANCY_BUFFER } from './prices.js';
import { MIN_SIGNERS, PAUSED_ESCROW_ATOMIC, setUpProtocol, type DeployedProtocol } from './protocol-setup.js';

const NODES = 5;
const ONE_DOLLAR_ATOMIC = 1_000_000n;

let ledger: LocalLedger;
let identities: Identities;
const teardown = new Teardown();
let protocol: DeployedProtocol;
beforeAll(async () => {
  const own = await startLocalLedger({ port: 0 }, teardown);
  ledger = own.local!;
  identities = newIdentities(NODES);
  protocol = await setUpProtocol({ ledger: own, identities, endpointOf: (index) => `http://127.0.0.1:${7_100 + index}` });
});
afterAll(() => teardown.run());

function dataAt(address: Parameters<LocalLedger['account']>[0]): Uint8Array {
  const account = ledger.account(address);
  expect(formatAddress(toAddress(account!.owner))).toBe(formatAddress(protocol.programId));
  return account!.data;
}
function tokensAt(owner: Address): bigint {
  const account = ledger.account(associatedTokenAddress(owner, protocol.mint));
  return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
}
function usdcOf(key: Uint8Array): bigint {
  return tokensAt(addressOf(key));
}

describe('the set-up protocol', () => {
  it('is initialised for its network, with prices that the official x402 client pays', () => {
    const config = decodeConfig(dataAt(configAddress(protocol.programId)));
    expect(config.deploymentId).toEqual(deriveDeploymentId({ programId: protocol.programId, network: NETWORK }));
    expect(config).toMatchObject({ minSigners: MIN_SIGNERS, registryVersion: 1n, mint: protocol.mint });
    const { x402RoundBase, rewardPerSignature, agentRoundBase, agentRoundPerSig } = config.prices;
    expect(x402RoundBase + BigInt(NODES + REDUNDANCY_BUFFER) * rewardPerSignature).toBeLessThanOrEqual(ONE_DOLLAR_ATOMIC);
    expect(agentRoundBase + BigInt(NODES) * agentRoundPerSig).toBeLessThanOrEqual(ONE_DOLLAR_ATOMIC);
  });

  it('has every node registered with its key, its operator and its endpoint', () => {
    const registry = decodeRegistry(dataAt(registryAddress(protocol.programId, 1n)));
    expect(registry).toMatchObject({ version: 1n, redundancyBuffer: REDUNDANCY_BUFFER, active: NODES });
    for (const node of identities.nodes) {
      const account = decodeNode(dataAt(nodeAddress(protocol.programId, node.index)));
      expect(account).toMatchObject({ index: node.index, endpoint: `http://127.0.0.1:${7_100 + node.index}` });
      expect(account.publicKey).toEqual(node.publicKey);
      expect(account.encryptionKey).toEqual(node.encryptionKey);
      expect(registry.keys[node.index]).toEqual(node.publicKey);
    }
  });

  it('has one active gateway', () => {
    const gateway = decodeGateway(dataAt(gatewayAddress(protocol.programId, addressOf(identities.gateway))));
    expect(gatewayIsActive(gateway)).toBe(true);
  });

  it('has two subscriptions of different owners with at least 100,000 rounds each, and one with none', () => {
    const roundsOf = (key: Uint8Array): bigint =>
      decodeSubscription(dataAt(subscriptionAddress(protocol.programId, addressOf(key)))).roundsLeft;
    expect(roundsOf(identities.subscriptionOwner)).toBeGreaterThanOrEqual(100_000n);
    expect(roundsOf(identities.otherOwner)).toBeGreaterThanOrEqual(100_000n);
    expect(roundsOf(identities.exhaustedOwner)).toBe(0n);
  });

  it('has a delegate of the first subscription with at least 1,000 rounds of its own', () => {
    const subscription = subscriptionAddress(protocol.programId, addressOf(identities.subscriptionOwner));
    const delegate = decodeDelegate(dataAt(delegateAddress(protocol.programId, subscription, addressOf(identities.delegate))));
    expect(delegateRoundsLeft(delegate)).toBeGreaterThanOrEqual(1_000n);
    expect(delegate.maxSignatures).toBe(NODES);
  });

  it('has one escrow, which is funded and paused; the payer who is to discover it has paid nothing in', () => {
    const gateway = gatewayAddress(protocol.programId, addressOf(identities.gateway));
    const escrowOf = (key: Uint8Array) => escrowAddress(protocol.programId, addressOf(key), gateway);
    const { pausedEscrowPayer, agentPayer } = identities;
    const paused = escrowOf(pausedEscrowPayer);
    const escrow = decodeAgentEscrow(dataAt(paused));
    expect(escrow).toMatchObject({ authority: addressOf(pausedEscrowPayer), gateway });
    expect(agentEscrowIsPaused(escrow)).toBe(true);
    expect(tokensAt(paused)).toBe(PAUSED_ESCROW_ATOMIC);
    expect(ledger.account(associatedTokenAddress(escrowOf(agentPayer), protocol.mint))).toBeNull();
  });

  it('funds every promised key with 10 SOL, and the payers and the key that the page lends with 1,000 USDC', () => {
    const { subscriptionOwner, delegate, otherOwner, exhaustedOwner, agentPayer, x402Payer, emptyPayer, stranger } = identities;
    const promised = [subscriptionOwner, delegate, otherOwner, exhaustedOwner, agentPayer, x402Payer, emptyPayer, stranger];
    for (const key of [...promised, identities.pausedEscrowPayer]) {
      expect(ledger.account(addressOf(key))?.lamports).toBe(10_000_000_000n);
    }
    expect([agentPayer, x402Payer, otherOwner, emptyPayer, stranger].map(usdcOf)).toEqual([
      1_000_000_000n,
      1_000_000_000n,
      1_000_000_000n,
      0n,
      0n,
    ]);
  });
});
