import { FEE_BALANCE_RESERVE_LAMPORTS, type LedgerSigner } from '@oracle-gateway/ledger';
import type { PayerList } from '@oracle-gateway/outbox';
import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';

/** Lamports that an account spends for one transaction, at most. */
export interface PayerCharge {
  readonly payer: Address;
  readonly lamports: bigint;
}

export interface PayerChoice {
  /** Most lamports that the transaction takes. */
  readonly lamports: bigint;
  /** Transactions of this worker that may still land. */
  readonly inFlight: readonly PayerCharge[];
}

/** A transaction that takes a fee, and little else: the reserve is for those. */
export const FEE_ALONE: PayerChoice = { lamports: 0n, inFlight: [] };

/** The accounts that pay for settlements, and what is known of their lamports. */
export interface Payers {
  /** Every account that pays for the shard, other workers' included: together they are its fee balance. */
  addresses(): readonly Address[];
  /** An account of this worker, by which the size of a transaction is told. */
  any(): Address;
  /** The account that pays for the next transaction. It can, and has the fewest in flight, then the most lamports left. */
  choose(choice: PayerChoice): LedgerSigner;
  /** Lamports of an account, as they were at a slot; an older reading changes nothing. */
  note(payer: Address, reading: { readonly lamports: bigint; readonly slot: number }): void;
  /** Tells the shard which accounts pay for this worker, and reads which pay for others. */
  step(): Promise<void>;
}

export interface PayersInput {
  /** Keys of this worker that pay. */
  readonly signers: readonly [LedgerSigner, ...LedgerSigner[]];
  readonly list: PayerList;
}

interface Candidate {
  readonly signer: LedgerSigner;
  readonly inFlight: number;
  /** Lamports that the transactions in flight leave. */
  readonly free: bigint;
}

export function createPayers({ signers, list }: PayersInput): Payers {
  const own = signers.map(({ address }) => address);
  const known = new Map<string, { readonly lamports: bigint; readonly slot: number }>();
  let addresses: readonly Address[] = own;

  const candidateOf = (signer: LedgerSigner, payments: readonly PayerCharge[]): Candidate => {
    const paid = payments.filter(({ payer }) => equalBytes(payer, signer.address));
    const { lamports } = known.get(formatAddress(signer.address)) ?? { lamports: 0n };
    return { signer, inFlight: paid.length, free: paid.reduce((left, payment) => left - payment.lamports, lamports) };
  };

  return {
    addresses: () => addresses,
    any: () => signers[0].address,
    choose({ lamports, inFlight }) {
      if (signers.length === 1) return signers[0];
      const candidates = signers.map((signer) => candidateOf(signer, inFlight));
      const able = candidates.filter(({ free }) => free >= FEE_BALANCE_RESERVE_LAMPORTS + lamports);
      const [chosen] = able.length > 0 ? able.sort((a, b) => a.inFlight - b.inFlight || moreFree(a, b)) : candidates.sort(moreFree);
      return chosen?.signer ?? signers[0];
    },
    note(payer, reading) {
      const name = formatAddress(payer);
      if (reading.slot >= (known.get(name)?.slot ?? 0)) known.set(name, reading);
    },
    async step() {
      await list.announce(own);
      const listed = await list.read();
      addresses = [...own, ...listed.filter((address) => !own.some((mine) => equalBytes(mine, address)))];
    },
  };
}

function moreFree(a: Candidate, b: Candidate): number {
  return a.free === b.free ? 0 : a.free > b.free ? -1 : 1;
}
