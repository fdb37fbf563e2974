import type { InstructionFootprint, TransactionDraft } from '@oracle-gateway/ledger';

/** One instruction that settles something by itself; what, a packer does not know. */
export interface Row {
  readonly footprint: InstructionFootprint;
  /** It shares a transaction with no other. */
  readonly goesAlone: boolean;
}

/** The rows of one transaction. */
export interface Pack<R extends Row> {
  readonly rows: readonly R[];
  /** No further row of a kind that is in it would fit: nothing is gained by waiting. */
  readonly isFull: boolean;
}

export interface PackInput {
  readonly newDraft: () => TransactionDraft;
  /** Most transactions made; rows beyond them are left out. */
  readonly limit: number;
}

/** Each row brings at least one account that no other has: what it makes. */
const OWN_ADDRESS_BYTES = 32;

/**
 * Shares rows out to as few transactions as they fit into, oldest first: each transaction begins with the oldest row that is left and then
 * takes, as long as one fits, the row that adds the fewest bytes. Rows with the same subscription and the same signers so come together.
 * No address lookup table is used: signer sets alone bring four rounds into a transaction, and a table would bring one more at most.
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

/** The first of those that add the fewest bytes; null when none fits. */
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
