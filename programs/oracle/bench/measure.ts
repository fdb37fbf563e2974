import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  TransactionMessage,
  type Keypair,
  type PublicKey,
  type TransactionInstruction,
} from '@solana/web3.js';

import { readConfig } from '../tests/accounts.js';
import { concat, u64, u8 } from '../tests/bytes.js';
import { namedKeypair } from '../tests/chain.js';
import {
  administrator,
  configAddress,
  DAY,
  delegate,
  gatewayAuthority,
  nodeAddress,
  otherGatewayAuthority,
  owner,
  pendingChangeAddress,
  programId,
  rotator,
  START,
  stranger,
  subscriptionAddress,
  WINDOW,
} from '../tests/deployment.js';
import type { KeyForm } from '../tests/instructions.js';
import { UPGRADEABLE_LOADER } from '../tests/loader.js';
import { keccak } from '../tests/signer.js';
import {
  deployedWorld,
  feedSeeds,
  GROUP,
  groupsOf,
  receiptAddress,
  receiptSeeds,
  wholeBitmapOf,
  worldInUse,
  worldWithDelegate,
  type Round,
  type World,
} from '../tests/world.js';
import { NODE_COUNT, tokensOf, unitsOfBumps, type Found, type Measurement } from './measurement.js';

/** The slopes of more signers do not fit a transaction of one settlement. */
const MAX_SLOPE_SIGNERS = 20;

/** The latest round whose receipt has the largest bump. */
function roundOfLargestBump(world: World, changes: Partial<Round>): Round {
  for (let age = 0n; ; age++) {
    const round = world.round({ ...changes, timestampSeconds: world.chain.now - age });
    if (unitsOfBumps([[receiptSeeds(round), programId]]) === 0) return round;
  }
}

/** Compute units and data of one `settle_round`. */
export interface SettlementMeasurement {
  readonly computeUnits: number;
  readonly dataBytes: number;
}

const MAX_TRANSACTION_BYTES = 1_232;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** The version, and three counts of keys. */
const HEADER_BYTES = 4;

/** One list in as few transactions as have room. */
export interface ListMeasurement {
  readonly sources: number;
  /** Transactions that write the whole list. */
  readonly transactions: readonly { readonly feeds: number; readonly computeUnits: number; readonly dataBytes: number }[];
  /** Transactions that write the whole list with a lookup table of all accounts. */
  readonly withTable: readonly { readonly feeds: number; readonly computeUnits: number }[];
}

/** Measurements by key form; `null` where the slopes do not fit a transaction. */
export interface QuorumMeasurement {
  readonly signers: number;
  readonly sum: SettlementMeasurement;
  readonly slopes: SettlementMeasurement | null;
  readonly signerSet: SettlementMeasurement;
}

/** One `settle_round` in each key form, at each number of signers, against a registry of `nodeCount` nodes. */
export function measureSettleRound(program: Uint8Array, nodeCount: number, quorums: readonly number[]): QuorumMeasurement[] {
  const original = worldInUse(program, { nodeCount, maxSignatures: nodeCount, minSigners: 1, redundancyBuffer: 0 });
  const { registryVersion } = readConfig(original.chain.data(configAddress));
  return quorums.map((quorum) => {
    const signers = Array.from({ length: quorum }, (_, node) => node);
    const set = { registryVersion, signers };
    const measure = (form: KeyForm['form']): SettlementMeasurement => {
      const world = original.fork();
      const round = roundOfLargestBump(world, { ...set, signaturesRequired: quorum });
      if (form === 'signer set') world.chain.must(world.createSignerSet(set), stranger);
      const instruction = world.settle(
        round,
        form === 'sum' ? {} : { keyForm: form === 'slopes' ? world.slopes(round) : world.signerSet(set) },
      );
      return { computeUnits: world.chain.must(instruction, gatewayAuthority), dataBytes: instruction.data.length };
    };
    const slopes = quorum <= MAX_SLOPE_SIGNERS ? measure('slopes') : null;
    return { signers: quorum, sum: measure('sum'), slopes, signerSet: measure('signer set') };
  });
}

/** One settlement whose receipt address holds lamports already. */
export function measureDustedSettlement(program: Uint8Array): Measurement {
  const world = worldInUse(program);
  const round = roundOfLargestBump(world, {});
  world.chain.dust(receiptAddress(round), 1n);
  const instruction = world.settle(round);
  const computeUnits = world.chain.must(instruction, gatewayAuthority);
  return { name: 'settle_round, 3 signers, receipt address funded before', computeUnits, dataBytes: instruction.data.length };
}

/** One settlement for a delegate. */
export function measureDelegatesSettlement(program: Uint8Array): Measurement {
  const world = worldWithDelegate(program);
  const instruction = world.settle(roundOfLargestBump(world, { delegate: delegate.publicKey }));
  const computeUnits = world.chain.must(instruction, gatewayAuthority);
  return { name: 'settle_round, 3 signers, for a delegate', computeUnits, dataBytes: instruction.data.length };
}

/** A feed's life. */
export function measureFeed(program: Uint8Array): Measurement[] {
  const world = worldInUse(program);
  const text = concat('{"method":"GET","url":"https://api.example.com/v1/price?symbol=BTC"}');
  const round = world.round({ apiConfigHash: keccak(text), timestampSeconds: START - 2n });
  const measure = (name: string, timestampMs: bigint, claimed = {}): Measurement => {
    const instruction = world.submit(round, { timestampMs, ...claimed });
    return { name, computeUnits: world.chain.must(instruction, stranger), dataBytes: instruction.data.length };
  };
  const found = unitsOfBumps([[feedSeeds(round), programId]]);
  const show = (name: string, on: World): Measurement => {
    const instruction = on.showSource(round, text);
    return { name, computeUnits: on.chain.must(instruction, stranger), dataBytes: instruction.data.length };
  };
  const shown = show(`show_source, ${text.length} bytes of text, new feed`, world.fork());
  const created = measure('submit, 3 signers, new feed', 1n);
  world.chain.must(world.createSignerSet(round), stranger);
  return [
    { ...shown, computeUnits: shown.computeUnits - found },
    { ...created, computeUnits: created.computeUnits - found },
    show(`show_source, ${text.length} bytes of text`, world),
    measure('submit, 3 signers', 2n),
    measure('submit, 3 signers, with a signer set', 3n, { keyForm: world.signerSet(round) }),
    measure('submit, 3 signers, not newer', 3n),
  ];
}

/** Lists of sources whose feeds exist, with a signer set: as few transactions as have room, with and without a lookup table. */
export function measureLists(program: Uint8Array, lengths: readonly number[]): ListMeasurement[] {
  return lengths.map((sources) => {
    const world = worldInUse(program);
    world.chain.must(world.createSignerSet(world.list()), stranger);
    const first = world.list({ sources });
    const list = world.list({ sources, timestampSeconds: START + 1n });
    const groups = groupsOf(list).map((_, group) => group);
    for (const group of groups) world.chain.must(world.submitMany(first, {}, [group]), stranger);
    const submit = (shown: readonly number[]) => world.submitMany(list, { keyForm: world.signerSet(list) }, [...shown]);
    const packed = (withTable: boolean) => packedGroups(groups, (shown) => bytesOf(submit(shown), withTable) <= MAX_TRANSACTION_BYTES);
    const feedsOf = (shown: readonly number[]) => list.entries.filter((_, place) => shown.includes(Math.floor(place / GROUP))).length;
    const table = namedKeypair('table').publicKey;
    world.chain.addLookupTable(table, tableAddresses(groups.map((group) => submit([group]))));
    const chain = world.chain.fork();
    const withTable = packed(true).map((shown) => {
      const outcome = chain.sendWithTable(submit(shown), table, stranger);
      if (!outcome.ok) throw new Error(`refused with a table: ${outcome.refusal}`);
      return { feeds: feedsOf(shown), computeUnits: outcome.computeUnits };
    });
    const transactions = packed(false).map((shown) => {
      const instruction = submit(shown);
      return { feeds: feedsOf(shown), computeUnits: world.chain.must(instruction, stranger), dataBytes: instruction.data.length };
    });
    return { sources, transactions, withTable };
  });
}

/** Every account of the instructions that does not sign, once. */
function tableAddresses(instructions: readonly TransactionInstruction[]): PublicKey[] {
  const keys = instructions.flatMap((instruction) => instruction.keys.filter(({ isSigner }) => !isSigner));
  return [...new Map(keys.map(({ pubkey }) => [pubkey.toBase58(), pubkey])).values()];
}

/** The groups in runs as long as `fits` says, from the first on. */
function packedGroups(groups: readonly number[], fits: (shown: readonly number[]) => boolean): number[][] {
  const runs: number[][] = [];
  for (const group of groups) {
    const last = runs.at(-1);
    if (last !== undefined && fits([...last, group])) last.push(group);
    else runs.push([group]);
  }
  return runs;
}

/** Length of a transaction of one instruction behind a limit and a price of compute units. A table has every account but programs and payer. */
function bytesOf(instruction: TransactionInstruction, withTable: boolean): number {
  const instructions = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: 400_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }),
    instruction,
  ];
  const message = new TransactionMessage({ payerKey: stranger.publicKey, recentBlockhash: programId.toBase58(), instructions });
  const addresses = instruction.keys.filter(({ isSigner }) => !isSigner).map(({ pubkey }) => pubkey);
  const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses };
  const table = new AddressLookupTableAccount({ key: configAddress, state });
  const { header, staticAccountKeys, compiledInstructions, addressTableLookups } = message.compileToV0Message(withTable ? [table] : []);
  // The form of a message of version 0: web3.js serializes none that is too long.
  const listBytes = (length: number) => (length < 128 ? 1 : 2) + length;
  const instructionBytes = compiledInstructions.map(
    ({ accountKeyIndexes, data }) => 1 + listBytes(accountKeyIndexes.length) + listBytes(data.length),
  );
  const lookupBytes = addressTableLookups.map(
    ({ writableIndexes, readonlyIndexes }) => KEY_BYTES + listBytes(writableIndexes.length) + listBytes(readonlyIndexes.length),
  );
  const lists = [...instructionBytes, ...lookupBytes].reduce((sum, bytes) => sum + bytes, 2);
  return 1 + SIGNATURE_BYTES * header.numRequiredSignatures + HEADER_BYTES + 1 + KEY_BYTES * (staticAccountKeys.length + 1) + lists;
}

/** Every other instruction, in a life that uses each once. */
export function measureOthers(program: Uint8Array): Measurement[] {
  const world = deployedWorld(program);
  const { chain } = world;
  const measurements: Measurement[] = [];
  const measure = (name: string, instruction: TransactionInstruction, signer: Keypair, found: readonly Found[] = []) =>
    measurements.push({
      name,
      computeUnits: chain.must(instruction, signer) - unitsOfBumps(found),
      dataBytes: instruction.data.length,
    });
  const own = (...seeds: readonly (string | Uint8Array)[]) => [seeds.map((seed) => concat(seed)), programId] as const;
  const treasury = tokensOf(configAddress);
  const programData = [[programId.toBytes()], UPGRADEABLE_LOADER] as const;
  measure('initialise', world.initialise(), administrator, [own('config'), programData]);
  measure('register_node', world.registerNode(0), administrator, [own('node', u8(0))]);
  for (let index = 1; index < NODE_COUNT; index++) chain.must(world.registerNode(index), administrator);
  measure('register_node, again', world.registerNode(0), administrator);
  measure(`change_registry, ${NODE_COUNT} set`, world.changeRegistry({ changes: world.sets(NODE_COUNT) }), administrator, [
    own('registry', u64(1n)),
  ]);
  const replacement = world.changeRegistry({ version: 1n, changes: [world.set(0), { op: 'remove', index: 5 }] });
  measure('change_registry, 1 set and 1 removed of 13', replacement, administrator, [own('registry', u64(2n))]);
  measure('register_gateway', world.registerGateway(gatewayAuthority), administrator, [
    own('gateway', gatewayAuthority.publicKey.toBytes()),
  ]);
  chain.must(world.registerGateway(otherGatewayAuthority), administrator);
  const set = { registryVersion: 2n, signers: [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12] };
  const found = [own('signer_set', u64(2n), wholeBitmapOf(set.signers))];
  measure(`create_signer_set, ${set.signers.length} signers`, world.createSignerSet(set), stranger, found);
  measure('open_subscription', world.openSubscription({}), owner, [own('subscription', owner.publicKey.toBytes()), treasury]);
  measure('renew_subscription', world.renewSubscription({}), owner, [treasury]);
  measure('upgrade_subscription', world.upgradeSubscription({}), owner, [treasury]);
  measure('add_delegate', world.addDelegate(), owner, [
    own('delegate', subscriptionAddress(owner.publicKey).toBytes(), delegate.publicKey.toBytes()),
  ]);
  measure('bound_delegate', world.boundDelegate({ rounds: 1n, expiresAt: START + 1n }), owner);
  measure('revoke_delegate', world.revokeDelegate(), owner);
  chain.now = START + DAY;
  measure('close_delegate', world.closeDelegate(), owner);
  chain.now = START;
  const round = world.round({ registryVersion: 2n });
  chain.must(world.settle(round), gatewayAuthority);
  measure('pause_subscription', world.pause(), owner);
  chain.now = START + WINDOW + 661n;
  measure('close_round', world.closeRound(round), stranger);
  measure('resume_subscription', world.resume(), owner);
  measure('change_subscription_gateway', world.changeSubscriptionGateway(otherGatewayAuthority), owner);
  measure('confirm_subscription_gateway', world.confirmSubscriptionGateway(gatewayAuthority), gatewayAuthority);
  measure('set_gateway_status', world.setGatewayStatus('inactive'), administrator);
  measure('withdraw_treasury', world.withdrawTreasury({ to: stranger.publicKey }), administrator, [treasury]);
  chain.must(world.changeRegistry({ version: 2n, emergency: true }), administrator);
  chain.now += 30n * DAY + 61n;
  measure('close_signer_set', world.closeSignerSet(set), stranger);
  measure('close_registry', world.closeRegistry(1n), stranger);
  measure('update_config', world.updateConfig({ additionsDelaySeconds: DAY }), administrator);
  const sets = world.changeRegistry({ version: 3n, changes: [world.set(0)] });
  const announced = pendingChangeAddress(sets.data);
  measure('announce_change, 1 set', world.announce(sets, [nodeAddress(0)]), administrator, [own('pending_change', keccak(sets.data))]);
  chain.now += DAY;
  const made = world.changeRegistry({ version: 3n, changes: [world.set(0)], pendingChange: announced });
  measure('change_registry, 1 set, announced', made, administrator, [own('registry', u64(4n))]);
  chain.must(world.announce(sets, [nodeAddress(0)]), administrator);
  measure('cancel_change', world.cancelChange(sets), administrator);
  chain.must(world.announce(world.updateConfig({})), administrator);
  chain.now += DAY;
  const lowered = world.updateConfig({}, pendingChangeAddress(world.updateConfig({}).data));
  measure('update_config, announced', lowered, administrator);
  for (const key of [rotator, stranger]) chain.fund(key.publicKey);
  measure('update_gateway', world.updateGateway({}), rotator);
  measure('propose_gateway_authority', world.proposeGatewayAuthority(stranger.publicKey), rotator);
  measure('accept_gateway_authority', world.acceptGatewayAuthority(stranger.publicKey), stranger);
  const successor = namedKeypair('successor');
  chain.fund(successor.publicKey);
  measure('propose_authority', world.proposeAuthority(successor.publicKey), administrator);
  measure('accept_authority', world.acceptAuthority(successor.publicKey), successor);
  return measurements;
}
