import {
  BroadcastRefusedError,
  instructions,
  LedgerUnavailableError,
  MAX_BATCH_ADDRESSES,
  rememberedAddresses,
  settleComputeUnits,
  type StoredAccount,
  type KeyForm,
} from '@oracle-gateway/ledger';
import type { SettlementPayload } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { BoundedMap, equalBytes } from '@oracle-gateway/protocol/internal';
import { AccountDecodeError, decodeSignerSet, type SignerSetAccount } from '@oracle-gateway/protocol/accounts';
import type { Logger } from 'pino';
import { signerSetName, type PaidSignerSet, type SignerSetIndex } from './signer-set-index.js';
import { FEE_ALONE, type Payers } from '../ledger/payers.js';
import type { SettlementLedger } from '../ledger/settlement-ledger.js';

/** The signer sets of this worker's rounds, and the sets that have an account on the ledger. */
export interface SignerSets {
  /** The form in which a settlement of this round gives the sum of its signers' keys. */
  keyFormOf(payload: SettlementPayload): KeyForm;
  /**
   * Reads the accounts of recurring sets and of sets that a worker of this shard created, in one call. Creates the accounts of recurring sets
   * that do not exist. Throws LedgerUnavailableError.
   */
  step(): Promise<void>;
}

export interface SignerSetsDeps {
  readonly ledger: Pick<SettlementLedger, 'read' | 'sender'>;
  readonly programId: Address;
  readonly payers: Pick<Payers, 'addresses' | 'choose'>;
  /** Sets that this gateway paid for. Every worker of the shard uses them; they are closed when their registry version has ended. */
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

/** An account that exists at `finalized`. */
interface KnownAccount {
  readonly address: Address;
  readonly aggregateKey: Uint8Array;
}

/** An account costs a fee and its rent. With it, four rounds share a transaction instead of three: it pays off after twelve rounds. */
const RECURRING_ROUNDS = 12;
/** Remembered sets and accounts. Most sets never recur where nodes are many. */
const MAX_SETS = 1_000;
/** Accounts that one worker creates for one registry version. */
const MAX_CREATED = 64;
/** A creation that is not final after this long is tried again. */
const CREATE_AGAIN_MS = 60_000;
/** A low bump: the worst case of the search for the account's address. */
const LOW_BUMP = 215;

export function createSignerSets(deps: SignerSetsDeps): SignerSets {
  const { ledger, programId, payers, paidSets, monotonicMs } = deps;
  const sets = new BoundedMap<string, SignerSet>(MAX_SETS);
  const accounts = new BoundedMap<string, KnownAccount>(MAX_SETS);
  /** Recurring sets of the newest registry version. */
  let recurring: SignerSet[] = [];
  /** Keys of the shard's index whose accounts were read; each is read once. */
  let lookedFor: ReadonlySet<string> = new Set();

  const noteRecurring = (set: SignerSet): void => {
    const newest = recurring[0]?.registryVersion ?? 0n;
    if (set.registryVersion > newest) recurring = [];
    else if (set.registryVersion < newest || recurring.length >= MAX_CREATED) return;
    recurring.push(set);
  };
  const isUnknown = (set: PaidSignerSet): boolean => accounts.peek(signerSetName(set)) === undefined;

  /** The newest registry version first: its sets are useful for longest. */
  const unseenOf = (listed: readonly PaidSignerSet[]): readonly PaidSignerSet[] =>
    listed
      .filter((set) => isUnknown(set) && !lookedFor.has(signerSetName(set)))
      .sort((a, b) => Number(b.registryVersion - a.registryVersion));

  return {
    keyFormOf(payload) {
      const set = sets.getOrCreate(signerSetName(payload), () => newSet(payload));
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
      // At `confirmed`, the block could be rolled back, and every settlement that names the account would be refused.
      const read = await ledger.read(addresses, 'finalized');
      for (const [index, set] of wanted.entries()) {
        const [address, account] = [addresses[index], accountOf(read.accounts[index] ?? null, set, programId)];
        if (address === undefined || account === null) continue;
        // First: a known account is not read again.
        if (payers.addresses().some((payer) => equalBytes(payer, account.payer))) await paidSets.add(set);
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
    registryVersion: payload.registryVersion,
    registryCount: payload.registryCount,
    signaturesRequired: payload.signaturesRequired,
    signersBitmap: payload.signersBitmap,
    aggregateKey: payload.aggregateKey,
    rounds: 0,
    createdAtMs: null,
  };
}

async function create({ ledger, programId, payers, logger, monotonicMs }: SignerSetsDeps, set: SignerSet): Promise<void> {
  set.createdAtMs = monotonicMs();
  const computeUnitLimit = settleComputeUnits(set.signaturesRequired, LOW_BUMP);
  try {
    const payer = payers.choose(FEE_ALONE);
    const instruction = instructions.createSignerSet({ programId, payer: payer.address, ...set });
    await ledger.sender.broadcast(await ledger.sender.build([instruction], { computeUnitLimit, payer }));
    logger.info({ rounds: set.rounds }, 'created the account of a recurring signer set');
  } catch (error) {
    // Another worker was faster, or the registry version has ended: settlements continue without the account.
    if (error instanceof BroadcastRefusedError) logger.debug({ reason: error.message }, 'a signer set was not created');
    else if (error instanceof LedgerUnavailableError) throw error;
    else logger.error({ err: error }, 'a signer set could not be created');
  }
}

/** null: there is no account, or it belongs to another set. */
function accountOf(held: StoredAccount | null, set: PaidSignerSet, programId: Address): SignerSetAccount | null {
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
