import { type Address, NO_OWNER } from '@oracle-gateway/protocol';
import type { Allowance } from '../base/allowance.js';
import { GatewayError, SpendingLimitError, UnknownOutcomeError, VerificationError } from '../base/errors.js';
import type { AccountIo, EarnedRound, RoundDraft } from '../rounds/account.js';
import { type AskedRound, askRound } from '../rounds/ask-round.js';
import { gatewayAddressOf } from '../rounds/gateway-address.js';
import { ANOTHER_TRANSACTION_MS, nextStepByPayment } from './next-payment.js';
import { type CheckedTerms, checkedTerms } from './payment-terms.js';

/** One payment, as it is sent. */
export interface SignedPayment {
  /** The value of `PAYMENT-SIGNATURE`. */
  readonly header: string;
  /** The payment's transaction as signed so far; the same text is the same payment. */
  readonly transaction: string;
}

export interface Payer {
  /** Base58. */
  readonly address: string;
  /** Atomic units that one round may cost: all payments that are signed for it together. */
  readonly maxAmount: bigint;
  /** Budget that this round shares with others. */
  readonly allowance?: Allowance | undefined;
  /** Signs a payment of these terms under this idempotency key. */
  sign(terms: CheckedTerms, paymentId: string): Promise<SignedPayment>;
  /** Whether a transaction of the ledger is the payment of this round. */
  isPayment(transaction: Uint8Array, memo: string): boolean;
}

const PATH = '/v1/x402/execute';
/** Largest difference between the caller's clock and the gateway's, milliseconds. */
const CLOCKS_MS = 5_000;
/** Milliseconds for which a gateway keeps a result. */
const RESULT_LIFE_MS = 3_600_000;
/** A payment's outcome is known once its blockhash is past. */
const PATIENCE_MS = 150_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
const MAX_SAME_TRANSACTIONS = 6;

/**
 * Pays for one round and gets it (docs/api.md, POST /v1/x402/execute). The payment has an idempotency key, under which a call is repeated whose
 * answer was lost: it is not paid again. While the outcome is unknown, no other payment is signed.
 */
export async function earnPaidRound(payer: Payer, draft: RoundDraft, io: AccountIo): Promise<EarnedRound> {
  const { resume, signal } = draft;
  const startMs = io.clock.now();
  const earlierKey = resume ?? draft.paymentId;
  const ageMs = earlierKey === undefined ? CLOCKS_MS : RESULT_LIFE_MS;
  const paymentId = earlierKey ?? crypto.randomUUID();
  const { config } = await io.ledger.current(signal);
  const payments = createPayments({ payer, draft, io, mint: config.mint, paymentId });
  const round = roundOfPayment(payments, { payer, draft, io, paymentId, startMs, ageMs, registryVersion: Number(config.registryVersion) });
  const begun = { isOpen: resume !== undefined, isEarlier: earlierKey !== undefined, versions: 0, taken: 0 };
  return askRound(round, { begun, signal }, io);
}

interface PaidCall {
  readonly payer: Payer;
  readonly draft: RoundDraft;
  readonly io: AccountIo;
  readonly paymentId: string;
}

function roundOfPayment(
  payments: Payments,
  input: PaidCall & {
    readonly startMs: number;
    /** Age of the round at the start, milliseconds, at most. */
    readonly ageMs: number;
    readonly registryVersion: number;
  },
): AskedRound {
  const { payer, draft, io, paymentId, startMs } = input;
  const { quorum, members, signal } = draft;
  let { registryVersion } = input;
  let unknownWaitMs = FIRST_WAIT_MS;
  return {
    nextStep: nextStepByPayment,
    // The payment reports its idempotency key, is sent again where it may have been made, and is held against the limit.
    announce: () => Promise.resolve(),
    lookUp: () => Promise.resolve({ kind: 'absent' }),
    mayTakeAnother: () => true,
    send() {
      const payment = payments.last();
      const body = {
        signatures_required: quorum,
        registry_version: registryVersion,
        ...members,
      };
      const paid = payment === undefined ? {} : ({ headers: { 'PAYMENT-SIGNATURE': payment.header }, mayCost: true } as const);
      return io.gateway.ask({ method: 'POST', path: PATH, body, signal, ...paid });
    },
    served(answer, headers) {
      const observedAtMs = { from: startMs - input.ageMs, to: io.clock.now() + CLOCKS_MS };
      const isOnLedger = paymentCheck({ payer, io, memo: payments.memo() });
      return { answer, roundId: roundIdIn(headers), feedOwner: NO_OWNER, observedAtMs, isOnLedger };
    },
    async take({ round }, failure) {
      if (!(failure instanceof GatewayError)) throw failure;
      if (round === 'another-transaction') return payments.payByAnotherTransaction(failure, registryVersion);
      await payments.pay(failure, registryVersion);
      return true;
    },
    followVersion(version) {
      registryVersion = version;
      payments.drop();
    },
    async mayStayUnknown(waitMs = 0) {
      if (io.clock.now() - startMs > PATIENCE_MS) return false;
      await io.wait(Math.max(waitMs, unknownWaitMs) * (1 + io.random() / 4), signal);
      unknownWaitMs = Math.min(LONGEST_WAIT_MS, unknownWaitMs * 2);
      return true;
    },
    unknown: (cause, roundId) => new UnknownOutcomeError({ paymentId, ...(roundId === undefined ? {} : { roundId }) }, { cause }),
  };
}

function paymentCheck({ payer, io, memo }: Pick<PaidCall, 'payer' | 'io'> & { readonly memo: string }): EarnedRound['isOnLedger'] {
  return async ({ settlement }, readSignal) => {
    if (settlement.kind !== 'paid') throw new VerificationError('not_settled', 'the gateway claims another settlement than a payment');
    const transaction = await io.ledger.transaction(settlement.signature, readSignal);
    if (transaction !== null && !payer.isPayment(transaction, memo))
      throw new VerificationError('not_settled', 'the transaction that the gateway names is no payment for this round');
    return transaction !== null;
  };
}

/** @throws VerificationError */
function roundIdIn(headers: Headers | null): string {
  const id = headers?.get('x-round-id') ?? '';
  if (!/^[1-9A-HJ-NP-Za-km-z]{1,44}$/.test(id))
    throw new VerificationError('malformed', 'X-Round-Id: is missing; a page needs it among the exposed headers');
  return id;
}

/** The payments that are signed for one round. */
interface Payments {
  /** The last one; undefined where none goes along with a call. */
  last(): SignedPayment | undefined;
  /** Memo of the last payment; empty before there is one. */
  memo(): string;
  /** Signs one of the terms that were refused; the same transaction again counts as the same payment. */
  pay(refusal: GatewayError, registryVersion: number): Promise<void>;
  /** Asks again with another transaction of the same payment. Answers false where none comes. */
  payByAnotherTransaction(refusal: GatewayError, registryVersion: number): Promise<boolean>;
  /** The last one goes along no more, and stays counted. */
  drop(): void;
}

function createPayments({ payer, draft, io, mint, paymentId }: PaidCall & { readonly mint: Address }): Payments {
  const { quorum, signal } = draft;
  const { sourceId } = draft.subject;
  const { address, maxAmount } = payer;
  const { programId, network } = io.ledger;
  let terms: CheckedTerms | undefined;
  let payment: SignedPayment | undefined;
  let signedAmount = 0n;
  let sameTransactions = 0;
  let isNamed = false;

  async function pay(refusal: GatewayError, registryVersion: number): Promise<void> {
    const gateway = await gatewayAddressOf(io, signal);
    const known = { programId, network, mint, gateway, sourceId, quorum, registryVersion, payer: address, maxAmount };
    const asked = refusal.body['accepts'] === undefined ? terms : checkedTerms(refusal.body, known);
    if (asked === undefined) throw refusal;
    const amount = BigInt(asked.amount);
    if (signedAmount + amount > maxAmount) throw signedAmount === 0n ? new SpendingLimitError(amount, maxAmount) : refusal;
    if (!isNamed) await draft.onIdempotencyKey?.(paymentId);
    isNamed = true;
    const signed = await payer.sign(asked, paymentId);
    if (signed.transaction !== payment?.transaction) {
      // A payment that the allowance refuses is dropped after it was signed: it is sent to no party.
      await payer.allowance?.take(amount);
      signedAmount += amount;
    }
    terms = asked;
    payment = signed;
  }

  return {
    last: () => payment,
    memo: () => terms?.extra.memo ?? '',
    pay,
    async payByAnotherTransaction(refusal, registryVersion) {
      const before = payment?.transaction;
      do {
        sameTransactions += 1;
        if (sameTransactions > MAX_SAME_TRANSACTIONS) return false;
        await io.wait(ANOTHER_TRANSACTION_MS * (1 + io.random()), signal);
        await pay(refusal, registryVersion);
      } while (payment?.transaction === before);
      return true;
    },
    drop() {
      payment = undefined;
    },
  };
}
