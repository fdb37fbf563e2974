import type { InstructionFootprint, TransactionDraft } from '@oracle-gateway/ledger';

/** One instruction that is complete by itself. */
export interface Row {
  readonly footprint: InstructionFootprint;
  /** It must be alone in its transaction. */
  readonly goesAlone: boolean;
}

/** The rows of one transaction. */
export interface Pack<R extends Row> {
  readonly rows: readonly R[];
  /** No further row like one of these would fit: waiting gains nothing. */
  readonly isFull: boolean;
}

export interface PackInput {
  readonly newDraft: () => TransactionDraft;
  /** Most transactions; rows that need more are left out. */
  readonly limit: number;
}

/** Each row adds at least one account of its own: the one that it creates. */
const OWN_ADDRESS_BYTES = 32;

/**
 * Packs rows into few transactions. Each transaction starts with the oldest row that is left. While a row fits, it takes the one that adds
 * the fewest bytes, so rows with the same subscription and the same signers come together.
 * It uses no address lookup table: signer sets already bring three or four rounds into a transaction, and a table would add at most two.
 */
export function packRows<R extends Row>(rows: readonly R[], { newDraft, limit }: PackInput): readonly Pack<R>[] {
  const packs: Pack<R>[] = [];
  const left = [...rows];
  while (packs.length < limit) {
    const first = left.shift();
    if (first === undefined) break;
    const draft = newDraft();
    draft.add(first.footprint);
    const packed = [first];
    for (let next = first.goesAlone ? null : cheapest(left, draft); next !== null; next = cheapest(left, draft)) {
      draft.add(next.footprint);
      packed.push(next);
      left.splice(left.indexOf(next), 1);
    }
    packs.push({
      rows: packed,
      isFull: first.goesAlone || packed.every(({ footprint }) => draft.growthBy(anotherLike(footprint)) === null),
    });
  }
  return packs;
}

/** The first row that adds the fewest bytes; null when no row fits. */
function cheapest<R extends Row>(rows: readonly R[], draft: TransactionDraft): R | null {
  let found: R | null = null;
  let least = Infinity;
  for (const row of rows) {
    const growth = row.goesAlone ? null : draft.growthBy(row.footprint);
    if (growth === null || growth >= least) continue;
    found = row;
    least = growth;
  }
  return found;
}

function anotherLike({ byteLength, computeUnits }: InstructionFootprint): InstructionFootprint {
  return { byteLength: byteLength + OWN_ADDRESS_BYTES, addresses: [], computeUnits };
}
