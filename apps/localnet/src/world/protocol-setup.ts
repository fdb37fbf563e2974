import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { instructions, type PriceSettings, type ProtocolSettings } from '@oracle-gateway/ledger';
import { createMintAt, createTokenAccount, deployProgram, mintTo, type LocalLedger } from '@oracle-gateway/litesvm-rpc';
import { programArtifactPath } from '@oracle-gateway/program/artifact';
import { deriveDeploymentId, toAddress, type Address, type DeploymentId } from '@oracle-gateway/protocol';
import { configAddress } from '@oracle-gateway/protocol/accounts';
import { createSigningKey, provePossession } from '@oracle-gateway/schnorr/signing';

import { DEVNET_USDC_MINT, NETWORK } from './devnet.js';
import type { Identities, NodeIdentity } from './identities.js';
import { addressOf, type SecretKey } from './keypair.js';

export const MIN_SIGNERS = 2;
export const REDUNDANCY_BUFFER = 1;
export const SUBSCRIPTION_ROUNDS = 1_000_000n;
const USDC_DECIMALS = 6;
const LAMPORTS_PER_SOL = 1_000_000_000n;
const PROMISED_LAMPORTS = 10n * LAMPORTS_PER_SOL;
const PAYER_USDC_ATOMIC = 1_000_000_000n;
/** Enough for the receipts of 100,000 rounds, about 1.4 million lamports each. */
const GATEWAY_LAMPORTS = 200_000n * LAMPORTS_PER_SOL;
const SUBSCRIPTION_SECONDS = 365n * 86_400n;
const SETTLE_WINDOW_SECONDS = 21_600n;

const PRICES: PriceSettings = {
  x402RoundBase: 1_000n,
  rewardPerSignature: 500n,
  agentRoundBase: 1_000n,
  agentRoundPerSig: 500n,
  subscriptionRoundBase: 100n,
  subscriptionRoundPerSig: 50n,
};
const SETTINGS: ProtocolSettings = {
  minSigners: MIN_SIGNERS,
  versionGraceSeconds: SETTLE_WINDOW_SECONDS,
  settleWindowSeconds: SETTLE_WINDOW_SECONDS,
  withdrawDelaySeconds: SETTLE_WINDOW_SECONDS,
  prices: PRICES,
};

export interface DeployedProtocol {
  readonly programId: Address;
  readonly deploymentId: DeploymentId;
  readonly mint: Address;
  readonly treasuryTokenAccount: Address;
  readonly prices: PriceSettings;
}

export interface ProtocolSetup {
  readonly ledger: LocalLedger;
  readonly identities: Identities;
  readonly endpointOf: (nodeIndex: number) => string;
}

/** Does what operators do on a cluster, in the same transactions: deploys, initialises, registers, subscribes, funds. */
export async function setUpProtocol(setup: ProtocolSetup): Promise<DeployedProtocol> {
  const { ledger, identities } = setup;
  const { administrator } = identities;
  ledger.airdrop(addressOf(administrator), 1_000n * LAMPORTS_PER_SOL);
  const elf = await readFile(programArtifactPath);
  deployProgram(ledger, { payer: administrator, programKey: identities.program, elf });
  const programId = addressOf(identities.program);
  const mint = DEVNET_USDC_MINT;
  createMintAt(ledger, { address: mint, decimals: USDC_DECIMALS, mintAuthority: addressOf(administrator) });

  const authority = addressOf(administrator);
  ledger.send(
    [administrator],
    [instructions.initialise({ programId, upgradeAuthority: authority, mint, network: NETWORK, settings: SETTINGS })],
  );
  const deploymentId = deriveDeploymentId({ programId, network: NETWORK });
  registerNodes(setup, programId, deploymentId);
  ledger.send([administrator], [instructions.registerGateway({ programId, authority, gatewayAuthority: addressOf(identities.gateway) })]);
  const treasuryTokenAccount = toAddress(createTokenAccount(ledger, { payer: administrator, owner: configAddress(programId), mint }));

  openSubscription(setup, programId, identities.subscriptionOwner, SUBSCRIPTION_ROUNDS);
  openSubscription(setup, programId, identities.otherOwner, SUBSCRIPTION_ROUNDS);
  openSubscription(setup, programId, identities.exhaustedOwner, 0n);
  for (const payer of [identities.agentPayer, identities.x402Payer]) {
    mintTo(ledger, { mintAuthority: administrator, mint, owner: addressOf(payer), amountAtomic: PAYER_USDC_ATOMIC });
  }
  fund(ledger, identities);
  return { programId, deploymentId, mint, treasuryTokenAccount, prices: PRICES };
}

function registerNodes({ ledger, identities, endpointOf }: ProtocolSetup, programId: Address, deploymentId: DeploymentId): void {
  const { administrator, nodes } = identities;
  const authority = addressOf(administrator);
  const proofOf = (node: NodeIdentity): { s: Uint8Array; commitment: Uint8Array } => {
    const { encryptionKey } = node;
    const signingKey = createSigningKey(node.secretKey);
    const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
    return provePossession({ signingKey, deploymentId, encryptionKey, operator: addressOf(node.operator) }, { random });
  };
  for (const node of nodes) {
    const { index, publicKey, encryptionKey } = node;
    const registration = { programId, authority, index, publicKey, encryptionKey, operator: addressOf(node.operator) };
    ledger.send([administrator], [instructions.registerNode({ ...registration, proof: proofOf(node), endpoint: endpointOf(index) })]);
  }
  const changes = nodes.map(({ index }) => ({ op: 'set', index }) as const);
  const version = { programId, authority, currentVersion: 0n, redundancyBuffer: REDUNDANCY_BUFFER, emergency: false, changes };
  ledger.send([administrator], [instructions.changeRegistry(version)]);
}

function openSubscription({ ledger, identities }: ProtocolSetup, programId: Address, ownerKey: SecretKey, rounds: bigint): void {
  const owner = addressOf(ownerKey);
  const maxSignatures = identities.nodes.length;
  const priceAtomic = rounds * (PRICES.subscriptionRoundBase + BigInt(maxSignatures) * PRICES.subscriptionRoundPerSig);
  ledger.airdrop(owner, LAMPORTS_PER_SOL);
  mintTo(ledger, { mintAuthority: identities.administrator, mint: DEVNET_USDC_MINT, owner, amountAtomic: priceAtomic });
  const expiresAtSeconds = ledger.clock.unixTimestampSeconds + SUBSCRIPTION_SECONDS;
  const payment = { mint: DEVNET_USDC_MINT, registryVersion: 1n, maxAmountAtomic: priceAtomic };
  const terms = { gatewayAuthority: addressOf(identities.gateway), maxSignatures, rounds, expiresAtSeconds, ...payment };
  ledger.send([ownerKey], [instructions.openSubscription({ programId, owner, ...terms })]);
}

/** Brings every key of the manifest to 10 SOL, and the gateway's to what settling takes. */
function fund(ledger: LocalLedger, identities: Identities): void {
  const { subscriptionOwner, otherOwner, exhaustedOwner, agentPayer, x402Payer, emptyPayer, stranger } = identities;
  for (const key of [subscriptionOwner, otherOwner, exhaustedOwner, agentPayer, x402Payer, emptyPayer, stranger]) {
    const held = ledger.account(addressOf(key))?.lamports ?? 0n;
    if (held < PROMISED_LAMPORTS) ledger.airdrop(addressOf(key), PROMISED_LAMPORTS - held);
  }
  ledger.airdrop(addressOf(identities.gateway), GATEWAY_LAMPORTS);
}
