import { formatAddress } from './address.js';
import { requestedUnits } from './fees.js';
import type { AccountKey } from './lookup-tables.js';
import type { WireMessage } from './wire-transaction.js';

/** The compute units that one block holds, as a leader packs it. */
export interface BlockLimits {
  /** Compute units of all transactions of a block. */
  readonly blockUnits: number;
  /** Compute units of the transactions of a block that write one account. */
  readonly accountUnits: number;
}

/** The limit of a block that a transaction would exceed, by Agave's name of the error. */
export type BlockLimitError = 'WouldExceedMaxBlockCostLimit' | 'WouldExceedMaxAccountCostLimit';

/** A transaction as a block counts it: by the accounts that it writes, and by the units that it asks for. */
export interface BlockRequest {
  readonly accountKeys: readonly AccountKey[];
  readonly message: WireMessage;
}

/**
 * Room that is left in the current block. As with Agave, a transaction is let in by the units that it asks for, and counted by the units
 * that it used. Costs of signatures, locks and bytes are not counted.
 */
export class BlockSpace {
  readonly #limits: { readonly block: bigint; readonly account: bigint };
  readonly #ofAccounts = new Map<string, bigint>();
  #used = 0n;

  /** @throws {RangeError} unless both limits are positive integers */
  constructor({ blockUnits, accountUnits }: BlockLimits) {
    this.#limits = { block: positive('blockUnits', blockUnits), account: positive('accountUnits', accountUnits) };
  }

  /** A new block begins, and has all its room. */
  begin(): void {
    this.#used = 0n;
    this.#ofAccounts.clear();
  }

  /** Null where the transaction fits into the rest of the block. */
  refusal(request: BlockRequest): BlockLimitError | null {
    const written = writtenBy(request).map((name) => this.#ofAccounts.get(name) ?? 0n);
    return this.#refusalBeside(request, { used: this.#used, written });
  }

  /** Null where an empty block has room for it. */
  refusalByAny(request: BlockRequest): BlockLimitError | null {
    return this.#refusalBeside(request, { used: 0n, written: [0n] });
  }

  /** Counts a transaction by the units that it used. */
  take(request: BlockRequest, units: bigint): void {
    this.#used += units;
    for (const name of writtenBy(request)) this.#ofAccounts.set(name, (this.#ofAccounts.get(name) ?? 0n) + units);
  }

  #refusalBeside(
    { message }: BlockRequest,
    { used, written }: { readonly used: bigint; readonly written: readonly bigint[] },
  ): BlockLimitError | null {
    const units = requestedUnits(message);
    if (used + units > this.#limits.block) return 'WouldExceedMaxBlockCostLimit';
    return written.some((before) => before + units > this.#limits.account) ? 'WouldExceedMaxAccountCostLimit' : null;
  }
}

function writtenBy({ accountKeys }: BlockRequest): readonly string[] {
  return accountKeys.filter(({ writable }) => writable).map(({ address }) => formatAddress(address));
}

function positive(name: keyof BlockLimits, value: number): bigint {
  if (!Number.isSafeInteger(value) || value <= 0) throw new RangeError(`${name}: must be a positive integer of compute units, is ${value}`);
  return BigInt(value);
}
