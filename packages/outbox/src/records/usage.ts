import { type Address, isAddress, parseAddress } from '@oracle-gateway/protocol';

const DAY_MS = 86_400_000;
/** Days since 1970, path, and delegate, `-` for the owner itself or `*` for delegates beyond the bound. */
const FIELD = /^(\d{1,9}) ([a-z][a-z0-9_]{0,31}) (-|\*|\w{32,44})$/;
const SUM = /^\d{1,19}$/;

/** Charges of an owner on one day by one path, for itself or for a delegate. */
export interface UsageRow {
  /** UTC day of the conclusion, as in `2026-11-30`. */
  readonly day: string;
  readonly path: string;
  /** null: the owner itself asked. `others`: delegates beyond the number that is counted apart. */
  readonly delegate: Address | null | 'others';
  readonly rounds: bigint;
  /** Sources of the rounds, which a list or an index has several of. */
  readonly units: bigint;
  /** Atomic units of the stablecoin. */
  readonly amount: bigint;
}

/** Rows of a usage hash, by day, path and delegate. A field of another form is left out: a newer version may write some. */
export function decodeUsage(fields: Readonly<Record<string, string>>): readonly UsageRow[] {
  const sumOf = (field: string): bigint => {
    const text = fields[field] ?? '0';
    return SUM.test(text) ? BigInt(text) : 0n;
  };
  return Object.keys(fields)
    .toSorted()
    .flatMap((field) => {
      const [, days = '', path = '', by = ''] = FIELD.exec(field) ?? [];
      if (days === '') return [];
      const units = sumOf(field);
      const counted = { rounds: units - sumOf(`${field}+`), units, amount: sumOf(`${field}$`) };
      return [{ day: new Date(Number(days) * DAY_MS).toISOString().slice(0, 10), path, delegate: delegateOf(by), ...counted }];
    });
}

function delegateOf(text: string): UsageRow['delegate'] {
  return isAddress(text) ? parseAddress(text) : text === '*' ? 'others' : null;
}
