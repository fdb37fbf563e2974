import {
  BroadcastRefusedError,
  instructions,
  LedgerUnavailableError,
  MAX_BATCH_ADDRESSES,
  rememberedAddresses,
  settleComputeUnits,
  type HeldAccount,
  type KeyForm,
} from '@oracle-gateway/ledger';
import type { SettlementPayload } from '@oracle-gateway/outbox';
import { BoundedMap, equalBytes, fromHex, type Address } from '@oracle-gateway/protocol';
import { AccountDecodeError, decodeSignerSet, type SignerSetAccount } from '@oracle-gateway/protocol/accounts';
import type { Logger } from 'pino';
import { signerSetName, type PaidSignerSet, type SignerSetIndex } from './signer-set-index.js';
import type { SettlementLedger } from '../ledger/settlement-ledger.js';

/** The sets of signers that this worker's rounds had, and which sets the program knows by an account. */
export interface SignerSets {
  /** How a settlement of this round tells the sum of its signers' keys. */
  keyFormOf(payload: SettlementPayload): KeyForm;
  /**
   * Looks for the accounts of the sets that recur and of those that any worker of this shard had made, all in one call, and creates those
   * that recur and nobody has. Throws LedgerUnavailableError.
   */
  step(): Promise<void>;
}

export interface SignerSetsDeps {
  readonly ledger: Pick<SettlementLedger, 'read' | 'sender'>;
  readonly programId: Address;
  readonly gatewayAuthority: Address;
  /** Those this gateway paid for: every worker of the shard uses them, and they are closed one day. */
  readonly paidSets: Pick<SignerSetIndex, 'add' | 'list'>;
  readonly logger: Logger;
  readonly monotonicMs: () => number;
}

/** A set of this worker's rounds. */
interface SignerSet extends PaidSignerSet {
  readonly registryCount: number;
  readonly signaturesRequired: number;
  readonly aggregateKey: Uint8Array;
  rounds: number;
  createdAtMs: number | null;
}

/** An account that is there at `finalized`. */
interface KnownAccount {
  readonly address: Address;
  readonly aggregateKey: Uint8Array;
}

/** An account costs a fee and locks its rent; with it four rounds share a transaction instead of three. It pays after twelve rounds. */
const RECURRING_ROUNDS = 12;
/** Sets remembered, and accounts; of more nodes than a handful most sets never recur. */
const MAX_SETS = 1_000;
/** Accounts that one worker creates for one registry version: those of the sets that recurred first. */
const MAX_CREATED = 64;
/** A creation that is not final after this long is tried again. */
const CREATE_AGAIN_MS = 60_000;
/** The search for the account's address, at worst about as many candidates below 255. */
const LOW_BUMP = 215;

export function createSignerSets(deps: SignerSetsDeps): SignerSets {
  const { ledger, programId, gatewayAuthority, paidSets, monotonicMs } = deps;
  const sets = new BoundedMap<string, SignerSet>(MAX_SETS);
  const accounts = new BoundedMap<string, KnownAccount>(MAX_SETS);
  /** Of the newest registry version. */
  let recurring: SignerSet[] = [];
  /** Names in the shard's index whose accounts were asked for: each once. */
  let lookedFor: ReadonlySet<string> = new Set();

  const noteRecurring = (set: SignerSet): void => {
    const newest = recurring[0]?.registryVersion ?? 0n;
    if (set.registryVersion > newest) recurring = [];
    else if (set.registryVersion < newest || recurring.length >= MAX_CREATED) return;
    recurring.push(set);
  };
  const isUnknown = (set: PaidSignerSet): boolean => accounts.peek(signerSetName(set)) === undefined;

  /** The newest registry version first: its sets serve longest. */
  const unseenOf = (listed: readonly PaidSignerSet[]): readonly PaidSignerSet[] =>
    listed
      .filter((set) => isUnknown(set) && !lookedFor.has(signerSetName(set)))
      .sort((a, b) => Number(b.registryVersion - a.registryVersion));

  return {
    keyFormOf(payload) {
      const set = sets.getOrCreate(`${payload.registryVersion}/${payload.signersBitmap}`, () => newSet(payload));
      set.rounds += 1;
      if (set.rounds === RECURRING_ROUNDS) noteRecurring(set);
      const { aggregateKey } = set;
      const known = accounts.get(signerSetName(set));
      if (known === undefined || !equalBytes(known.aggregateKey, aggregateKey)) return { form: 'sum', aggregateKey };
      return { form: 'signer-set', signerSet: known.address };
    },

    async step() {
      const missing = recurring.filter(isUnknown);
      const listed = await paidSets.list({ limit: MAX_SETS });
      const wanted = [...missing, ...unseenOf(listed)].slice(0, MAX_BATCH_ADDRESSES);
      if (wanted.length === 0) return;
      const addresses = wanted.map((set) => rememberedAddresses.signerSet(programId, set));
      // Of a block that is rolled back the account would be gone again, and every settlement by it refused.
      const read = await ledger.read(addresses, 'finalized');
      for (const [index, set] of wanted.entries()) {
        const [address, account] = [addresses[index], accountOf(read.accounts[index] ?? null, set, programId)];
        if (address === undefined || account === null) continue;
        // First: an account that is known is not looked at again.
        if (equalBytes(account.payer, gatewayAuthority)) await paidSets.add(set);
        accounts.set(signerSetName(set), { address, aggregateKey: account.aggregateKey });
      }
      const asked = new Set(wanted.map(signerSetName));
      lookedFor = new Set(listed.map(signerSetName).filter((name) => lookedFor.has(name) || asked.has(name)));
      for (const set of missing.filter(isUnknown)) {
        const isTried = set.createdAtMs !== null && monotonicMs() - set.createdAtMs < CREATE_AGAIN_MS;
        if (!isTried) await create(deps, set);
      }
    },
  };
}

function newSet(payload: SettlementPayload): SignerSet {
  return {
    registryVersion: BigInt(payload.registryVersion),
    registryCount: payload.registryCount,
    signaturesRequired: payload.signaturesRequired,
    signersBitmap: fromHex(payload.signersBitmap, 32),
    aggregateKey: fromHex(payload.aggregateKey, 64),
    rounds: 0,
    createdAtMs: null,
  };
}

async function create({ ledger, programId, gatewayAuthority, logger, monotonicMs }: SignerSetsDeps, set: SignerSet): Promise<void> {
  set.createdAtMs = monotonicMs();
  const computeUnitLimit = settleComputeUnits(set.signaturesRequired, LOW_BUMP);
  try {
    const instruction = instructions.createSignerSet({ programId, payer: gatewayAuthority, ...set });
    await ledger.sender.broadcast(await ledger.sender.build([instruction], { computeUnitLimit }));
    logger.info({ rounds: set.rounds }, 'a set of signers recurs; an account for it was asked for');
  } catch (error) {
    // Another worker was faster, or the registry version is over: settlements go on without it.
    if (error instanceof BroadcastRefusedError) logger.debug({ reason: error.message }, 'a signer set was not created');
    else if (error instanceof LedgerUnavailableError) throw error;
    else logger.error({ err: error }, 'a signer set could not be created');
  }
}

/** null: it is not there, or is not this set's. */
function accountOf(held: HeldAccount | null, set: PaidSignerSet, programId: Address): SignerSetAccount | null {
  if (held === null || !equalBytes(held.owner, programId)) return null;
  try {
    const account = decodeSignerSet(held.data);
    const isSame = account.registryVersion === set.registryVersion && equalBytes(account.signers, set.signersBitmap);
    return isSame ? account : null;
  } catch (error) {
    if (error instanceof AccountDecodeError) return null;
    throw error;
  }
}
