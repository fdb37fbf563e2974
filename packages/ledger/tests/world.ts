import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { ed25519 } from '@noble/curves/ed25519.js';
import { programArtifactPath } from '@oracle-gateway/program/artifact';
import {
  attestationMessage,
  deriveDeploymentId,
  deriveFeedId,
  deriveSourceId,
  findProgramAddress,
  roundAddress,
  signersBitmap,
  toAddress,
  toUnixMs,
  unixMs,
  unixSeconds,
  type UnixMs,
  type Address,
  type ApiConfig,
  roundAddressBump,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import { associatedTokenAddress, gatewayAddress, TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';
import {
  createNoncePair,
  createSigningKey,
  generateSecretKey,
  prepareSession,
  provePossession,
  signPartial,
  sumPartials,
} from '@oracle-gateway/schnorr/signing';

import {
  createLedgerReader,
  createLedgerSender,
  instructions,
  settleComputeUnits,
  signerFromSecretKey,
  treasuryAddress,
  type LedgerInstruction,
  type LedgerReader,
  type LedgerSender,
  type LedgerSigner,
  type ProtocolSettings,
  type KeyForm,
  type SettleRoundInput,
} from '../src/index.js';
import { UPGRADEABLE_LOADER } from '../src/program-ids.js';
import { createSvmRpc, putAccount, type SvmRpc } from './svm-rpc.js';

export { putAccount };

/** Network of the world that tests make. */
export const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
/** Source of all rounds. */
export const API_CONFIG: ApiConfig = { url: 'https://api.example.com/', method: 'GET' };
const sourceId = deriveSourceId(API_CONFIG);
/** Time at which the world of tests begins, unix seconds. */
export const START_SECONDS = 1_800_000_000n;
/** The stamp of a round lies so many milliseconds after its timestamp. */
const STAMP_MS = 250;
const RPC_URL = 'http://ledger.test';

/** Deterministic bytes: the same world in every run. */
export function seededRandom(seed: string): (length: number) => Uint8Array {
  let counter = 0;
  return (length) => {
    const bytes = new Uint8Array(length);
    for (let offset = 0; offset < length; offset += 32) {
      counter += 1;
      bytes.set(
        createHash('sha256')
          .update(`${seed}/${counter}`)
          .digest()
          .subarray(0, Math.min(32, length - offset)),
        offset,
      );
    }
    return bytes;
  };
}

/** The signer of a test key, by a name that makes it. */
export function keypair(name: string): LedgerSigner {
  const secret = createHash('sha256').update(name).digest();
  return signerFromSecretKey(Uint8Array.of(...secret, ...ed25519.getPublicKey(secret)));
}

/** Settings of the world that tests make. */
export const settings: ProtocolSettings = {
  minSigners: 2,
  versionGraceSeconds: 21_600n,
  settleWindowSeconds: 21_600n,
  withdrawDelaySeconds: 21_600n,
  prices: {
    x402RoundBase: 1_000n,
    rewardPerSignature: 500n,
    agentRoundBase: 1_000n,
    agentRoundPerSig: 500n,
    subscriptionRoundBase: 100n,
    subscriptionRoundPerSig: 50n,
  },
  additionsDelaySeconds: 0n,
  guardian: null,
};

function tokenAccountData(mint: Address, owner: Address, amount: bigint): Uint8Array {
  const data = new Uint8Array(165);
  data.set(mint, 0);
  data.set(owner, 32);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  data[108] = 1;
  return data;
}

function mintData(authority: Address): Uint8Array {
  const data = new Uint8Array(82);
  data[0] = 1;
  data.set(authority, 4);
  data[44] = 6;
  data[45] = 1;
  return data;
}

/** A ledger in this process with the program, and its RPC server. */
export interface World {
  readonly rpc: SvmRpc;
  readonly programId: Address;
  readonly mint: Address;
  readonly authority: LedgerSigner;
  readonly gateway: LedgerSigner;
  readonly owner: LedgerSigner;
  readonly reader: LedgerReader;
  readonly nodeSecrets: readonly Uint8Array[];
  senderOf(signer: LedgerSigner): LedgerSender;
  send(signer: LedgerSigner, ...parts: readonly LedgerInstruction[]): Promise<string>;
  /** A settle instruction's input for a round that the first `quorum` nodes signed; `signed` replaces what they signed. */
  settlement(
    quorum: number,
    timestampSeconds: number,
    feedOwner?: Address,
    signed?: Partial<Pick<SettleRoundInput, 'sourceId' | 'value' | 'form'>>,
  ): SettleRoundInput & { readonly observedAtMs: UnixMs; readonly keyForm: Extract<KeyForm, { form: 'sum' }> };
}

/** The committed program, deployed as its upgrade authority would have left it. */
function placeProgram(rpc: SvmRpc, programId: Address, upgradeAuthority: Address): void {
  const elf = readFileSync(programArtifactPath);
  const programData = findProgramAddress([programId], UPGRADEABLE_LOADER).address;
  const header = Uint8Array.of(3, 0, 0, 0, ...new Uint8Array(8), 1, ...upgradeAuthority);
  putAccount(rpc.svm, programData, { owner: UPGRADEABLE_LOADER, data: Uint8Array.from(Buffer.concat([header, elf])) });
  putAccount(rpc.svm, programId, { owner: UPGRADEABLE_LOADER, data: Uint8Array.of(2, 0, 0, 0, ...programData), executable: true });
  rpc.svm.warpToSlot(rpc.svm.getClock().slot + 2n);
}

/** An initialised protocol with `nodeCount` nodes, one gateway and one subscription of 1,000 rounds. */
export async function createWorld(nodeCount: number): Promise<World> {
  const rpc = createSvmRpc();
  rpc.setClock(START_SECONDS);
  const programId = keypair('program').address;
  const mint = toAddress(createHash('sha256').update('mint').digest());
  const [authority, gateway, owner] = [keypair('authority'), keypair('gateway'), keypair('owner')];
  for (const signer of [authority, gateway, owner]) rpc.svm.airdrop(signer.address, 10_000_000_000n);
  placeProgram(rpc, programId, authority.address);
  putAccount(rpc.svm, mint, { owner: TOKEN_PROGRAM_ID, data: mintData(authority.address) });
  const treasury = treasuryAddress(programId, mint);
  const config = findProgramAddress([new TextEncoder().encode('config')], programId).address;
  putAccount(rpc.svm, treasury, { owner: TOKEN_PROGRAM_ID, data: tokenAccountData(mint, config, 0n) });
  const ownerTokens = associatedTokenAddress(owner.address, mint);
  putAccount(rpc.svm, ownerTokens, { owner: TOKEN_PROGRAM_ID, data: tokenAccountData(mint, owner.address, 10_000_000_000n) });

  const reader = createLedgerReader({
    rpcUrl: RPC_URL,
    programId,
    fetch: rpc.fetch,
    configTtlMs: 1,
    subscriptionTtlMs: 1,
    minRefreshIntervalMs: 0,
  });
  const senderOf = (signer: LedgerSigner): LedgerSender =>
    createLedgerSender({ rpcUrl: RPC_URL, signer, fetch: rpc.fetch, blockhashTtlMs: 0 });
  const send: World['send'] = async (signer, ...parts) => {
    const sender = senderOf(signer);
    const transaction = await sender.build(parts, { computeUnitLimit: 1_400_000 });
    await sender.broadcast(transaction);
    return transaction.signature;
  };

  const deploymentId = deriveDeploymentId({ programId, network: NETWORK });
  const random = seededRandom('world');
  const nodeSecrets = Array.from({ length: nodeCount }, () => generateSecretKey(random));
  await send(authority, instructions.initialise({ programId, upgradeAuthority: authority.address, mint, network: NETWORK, settings }));
  for (const [index, secretKey] of nodeSecrets.entries()) {
    const signingKey = createSigningKey(secretKey);
    const { publicKey } = signingKey;
    const [encryptionKey, operator] = [random(32), keypair(`operator ${index}`).address];
    const registration = { index, encryptionKey, operator, endpoint: `http://node-${index}.test` };
    const proof = provePossession({ signingKey, deploymentId, previousRegisteredAt: 0n, ...registration }, { random });
    await send(
      authority,
      instructions.registerNode({ programId, authority: authority.address, currentVersion: 0n, publicKey, proof, ...registration }),
    );
  }
  const changes = nodeSecrets.map((_, index) => ({ op: 'set', index }) as const);
  await send(
    authority,
    instructions.changeRegistry({
      programId,
      authority: authority.address,
      currentVersion: 0n,
      redundancyBuffer: 1,
      emergency: false,
      changes,
    }),
  );
  await send(authority, instructions.registerGateway({ programId, authority: authority.address, gatewayAuthority: gateway.address }));
  const gatewayAccount = gatewayAddress(programId, gateway.address);
  const subscription = {
    gateway: gatewayAccount,
    mint,
    maxSignatures: 13,
    rounds: 1_000n,
    expiresAtSeconds: START_SECONDS + 1_000_000n,
    registryVersion: 1n,
    maxAmountAtomic: 1_000n * (100n + 13n * 50n),
  };
  await send(owner, instructions.openSubscription({ programId, owner: owner.address, ...subscription }));

  const settlement: World['settlement'] = (quorum, seconds, feedOwner = owner.address, signed = {}) => {
    const timestampSeconds = unixSeconds(seconds);
    const value = { sourceId, value: new Uint8Array(32).fill(1), form: SOURCE_FORM, ...signed };
    const feedId = deriveFeedId({ owner: feedOwner, sourceId: value.sourceId, signaturesRequired: quorum });
    const stamp = { observedAtMs: unixMs(seconds * 1_000 + STAMP_MS) };
    const round = {
      feedId,
      ...value,
      registryVersion: 1n,
      signaturesRequired: quorum,
      timestampMs: toUnixMs(timestampSeconds),
      ...stamp,
    };
    const aggregate = signRound(nodeSecrets.slice(0, quorum), attestationMessage({ deploymentId, ...round }), random);
    return {
      programId,
      gatewayAuthority: gateway.address,
      gateway: gatewayAccount,
      subscriptionOwner: owner.address,
      feedOwner,
      ...value,
      signaturesRequired: quorum,
      timestampSeconds,
      ...stamp,
      registryVersion: 1n,
      registryCount: nodeCount,
      ...aggregate,
      signersBitmap: signersBitmap(nodeSecrets.slice(0, quorum).map((_, index) => index)),
    };
  };

  return { rpc, programId, mint, authority, gateway, owner, reader, nodeSecrets, senderOf, send, settlement };
}

function signRound(secrets: readonly Uint8Array[], message: Uint8Array, random: (length: number) => Uint8Array) {
  const sessionId = random(32);
  const own = secrets.map((secretKey, index) => {
    const signingKey = createSigningKey(secretKey);
    return { index, signingKey, ...createNoncePair({ signingKey, sessionId, attempt: 0 }, { random }) };
  });
  const prepared = prepareSession({
    sessionId,
    attempt: 0,
    message,
    setHash: new Uint8Array(32),
    signers: own.map(({ index, signingKey, commitment }) => ({
      index,
      publicKey: signingKey.publicKey,
      D: commitment.D,
      E: commitment.E,
    })),
  });
  const partials = own.map(({ index, signingKey, pair }) => signPartial({ prepared, ownIndex: index, signingKey, pair }));
  const { s, commitment, aggregateKey } = sumPartials(prepared, partials);
  return { s, commitment, keyForm: { form: 'sum', aggregateKey } as const };
}

/** Settles a round in one step, like the settlement worker. */
export async function settle(world: World, quorum: number, timestampSeconds: number, keyForm?: KeyForm): Promise<string> {
  const sender = world.senderOf(world.gateway);
  const signed = world.settlement(quorum, timestampSeconds);
  const round = { ...signed, keyForm: keyForm ?? signed.keyForm };
  const identity = { ...round, timestampSeconds: unixSeconds(timestampSeconds) };
  const receipt = roundAddress(identity);
  const transaction = await sender.build([instructions.settleRound({ ...round, receipt })], {
    computeUnitLimit: settleComputeUnits(quorum, roundAddressBump(receipt, identity) ?? 0, round.keyForm.form),
  });
  await sender.broadcast(transaction);
  return transaction.signature;
}
