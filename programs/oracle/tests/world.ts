/** A deployment in use: builds every instruction as an honest party would; tests change one thing at a time. */
import { SystemProgram, type Keypair, type PublicKey, type TransactionInstruction } from '@solana/web3.js';

import { readConfig, readDelegate, readFeed, readNode, readRegistry, readSubscription } from './accounts.js';
import { be32, concat, u64, u8 } from './bytes.js';
import { Chain } from './chain.js';
import {
  administrator,
  configAddress,
  DAY,
  delegate,
  delegateAddress,
  DEPLOYMENT_ID,
  encryptionKey,
  gatewayAddress,
  gatewayAuthority,
  MAX_SIGNATURES,
  mint,
  NETWORK,
  nodeAddress,
  nodeKeys,
  operator,
  otherGatewayAuthority,
  owner,
  pda,
  programId,
  pendingChangeAddress,
  registryAddress,
  rotator,
  signerSetAddress,
  ROUNDS,
  SETTINGS,
  START,
  stranger,
  subscriptionAddress,
  tokensOf,
  treasuryAddress,
  VALUE,
} from './deployment.js';
import * as instructions from './instructions.js';
import type {
  GatewayStatus,
  KeyForm,
  Settings,
  SettleRoundInput,
  ShowSourceInput,
  SlotChange,
  SubmitInput,
  SubmitManyInput,
} from './instructions.js';
import { programDataAddress } from './loader.js';
import { createToken, deploy } from './set-up.js';
import {
  attestationMessage,
  feedIdOf,
  keccak,
  pointBytes,
  possessionMessage,
  sha256,
  signWith,
  slopesOf,
  sumOf,
  type Attestation,
  type NodeKey,
} from './signer.js';

/** A round before its signatures. */
export interface Round {
  readonly owner: PublicKey;
  /** The delegate of the owner's subscription that asked for the round. */
  readonly delegate?: PublicKey;
  readonly apiConfigHash: Uint8Array;
  readonly value: Uint8Array;
  readonly registryVersion: bigint;
  readonly signaturesRequired: number;
  readonly timestampSeconds: bigint;
  /** Node indices. */
  readonly signers: readonly number[];
}

/** Owner of the feed. */
export function consumerOf(round: Round): PublicKey {
  return round.delegate ?? round.owner;
}

/** The time of the request as far as it is given, also where it has no 64 bits in milliseconds. */
export function observedAtOf(round: Pick<Round, 'timestampSeconds'>, attested: Partial<Attestation>): bigint {
  const { timestampSeconds = round.timestampSeconds } = attested;
  return attested.observedAtMs ?? BigInt.asUintN(64, attested.timestampMs ?? timestampSeconds * 1000n);
}

/** Seeds of a round's receipt, without the bump. */
export function receiptSeeds(round: Round): Uint8Array[] {
  return [concat('round'), consumerOf(round).toBytes(), round.apiConfigHash, u8(round.signaturesRequired), u64(round.timestampSeconds)];
}
export function receiptAddress(round: Round): PublicKey {
  return pda(...receiptSeeds(round));
}

/** Seeds of the feed that a round's value belongs to, without the bump. */
export function feedSeeds(round: Round): Uint8Array[] {
  return [concat('feed'), feedIdOf({ ...round, owner: consumerOf(round).toBytes() })];
}
export function feedAddress(round: Round): PublicKey {
  return pda(...feedSeeds(round));
}

/** A round of several sources. `value` of the round is not used: the entries give it. */
export interface List extends Round {
  /** null = no value. */
  readonly entries: readonly { readonly sourceId: Uint8Array; readonly value: Uint8Array | null }[];
}

/** Entries of a group. */
export const GROUP = 4;

/** The round that a source of a list would have alone. */
export function memberOf(list: List, place: number): Round {
  const { sourceId, value } = list.entries[place]!;
  return { ...list, apiConfigHash: sourceId, value: value ?? new Uint8Array(32) };
}

/** The entries of each group as nodes sign them. */
export function groupsOf({ entries }: List): Uint8Array[] {
  const bytes = entries.map(({ sourceId, value }) => concat(sourceId, u8(value === null ? 0 : 1), value ?? new Uint8Array(32)));
  return Array.from({ length: Math.ceil(bytes.length / GROUP) }, (_, group) => concat(...bytes.slice(GROUP * group, GROUP * (group + 1))));
}

/** The value that nodes sign of a list. */
export function valueOf(list: List): Uint8Array {
  return keccak('SVC_VALUES_V1', u8(list.entries.length), ...groupsOf(list).map((group) => keccak(group)));
}

/** Bitmap as the instruction carries it: big-endian, bit i is index i. */
export function bitmapOf(indices: readonly number[], slots: number): Uint8Array {
  const bitmap = new Uint8Array(Math.ceil(slots / 8));
  for (const index of indices) {
    const position = bitmap.length - 1 - Math.floor(index / 8);
    bitmap[position] = bitmap[position]! | (1 << (index % 8));
  }
  return bitmap;
}

/** Bitmap as an account and an address carry it: all 32 bytes. */
export function wholeBitmapOf(indices: readonly number[]): Uint8Array {
  return bitmapOf(indices, 256);
}

/** Node accounts that one transaction has room for. */
const MAX_SETS = 20;

export const DELEGATE_ROUNDS = 5n;
export const DELEGATE_MAX_SIGNATURES = 3;

/** An owner's limit that accepts every price. */
const ANY_AMOUNT = 2n ** 64n - 1n;

export interface WorldOptions {
  readonly nodeCount?: number;
  readonly minSigners?: number;
  readonly redundancyBuffer?: number;
  readonly maxSignatures?: number;
}

export class World {
  constructor(readonly chain: Chain) {}

  /** An independent copy. */
  fork(): World {
    return this.save()();
  }

  /** Makes independent copies of the world as it is now. */
  save(): () => World {
    const copy = this.chain.save();
    return () => new World(copy());
  }

  private readonly administration = { programId, authority: administrator.publicKey, config: configAddress };

  initialise(changes: Partial<instructions.InitialiseInput> = {}) {
    return instructions.initialise({
      programId,
      upgradeAuthority: administrator.publicKey,
      config: configAddress,
      programData: programDataAddress(programId),
      mint,
      networkHash: sha256(NETWORK),
      settings: SETTINGS,
      ...changes,
    });
  }

  updateConfig(settings: Partial<Settings>, pendingChange?: PublicKey) {
    return instructions.updateConfig({ ...this.administration, settings: { ...SETTINGS, ...settings }, pendingChange });
  }

  proposeAuthority(newAuthority: PublicKey, pendingChange?: PublicKey) {
    return instructions.proposeAuthority({ ...this.administration, newAuthority, pendingChange });
  }

  /** Announces an instruction, with the nodes that it sets. */
  announce({ data }: TransactionInstruction, nodes: readonly PublicKey[] = []) {
    return instructions.announceChange({ ...this.administration, pendingChange: pendingChangeAddress(data), change: data, nodes });
  }

  cancelChange({ data }: TransactionInstruction, by = administrator.publicKey) {
    return instructions.cancelChange({ ...this.administration, authority: by, pendingChange: pendingChangeAddress(data) });
  }

  acceptAuthority(authority: PublicKey) {
    return instructions.acceptAuthority({ ...this.administration, authority });
  }

  withdrawTreasury({ to, amount = 1_000n }: { readonly to: PublicKey; readonly amount?: bigint }) {
    return instructions.withdrawTreasury({ ...this.administration, amount, treasury: treasuryAddress, destination: tokensOf(to) });
  }

  /** `registered_at` of node `index`; 0 if it has no account. */
  registeredAt(index: number): bigint {
    const account = this.chain.account(nodeAddress(index));
    return account?.owner === programId.toBase58() ? readNode(account.data).registeredAt : 0n;
  }

  /** Registers node `index` with the key of that index; `changes` but key and endpoint replace fields after the proof was made. */
  registerNode(index: number, changes: Partial<instructions.RegisterNodeInput> & { readonly key?: NodeKey } = {}) {
    const { key = nodeKeys[index]!, endpoint = concat(`https://node-${index}.example`), ...overrides } = changes;
    const fields = { index, publicKey: pointBytes(key.point), encryptionKey: encryptionKey(index), operator: operator(index), endpoint };
    const previousRegisteredAt = this.registeredAt(index);
    return instructions.registerNode({
      ...this.administration,
      node: nodeAddress(index),
      registry: this.currentRegistry(),
      ...fields,
      proof: signWith([key], possessionMessage({ deploymentId: DEPLOYMENT_ID, previousRegisteredAt, ...fields })),
      ...overrides,
    });
  }

  /** Address of the current registry version; the system program before the first. */
  private currentRegistry(): PublicKey {
    const { registryVersion } = readConfig(this.chain.data(configAddress));
    return registryVersion === 0n ? SystemProgram.programId : registryAddress(registryVersion);
  }

  /** `set` of every index below `count`. */
  sets(count: number): SlotChange[] {
    return Array.from({ length: count }, (_, index) => this.set(index));
  }

  set(index: number): SlotChange {
    return { op: 'set', index, node: nodeAddress(index) };
  }

  changeRegistry(changes: Partial<instructions.ChangeRegistryInput> & { readonly version?: bigint }) {
    const { version = 0n, ...overrides } = changes;
    return instructions.changeRegistry({
      ...this.administration,
      current: version === 0n ? SystemProgram.programId : registryAddress(version),
      next: registryAddress(version + 1n),
      redundancyBuffer: 1,
      emergency: false,
      changes: [],
      ...overrides,
    });
  }

  registerGateway(authority: Keypair, keys: Partial<instructions.GatewayKeys> = {}) {
    const gateway = gatewayAddress(authority.publicKey);
    const gatewayKeys = { rotator: rotator.publicKey, rentTo: authority.publicKey, ...keys };
    return instructions.registerGateway({ ...this.administration, gateway, gatewayAuthority: authority.publicKey, ...gatewayKeys });
  }

  private gatewayBy(authority: PublicKey) {
    return { ...this.administration, authority, gateway: gatewayAddress(gatewayAuthority.publicKey) };
  }

  updateGateway(keys: Partial<instructions.GatewayKeys>, by = rotator.publicKey) {
    return instructions.updateGateway({ ...this.gatewayBy(by), rotator: rotator.publicKey, rentTo: gatewayAuthority.publicKey, ...keys });
  }

  proposeGatewayAuthority(newAuthority: PublicKey, by = rotator.publicKey) {
    return instructions.proposeGatewayAuthority({ ...this.gatewayBy(by), newAuthority });
  }

  acceptGatewayAuthority(by: PublicKey) {
    return instructions.acceptGatewayAuthority(this.gatewayBy(by));
  }

  setGatewayStatus(status: GatewayStatus, authority = gatewayAuthority) {
    return instructions.setGatewayStatus({ ...this.administration, gateway: gatewayAddress(authority.publicKey), status });
  }

  private ownedBy(by: PublicKey) {
    return { programId, owner: by, config: configAddress, subscription: subscriptionAddress(by) };
  }

  openSubscription(changes: Partial<instructions.OpenSubscriptionInput>, by = owner.publicKey) {
    return instructions.openSubscription({
      ...this.ownedBy(by),
      maxSignatures: MAX_SIGNATURES,
      rounds: ROUNDS,
      expiresAt: this.chain.now + 30n * DAY,
      gateway: gatewayAddress(gatewayAuthority.publicKey),
      ...this.payment(by),
      ...changes,
    });
  }

  private payment(by: PublicKey) {
    const { registryVersion } = readConfig(this.chain.data(configAddress));
    return { maxAmount: ANY_AMOUNT, registry: registryAddress(registryVersion), from: tokensOf(by), treasury: treasuryAddress };
  }

  renewSubscription(changes: Partial<instructions.RenewSubscriptionInput>) {
    return instructions.renewSubscription({
      ...this.ownedBy(owner.publicKey),
      rounds: 5n,
      expiresAt: this.chain.now + 60n * DAY,
      ...this.payment(owner.publicKey),
      ...changes,
    });
  }

  upgradeSubscription(changes: Partial<instructions.UpgradeSubscriptionInput>) {
    return instructions.upgradeSubscription({
      ...this.ownedBy(owner.publicKey),
      maxSignatures: MAX_SIGNATURES + 1,
      ...this.payment(owner.publicKey),
      ...changes,
    });
  }

  pause() {
    return instructions.pauseSubscription(this.ownedBy(owner.publicKey));
  }

  resume() {
    return instructions.resumeSubscription(this.ownedBy(owner.publicKey));
  }

  private delegated(authority: PublicKey) {
    return { ...this.ownedBy(owner.publicKey), delegate: delegateAddress(authority) };
  }

  /** The bounds of the delegate of a world in use; `changes` replace some. */
  private bounds(changes: Partial<instructions.DelegateBounds>) {
    return { rounds: DELEGATE_ROUNDS, maxSignatures: DELEGATE_MAX_SIGNATURES, expiresAt: START + 20n * DAY, ...changes };
  }

  addDelegate(changes: Partial<instructions.AddDelegateInput> = {}, authority = delegate.publicKey) {
    return instructions.addDelegate({ ...this.delegated(authority), authority, ...this.bounds(changes), ...changes });
  }

  boundDelegate(changes: Partial<instructions.DelegateBounds> = {}, authority = delegate.publicKey) {
    return instructions.boundDelegate({ ...this.delegated(authority), ...this.bounds(changes) });
  }

  revokeDelegate(authority = delegate.publicKey) {
    return instructions.revokeDelegate(this.delegated(authority));
  }

  closeDelegate(authority = delegate.publicKey) {
    return instructions.closeDelegate(this.delegated(authority));
  }

  delegate(authority = delegate.publicKey) {
    return readDelegate(this.chain.data(delegateAddress(authority)));
  }

  changeSubscriptionGateway(authority: Keypair) {
    return instructions.changeSubscriptionGateway({ ...this.ownedBy(owner.publicKey), gateway: gatewayAddress(authority.publicKey) });
  }

  /** The change from one gateway to the next, confirmed by `by`: the owner or the gateway that leaves. */
  confirmSubscriptionGateway(by: Keypair, from = gatewayAuthority, to = otherGatewayAuthority) {
    return instructions.confirmSubscriptionGateway({
      programId,
      signer: by.publicKey,
      config: configAddress,
      subscription: subscriptionAddress(owner.publicKey),
      oldGateway: gatewayAddress(from.publicKey),
      newGateway: gatewayAddress(to.publicKey),
    });
  }

  /** A round of now that nodes 0, 1 and 3 would sign. */
  round(changes: Partial<Round> = {}): Round {
    return {
      owner: owner.publicKey,
      apiConfigHash: sha256('a source'),
      value: VALUE,
      registryVersion: 1n,
      signaturesRequired: 3,
      timestampSeconds: this.chain.now,
      signers: [0, 1, 3],
      ...changes,
    };
  }

  /** Proof of a round. `attested` replaces what the nodes sign. */
  private proofOf(round: Round, attested: Partial<Attestation>): instructions.ProofInput {
    const keys = round.signers.map((index) => nodeKeys[index]!);
    const message = attestationMessage({ deploymentId: DEPLOYMENT_ID, ...round, owner: consumerOf(round).toBytes(), ...attested });
    return {
      signature: signWith(keys, message),
      keyForm: { form: 'sum', aggregateKey: pointBytes(sumOf(keys.map((key) => key.point))) },
      bitmap: bitmapOf(round.signers, this.registry(round.registryVersion).count),
    };
  }

  /**
   * Settles a round with an honest attestation of it. `attested` replaces what the nodes sign, `claimed` what the
   * gateway hands in.
   */
  settle(round: Round, claimed: Partial<SettleRoundInput> = {}, attested: Partial<Attestation> = {}) {
    return instructions.settleRound({
      ...this.proofOf(round, attested),
      programId,
      gatewayAuthority: gatewayAuthority.publicKey,
      rentPayer: claimed.gatewayAuthority ?? gatewayAuthority.publicKey,
      config: configAddress,
      gateway: gatewayAddress(gatewayAuthority.publicKey),
      subscription: subscriptionAddress(round.owner),
      registry: registryAddress(round.registryVersion),
      receipt: receiptAddress(round),
      delegate: round.delegate && delegateAddress(round.delegate, round.owner),
      apiConfigHash: round.apiConfigHash,
      value: round.value,
      signaturesRequired: round.signaturesRequired,
      form: attested.form ?? 1,
      timestampSeconds: round.timestampSeconds,
      observedAtMs: observedAtOf(round, attested),
      ...claimed,
    });
  }

  /** A form in which the keys of a round's signers can come, other than their sum. */
  slopes(round: Round): KeyForm {
    return { form: 'slopes', slopes: slopesOf(round.signers.map((index) => nodeKeys[index]!.point)) };
  }

  signerSet({ registryVersion, signers }: Pick<Round, 'registryVersion' | 'signers'>): KeyForm & { readonly form: 'signer set' } {
    return { form: 'signer set', signerSet: signerSetAddress(registryVersion, wholeBitmapOf(signers)) };
  }

  createSignerSet(
    { registryVersion, signers }: Pick<Round, 'registryVersion' | 'signers'>,
    changes: Partial<instructions.CreateSignerSetInput> = {},
  ) {
    return instructions.createSignerSet({
      programId,
      payer: stranger.publicKey,
      registry: registryAddress(registryVersion),
      signerSet: signerSetAddress(registryVersion, wholeBitmapOf(signers)),
      aggregateKey: pointBytes(sumOf(signers.map((index) => nodeKeys[index]!.point))),
      bitmap: bitmapOf(signers, this.registry(registryVersion).count),
      ...changes,
    });
  }

  closeSignerSet({ registryVersion, signers }: Pick<Round, 'registryVersion' | 'signers'>, recipient = stranger.publicKey) {
    const signerSet = signerSetAddress(registryVersion, wholeBitmapOf(signers));
    return instructions.closeSignerSet({ programId, registry: registryAddress(registryVersion), signerSet, recipient });
  }

  closeRound(round: Round, changes: Partial<instructions.CloseRoundInput> = {}) {
    return instructions.closeRound({
      programId,
      config: configAddress,
      gateway: gatewayAddress(gatewayAuthority.publicKey),
      round: receiptAddress(round),
      recipient: gatewayAuthority.publicKey,
      ...changes,
    });
  }

  closeRegistry(version: bigint, recipient = administrator.publicKey) {
    return instructions.closeRegistry({ programId, config: configAddress, registry: registryAddress(version), recipient });
  }

  /** Brings an honest attestation of a round's value to its feed. `attested` replaces what the nodes sign, `claimed` what is handed in. */
  submit(round: Round, claimed: Partial<SubmitInput> = {}, attested: Partial<Attestation> = {}) {
    const { timestampMs = round.timestampSeconds * 1000n, form = 1 } = claimed;
    const { observedAtMs = timestampMs } = claimed;
    return instructions.submit({
      ...this.proofOf(round, { timestampMs, observedAtMs, form, ...attested }),
      programId,
      payer: stranger.publicKey,
      config: configAddress,
      registry: registryAddress(round.registryVersion),
      feed: feedAddress(round),
      feedOwner: consumerOf(round).toBytes(),
      sourceId: round.apiConfigHash,
      value: round.value,
      signaturesRequired: round.signaturesRequired,
      form,
      timestampMs,
      observedAtMs,
      ...claimed,
    });
  }

  showSource(round: Round, text: Uint8Array, claimed: Partial<ShowSourceInput> = {}) {
    const { signaturesRequired } = round;
    const feedOwner = consumerOf(round).toBytes();
    return instructions.showSource({
      programId,
      payer: stranger.publicKey,
      feed: feedAddress(round),
      feedOwner,
      signaturesRequired,
      text,
      ...claimed,
    });
  }

  /** A list of now with a value of each source but those of `absent`. */
  list({
    sources = 2,
    absent = [],
    ...changes
  }: Partial<Round> & { readonly sources?: number; readonly absent?: readonly number[] } = {}): List {
    const entries = Array.from({ length: sources }, (_, place) => ({
      sourceId: sha256(`source ${place}`),
      value: absent.includes(place) ? null : be32(1_000n + BigInt(place)),
    }));
    return { ...this.round({ apiConfigHash: sha256('a list'), ...changes }), entries };
  }

  /** Brings the groups of `shown` of a list to the feeds of its sources; all where it is left out. `attested` replaces what the nodes sign. */
  submitMany(
    list: List,
    claimed: Partial<SubmitManyInput> = {},
    shown = list.entries.map((_, place) => Math.floor(place / GROUP)),
    attested: Partial<Attestation> = {},
  ) {
    const timestampMs = list.timestampSeconds * 1000n;
    const { observedAtMs = timestampMs } = claimed;
    const form = 128 + list.entries.length;
    const groups = groupsOf(list).map((group, place) => (shown.includes(place) ? { shown: group } : { hash: keccak(group) }));
    const isShown = (place: number) => shown.includes(Math.floor(place / GROUP));
    const feeds = list.entries.flatMap((entry, place) =>
      isShown(place) && entry.value !== null ? [feedAddress(memberOf(list, place))] : [],
    );
    return instructions.submitMany({
      ...this.proofOf({ ...list, value: valueOf(list) }, { form, observedAtMs, ...attested }),
      programId,
      payer: stranger.publicKey,
      config: configAddress,
      registry: registryAddress(list.registryVersion),
      feedOwner: consumerOf(list).toBytes(),
      sourceId: list.apiConfigHash,
      signaturesRequired: list.signaturesRequired,
      timestampMs,
      observedAtMs,
      sources: list.entries.length,
      groups,
      feeds,
      ...claimed,
    });
  }

  feed(round: Round) {
    return readFeed(this.chain.data(feedAddress(round)));
  }

  registry(version: bigint) {
    return readRegistry(this.chain.data(registryAddress(version)));
  }

  subscription(of = owner.publicKey) {
    return readSubscription(this.chain.data(subscriptionAddress(of)));
  }
}

/** Worlds that this process has made, by program and what else they differ in: creating one takes a hundred transactions, copying it none. */
const originals = new WeakMap<Uint8Array, Map<string, () => World>>();

function copyOf(program: Uint8Array, kind: string, create: () => World): World {
  const made = originals.get(program) ?? new Map<string, () => World>();
  originals.set(program, made);
  const copy = made.get(kind) ?? create().save();
  made.set(kind, copy);
  return copy();
}

/** The program deployed, its mint and people funded; not initialised. */
export function deployedWorld(program: Uint8Array): World {
  return copyOf(program, 'deployed', () => createDeployed(program));
}

function createDeployed(program: Uint8Array): World {
  const chain = Chain.create();
  chain.now = START;
  for (const key of [administrator, gatewayAuthority, otherGatewayAuthority, owner, stranger]) chain.fund(key.publicKey);
  deploy(chain, program);
  createToken(chain);
  return new World(chain);
}

/** Initialised a day ago, with nodes in registry version 1, two gateways and a paid subscription of `owner`. */
export function worldInUse(program: Uint8Array, options: WorldOptions = {}): World {
  return copyOf(program, `in use ${JSON.stringify(options)}`, () => createInUse(program, options));
}

function createInUse(program: Uint8Array, options: WorldOptions): World {
  const { nodeCount = 5, minSigners = SETTINGS.minSigners, redundancyBuffer = 1, maxSignatures = MAX_SIGNATURES } = options;
  const world = deployedWorld(program);
  const { chain } = world;
  chain.now = START - DAY;
  chain.must(world.initialise({ settings: { ...SETTINGS, minSigners } }), administrator);
  for (let index = 0; index < nodeCount; index++) chain.must(world.registerNode(index), administrator);
  const sets = world.sets(nodeCount);
  for (let version = 0n; sets.length > 0; version++) {
    chain.must(world.changeRegistry({ version, changes: sets.splice(0, MAX_SETS), redundancyBuffer }), administrator);
  }
  for (const authority of [gatewayAuthority, otherGatewayAuthority]) chain.must(world.registerGateway(authority), administrator);
  chain.must(world.openSubscription({ maxSignatures, expiresAt: START + 30n * DAY }), owner);
  chain.now = START;
  return world;
}

/** A world in use, with a delegate since a day ago. */
export function worldWithDelegate(program: Uint8Array): World {
  const world = worldInUse(program);
  world.chain.now = START - DAY;
  world.chain.must(world.addDelegate(), owner);
  world.chain.now = START;
  return world;
}
