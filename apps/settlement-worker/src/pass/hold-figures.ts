import { purseLamports, readTokenHolding, rememberedAddresses, type HeldAccount } from '@oracle-gateway/ledger';
import {
  delegateOf,
  escrowTokensOf,
  purseOf,
  subscriptionOwnerOf,
  type AccountFigure,
  type HoldAccount,
  type KeptHold,
} from '@oracle-gateway/outbox';
import { equalBytes, type Address } from '@oracle-gateway/protocol';
import { AccountDecodeError, decodeDelegate, decodeSubscription, delegateRoundsLeft } from '@oracle-gateway/protocol/accounts';

/** Accounts of the ledger that say how many units of a hold's account are left. A way of earning rounds adds its row here. */
interface FigureKind {
  /** null: an account of another kind. */
  readonly addressOf: (account: HoldAccount, programId: Address) => Address | null;
  /** Of an account that exists, whoever owns it. Throws AccountDecodeError. */
  readonly unitsLeft: (held: HeldAccount, programId: Address) => bigint;
}

const KINDS: readonly FigureKind[] = [
  {
    addressOf(account, programId) {
      const owner = subscriptionOwnerOf(account);
      return owner === null ? null : rememberedAddresses.subscription(programId, owner);
    },
    unitsLeft: ofProgram((data) => decodeSubscription(data).roundsLeft),
  },
  { addressOf: (account) => delegateOf(account), unitsLeft: ofProgram((data) => delegateRoundsLeft(decodeDelegate(data))) },
  { addressOf: (account) => escrowTokensOf(account), unitsLeft: spendable },
  { addressOf: (account) => purseOf(account), unitsLeft: ({ lamports }) => purseLamports(lamports) },
];

/** What is left in an account of the oracle program; anybody else's holds nothing. */
function ofProgram(unitsLeft: (data: Uint8Array) => bigint): FigureKind['unitsLeft'] {
  return ({ owner, data }, programId) => (equalBytes(owner, programId) ? unitsLeft(data) : 0n);
}

/** Nothing can be paid out of tokens that are frozen. */
function spendable(held: HeldAccount): bigint {
  const tokens = readTokenHolding(held);
  return tokens === null || tokens.isFrozen ? 0n : tokens.amountAtomic;
}

export interface FigureSource {
  readonly account: HoldAccount;
  readonly address: Address;
  readonly unitsLeft: FigureKind['unitsLeft'];
}

/** Where the figures of a round's holds are read; a hold of a kind that is unknown here waits for whoever knows it. */
export function figureSources(holds: readonly KeptHold[], programId: Address): readonly FigureSource[] {
  return holds
    .filter(({ basis }) => basis === 'ledger')
    .flatMap(({ account }) =>
      KINDS.flatMap(({ addressOf, unitsLeft }) => {
        const address = addressOf(account, programId);
        return address === null ? [] : [{ account, address, unitsLeft }];
      }),
    );
}

/** An account that does not exist has nothing left; one that cannot be read says nothing. */
export function readFigure(
  { account, unitsLeft }: FigureSource,
  read: { readonly held: HeldAccount | null; readonly slot: number; readonly programId: Address },
): AccountFigure | null {
  const { held, slot, programId } = read;
  if (held === null) return { account, available: 0n, slot };
  try {
    return { account, available: unitsLeft(held, programId), slot };
  } catch (error) {
    if (error instanceof AccountDecodeError) return null;
    throw error;
  }
}
