import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { ed25519 } from '@noble/curves/ed25519.js';
import { createLedgerReader, signerFromSecretKey, type LedgerReader, type LedgerSigner } from '@oracle-gateway/ledger';
import {
  addGenesisProgram,
  createLocalLedger,
  createMintAt,
  createTokenAccount,
  mintTo,
  serveLedgerRpc,
  type LocalLedger,
} from '@oracle-gateway/litesvm-rpc';
import { programArtifactPath } from '@oracle-gateway/program/artifact';
import { deriveDeploymentId, toAddress, type Address } from '@oracle-gateway/protocol';
import { createSigningKey, provePossession } from '@oracle-gateway/schnorr/signing';

import {
  administer,
  carryOutChange,
  planChangeRegistry,
  planInitialise,
  planRegisterGateway,
  planRegisterNode,
  planTreasuryCreate,
  type AdminLedger,
  type FlatSettings,
  type ProvenRegistration,
  type Plan,
} from '../src/index.js';

/** Settings of the deployment that tests make. */
export const SETTINGS: FlatSettings = {
  minSigners: 2,
  versionGraceSeconds: 21_600n,
  settleWindowSeconds: 21_600n,
  withdrawDelaySeconds: 21_600n,
  x402RoundBase: 1_000n,
  rewardPerSignature: 500n,
  agentRoundBase: 1_000n,
  agentRoundPerSig: 500n,
  subscriptionRoundBase: 100n,
  subscriptionRoundPerSig: 50n,
  additionsDelaySeconds: 0n,
  guardian: null,
};
const LAMPORTS = 100_000_000_000n;
const TOKENS = 1_000_000_000n;

/** A key in the Solana CLI's form; of one name always the same. */
export function secretKeyOf(name: string): Uint8Array {
  const secret = createHash('sha256').update(name).digest();
  return Uint8Array.of(...secret, ...ed25519.getPublicKey(secret));
}

/** The signer of a test key, by a name that makes it. */
export function signerOf(name: string): LedgerSigner {
  return signerFromSecretKey(secretKeyOf(name));
}

/** A ledger in this process with the program deployed and initialised. */
export interface DeployedLedger {
  readonly ledger: LocalLedger;
  readonly rpcUrl: string;
  readonly programId: Address;
  readonly mint: Address;
  readonly network: string;
  readonly reader: LedgerReader;
  administer(name: string): AdminLedger;
  /** A node's own part: keys and proof of possession. */
  registration(
    index: number,
    keyName?: string,
    named?: Partial<Pick<ProvenRegistration, 'endpoint' | 'previousRegisteredAt'>>,
  ): ProvenRegistration;
  close(): Promise<void>;
}

/** The real program, deployed and not initialised; `administrator`, `owner`, `stranger` hold lamports, `owner` a thousand tokens. */
export async function deployLedger(): Promise<DeployedLedger> {
  const ledger = createLocalLedger();
  const rpc = await serveLedgerRpc(ledger);
  for (const name of ['administrator', 'owner', 'stranger', 'successor']) ledger.airdrop(signerOf(name).address, LAMPORTS);
  const administrator = secretKeyOf('administrator');
  const { address: programId } = signerOf('program');
  const { address: upgradeAuthority } = signerOf('administrator');
  addGenesisProgram(ledger, { programId, upgradeAuthority, elf: await readFile(programArtifactPath) });
  const mint = toAddress(createHash('sha256').update('mint').digest());
  createMintAt(ledger, { address: mint, decimals: 6, mintAuthority: upgradeAuthority });
  mintTo(ledger, { mintAuthority: administrator, mint, owner: signerOf('owner').address, amountAtomic: TOKENS });
  createTokenAccount(ledger, { payer: administrator, owner: upgradeAuthority, mint });
  const network = `solana:${ledger.genesisHash.slice(0, 32)}`;
  const { rpcUrl } = rpc;
  return {
    ledger,
    rpcUrl,
    programId,
    mint,
    network,
    reader: createLedgerReader({ rpcUrl, programId, configTtlMs: 0, subscriptionTtlMs: 0, minRefreshIntervalMs: 0 }),
    administer: (name) => administer({ programId, server: { rpcUrl }, signer: signerOf(name) }),
    registration: (index, keyName = `node ${index}`, named = {}) =>
      proveNode({ programId, network, index, keyName, endpoint: `http://node-${index}.test`, previousRegisteredAt: 0n, ...named }),
    async close() {
      await rpc.close();
      ledger.close();
    },
  };
}

function proveNode(input: {
  programId: Address;
  network: string;
  index: number;
  keyName: string;
  endpoint: string;
  previousRegisteredAt: bigint;
}): ProvenRegistration {
  const { index, keyName, endpoint, previousRegisteredAt } = input;
  const deploymentId = deriveDeploymentId(input);
  const signingKey = createSigningKey(createHash('sha256').update(keyName).digest());
  const encryptionKey = createHash('sha256').update(`${keyName} encryption`).digest();
  const { address: operator } = signerOf(`${keyName} operator`);
  const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const named = { index, encryptionKey: new Uint8Array(encryptionKey), operator, endpoint, previousRegisteredAt };
  const proof = provePossession({ signingKey, deploymentId, ...named }, { random });
  return { deploymentId, publicKey: signingKey.publicKey, ...named, proof };
}

/** Sends what a plan asks for; fails the test unless it is done. */
export async function perform(ledger: AdminLedger, plan: Plan): Promise<void> {
  if (plan.kind === 'already so') return;
  const outcome = await carryOutChange(ledger, plan);
  if (outcome.kind !== 'done') throw new Error(`not done: ${JSON.stringify(outcome)}`);
}

/** Three nodes in registry version 1, a gateway, a treasury. */
export async function setUp(deployed: DeployedLedger): Promise<void> {
  const admin = deployed.administer('administrator');
  await perform(admin, await planInitialise(admin, { mint: deployed.mint, settings: SETTINGS }));
  for (const index of [0, 1, 2]) {
    const input = { registration: deployed.registration(index), intoRegistry: false };
    await perform(admin, await planRegisterNode(admin, input));
  }
  await perform(admin, await planChangeRegistry(admin, { set: [0, 1, 2], remove: [], redundancyBuffer: 1, emergency: false }));
  await perform(admin, await planTreasuryCreate(admin));
  await perform(admin, await planRegisterGateway(admin, { gatewayAuthority: signerOf('gateway').address }));
}
