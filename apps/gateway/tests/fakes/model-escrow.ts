import { CLOCK_TOLERANCE, type EscrowRead, type EscrowRoundsRead, type LedgerReader } from '@oracle-gateway/ledger';
import { type Address, formatAddress } from '@oracle-gateway/protocol';

/** One reading that is wrong, by no more than a gateway believes. */
export interface EscrowLie {
  /** Which reading of the ledger it is, the worker's included. */
  readonly reading: number;
  readonly kind: 'slot' | 'balance' | 'absent';
  /** -1 to 1: of the slots that a believed slot may be off, or of the balance that it adds. */
  readonly off: number;
}

/** Content of one reading. */
export interface EscrowReading {
  readonly slot: number;
  /** null: no account. */
  readonly balance: bigint | null;
}

const START = 400_000_000;
const SLOT_MS = 400;
/** Life of an escrow in the ledger reader's cache. */
export const CACHED_FOR_MS = 2_000;

/** An escrow on a ledger whose server tells one lie at most. Time is the test's. */
export class ModelEscrow {
  nowMs = 0;
  /** When the lie was told. */
  liedAtMs: number | null = null;
  readonly #settled = new Map<string, Uint8Array>();
  #readings = 0;
  #cached: { readonly reading: EscrowReading; readonly atMs: number } | null = null;

  constructor(
    public balance: bigint,
    private readonly owner: Address,
    private readonly mint: Address,
    private lie: EscrowLie | null,
  ) {}

  /** Takes the price of a round, whose account then holds its message. False: it holds too little. */
  settle(round: Address, message: Uint8Array, price: bigint): boolean {
    if (this.balance < price) return false;
    this.balance -= price;
    this.#settled.set(formatAddress(round), message);
    return true;
  }

  /** A lie that was not told so far is not told at all. */
  beTruthful(): void {
    this.lie = null;
  }

  read(): EscrowReading {
    const truth = { slot: START + Math.floor(this.nowMs / SLOT_MS), balance: this.balance };
    this.#readings += 1;
    if (this.lie === null || this.#readings !== this.lie.reading) return truth;
    this.liedAtMs = this.nowMs;
    const { kind, off } = this.lie;
    switch (kind) {
      case 'slot':
        return { ...truth, slot: truth.slot + Math.round(off * CLOCK_TOLERANCE) };
      case 'balance':
        return { ...truth, balance: BigInt(Math.max(0, Math.round(Number(truth.balance) * (1 + off)))) };
      case 'absent':
        return { slot: truth.slot + Math.round(off * CLOCK_TOLERANCE), balance: null };
    }
  }

  /** The part of a reader that funds are read by. */
  get reader(): Pick<LedgerReader, 'escrow' | 'escrowRounds'> {
    const escrowOf = ({ slot, balance }: EscrowReading): EscrowRead => ({
      escrow: null,
      tokens: balance === null ? null : { mint: this.mint, owner: this.owner, amountAtomic: balance, isFrozen: false },
      slot,
    });
    return {
      escrow: (_name, { fresh = false } = {}) => {
        if (fresh) return Promise.resolve(escrowOf(this.read()));
        if (this.#cached === null || this.nowMs - this.#cached.atMs >= CACHED_FOR_MS) {
          this.#cached = { reading: this.read(), atMs: this.nowMs };
        }
        return Promise.resolve(escrowOf(this.#cached.reading));
      },
      escrowRounds: (_name, rounds) => {
        const accounts = rounds.map((round) => {
          const message = this.#settled.get(formatAddress(round));
          return message === undefined ? null : { message, gateway: this.owner, timestamp: 1n };
        });
        return Promise.resolve<EscrowRoundsRead>({ ...escrowOf(this.read()), rounds: accounts });
      },
    };
  }
}
