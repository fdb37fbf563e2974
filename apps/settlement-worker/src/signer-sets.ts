import {
  BroadcastRefusedError,
  instructions,
  LedgerUnavailableError,
  rememberedAddresses,
  settleComputeUnits,
  type HeldAccount,
  type KeyForm,
} from '@oracle-gateway/ledger';
import type { SettlementPayload } from '@oracle-gateway/outbox';
import { equalBytes, fromHex, type Address } from '@oracle-gateway/protocol';
import { AccountDecodeError, decodeSignerSet, type SignerSetAccount } from '@oracle-gateway/protocol/accounts';
import type { Logger } from 'pino';
import type { SignerSetIndex } from './reclaim/signer-set-index.js';
import type { SettlementLedger } from './settlement-ledger.js';

/** The sets of signers that this worker's rounds had, and which of them the program knows by an account. */
export interface SignerSets {
  /** How a settlement of this round tells the sum of its signers' keys. */
  keyFormOf(payload: SettlementPayload): KeyForm;
  /** Looks for the accounts of the sets that recur, and creates those that nobody has. Throws LedgerUnavailableError. */
  step(): Promise<void>;
}

export interface SignerSetsDeps {
  readonly ledger: Pick<SettlementLedger, 'read' | 'sender'>;
  readonly programId: Address;
  readonly gatewayAuthority: Address;
  /** Those this gateway paid for are closed one day. */
  readonly paidSets: Pick<SignerSetIndex, 'add'>;
  readonly logger: Logger;
  readonly monotonicMs: () => number;
}

interface SignerSet {
  readonly registryVersion: bigint;
  readonly registryCount: number;
  readonly signaturesRequired: number;
  readonly signersBitmap: Uint8Array;
  readonly aggregateKey: Uint8Array;
  rounds: number;
  address: Address | null;
  isThere: boolean;
  createdAtMs: number | null;
}

/** An account costs a fee and locks its rent; with it four rounds share a transaction instead of three. It pays after twelve rounds. */
const RECURRING_ROUNDS = 12;
/** Sets remembered; of more nodes than a handful most sets never recur. */
const MAX_SETS = 1_000;
/** Accounts that one worker asks for and creates: those of the sets that recurred first. */
const MAX_ACCOUNTS = 64;
/** A creation that is not final after this long is tried again. */
const CREATE_AGAIN_MS = 60_000;
/** The search for the account's address, at worst about as many candidates below 255. */
const LOW_BUMP = 215;

export function createSignerSets(deps: SignerSetsDeps): SignerSets {
  const { ledger, programId, gatewayAuthority, paidSets, monotonicMs } = deps;
  const sets = new Map<string, SignerSet>();

  const remembered = (payload: SettlementPayload): SignerSet => {
    const name = `${payload.registryVersion}/${payload.signersBitmap}`;
    const set = sets.get(name) ?? newSet(payload);
    // What was used last is at the end.
    sets.delete(name);
    sets.set(name, set);
    const [oldest] = sets.keys();
    if (sets.size > MAX_SETS && oldest !== undefined) sets.delete(oldest);
    return set;
  };

  return {
    keyFormOf(payload) {
      const set = remembered(payload);
      set.rounds += 1;
      if (set.isThere && set.address !== null) return { form: 'signer-set', signerSet: set.address };
      return { form: 'sum', aggregateKey: set.aggregateKey };
    },

    async step() {
      const recurring = [...sets.values()].filter(({ rounds }) => rounds >= RECURRING_ROUNDS).slice(0, MAX_ACCOUNTS);
      const wanted = recurring.filter(({ isThere }) => !isThere);
      if (wanted.length === 0) return;
      const addresses = wanted.map((set) => (set.address ??= rememberedAddresses.signerSet(programId, set)));
      // Of a block that is rolled back the account would be gone again, and every settlement by it refused.
      const { accounts } = await ledger.read(addresses, 'finalized');
      for (const [index, set] of wanted.entries()) {
        const account = accountOf(accounts[index] ?? null, set, programId);
        // First: an account that is there is not looked at again.
        if (account !== null && equalBytes(account.payer, gatewayAuthority)) await paidSets.add(set);
        set.isThere = account !== null;
        const isTried = set.createdAtMs !== null && monotonicMs() - set.createdAtMs < CREATE_AGAIN_MS;
        if (!set.isThere && !isTried) await create(deps, set);
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
    address: null,
    isThere: false,
    createdAtMs: null,
  };
}

async function create({ ledger, programId, gatewayAuthority, logger, monotonicMs }: SignerSetsDeps, set: SignerSet): Promise<void> {
  set.createdAtMs = monotonicMs();
  const instruction = instructions.createSignerSet({ programId, payer: gatewayAuthority, ...set });
  const computeUnitLimit = settleComputeUnits(set.signaturesRequired, LOW_BUMP);
  try {
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
function accountOf(held: HeldAccount | null, set: SignerSet, programId: Address): SignerSetAccount | null {
  if (held === null || !equalBytes(held.owner, programId)) return null;
  try {
    const account = decodeSignerSet(held.data);
    const isSame =
      account.registryVersion === set.registryVersion &&
      equalBytes(account.signers, set.signersBitmap) &&
      equalBytes(account.aggregateKey, set.aggregateKey);
    return isSame ? account : null;
  } catch (error) {
    if (error instanceof AccountDecodeError) return null;
    throw error;
  }
}
