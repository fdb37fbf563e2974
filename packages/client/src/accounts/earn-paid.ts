import { NO_OWNER } from '@oracle-gateway/protocol';
import type { Allowance } from '../base/allowance.js';
import { GatewayError, SpendingLimitError, TransportError, UnknownOutcomeError, VerificationError } from '../base/errors.js';
import { integerOf } from '../base/json.js';
import { createRetries } from '../base/retries.js';
import { isAborted } from '../base/wait.js';
import type { JsonAnswer } from '../http/read-json.js';
import type { AccountIo, EarnedRound, RoundDraft } from '../rounds/account.js';
import { gatewayAddressOf } from '../rounds/gateway-address.js';
import { isNamedVersionOnLedger } from '../rounds/named-version.js';
import { nextStep } from '../rounds/next-step.js';
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
  /** What this and other rounds may cost together. */
  readonly allowance?: Allowance | undefined;
  /** Signs a payment of these terms under this name. */
  sign(terms: CheckedTerms, paymentId: string): Promise<SignedPayment>;
  /** Whether a transaction of the ledger is the payment of this round. */
  isPayment(transaction: Uint8Array, memo: string): boolean;
}

const PATH = '/v1/x402/execute';
/** How far the clocks of caller and gateway may differ, milliseconds. */
const CLOCKS_MS = 5_000;
/** As long as a result is kept. */
const RESULT_LIFE_MS = 3_600_000;
/** A payment's outcome is known once its blockhash is past. */
const PATIENCE_MS = 150_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
const MAX_VERSIONS = 3;
/** A new blockhash, and so another transaction, comes about every half second. */
const ANOTHER_TRANSACTION_MS = 700;
const MAX_SAME_TRANSACTIONS = 6;

/**
 * Pays for one round and gets it (docs/api.md, POST /v1/x402/execute). The payment has a name, under which a call is repeated whose answer
 * was lost: it is not paid again. While the outcome is unknown, no other payment is signed.
 */
export async function earnPaidRound(payer: Payer, draft: RoundDraft, io: AccountIo): Promise<EarnedRound> {
  const { source, sourceId, quorum, encKeyBundle, signal } = draft;
  const startMs = io.clock.now();
  const earlierName = draft.resume ?? draft.paymentId;
  const paymentId = earlierName ?? crypto.randomUUID();
  const { config } = await io.ledger.current(signal);
  const retries = createRetries(io, signal);
  let registryVersion = Number(config.registryVersion);
  let terms: CheckedTerms | undefined;
  let payment: SignedPayment | undefined;
  let signedAmount = 0n;
  let sameTransactions = 0;
  let versions = 0;
  /** A call with this payment may have been served. */
  let isOpen = draft.resume !== undefined;
  let isNamed = false;
  let openWaitMs = FIRST_WAIT_MS;
  let roundId: string | undefined;

  function send(): Promise<JsonAnswer> {
    const body = {
      signatures_required: quorum,
      registry_version: registryVersion,
      apiConfig: source,
      ...(encKeyBundle === undefined ? {} : { encKeyBundle }),
    };
    const headers: Record<string, string> = payment === undefined ? {} : { 'PAYMENT-SIGNATURE': payment.header };
    return io.gateway.ask({ method: 'POST', path: PATH, headers, body, signal, ...(payment === undefined ? {} : { mayCost: true }) });
  }

  function served({ body, headers }: JsonAnswer): EarnedRound {
    const id = headers.get('x-round-id');
    if (id === null || !/^[1-9A-HJ-NP-Za-km-z]{1,44}$/.test(id))
      throw new VerificationError('malformed', 'X-Round-Id: is missing; a page needs it among the exposed headers');
    const from = earlierName === undefined ? startMs - CLOCKS_MS : startMs - RESULT_LIFE_MS;
    const memo = terms?.extra.memo ?? '';
    return {
      answer: body,
      roundId: id,
      feedOwner: NO_OWNER,
      signedAtMs: { from, to: io.clock.now() + CLOCKS_MS },
      async isOnLedger({ settlement }, readSignal) {
        if (settlement.kind !== 'paid') throw new VerificationError('not_settled', 'the gateway claims another settlement than a payment');
        const transaction = await io.ledger.transaction(settlement.signature, readSignal);
        if (transaction !== null && !payer.isPayment(transaction, memo))
          throw new VerificationError('not_settled', 'the transaction that the gateway names is no payment for this round');
        return transaction !== null;
      },
    };
  }

  /** Signs a payment of the terms that were refused; the same transaction again counts as the same payment. */
  async function pay(refusal: GatewayError): Promise<void> {
    const gateway = await gatewayAddressOf(io, signal);
    const { programId, network } = io.ledger;
    const { address, maxAmount } = payer;
    const known = { programId, network, mint: config.mint, gateway, sourceId, quorum, registryVersion, payer: address, maxAmount };
    const asked = refusal.body['accepts'] === undefined ? terms : checkedTerms(refusal.body, known);
    if (asked === undefined) throw refusal;
    const amount = BigInt(asked.amount);
    if (signedAmount + amount > maxAmount) throw signedAmount === 0n ? new SpendingLimitError(amount, maxAmount) : refusal;
    if (!isNamed) await draft.onNamed?.(paymentId);
    isNamed = true;
    const signed = await payer.sign(asked, paymentId);
    if (signed.transaction !== payment?.transaction) {
      // What was signed is forgotten where the allowance refuses: it is sent to no party.
      await payer.allowance?.take(amount);
      signedAmount += amount;
    }
    terms = asked;
    payment = signed;
  }

  function unknown(cause: unknown): UnknownOutcomeError {
    return new UnknownOutcomeError({ paymentId, ...(roundId === undefined ? {} : { roundId }) }, { cause });
  }

  /** The same call under the same name, for as long as it is not known what became of it. */
  async function repeat(failure: unknown, waitMs?: number): Promise<true> {
    if (failure instanceof GatewayError && failure.roundId !== undefined) roundId = failure.roundId;
    if (io.clock.now() - startMs > PATIENCE_MS) throw unknown(failure);
    await io.wait(Math.max(waitMs ?? 0, openWaitMs) * (1 + io.random() / 4), signal);
    openWaitMs = Math.min(LONGEST_WAIT_MS, openWaitMs * 2);
    return true;
  }

  for (;;) {
    let failure: unknown;
    try {
      return served(await send());
    } catch (error) {
      failure = error;
    }
    if (isAborted(signal)) throw failure;
    const giveUp = (): unknown => (isOpen ? unknown(failure) : failure);
    if (failure instanceof TransportError && failure.peer === 'gateway') {
      if (failure.sent === 'nothing' && !isOpen) {
        // What an earlier call has sent under the name stays unknown.
        if (!(await retries.unsent())) throw earlierName === undefined ? failure : unknown(failure);
      } else if (payment === undefined) {
        if (!(await retries.again())) throw giveUp();
      } else isOpen = await repeat(failure);
      continue;
    }
    if (!(failure instanceof GatewayError)) throw failure;
    switch (failure.code) {
      case 'payment_required':
        if (payment !== undefined) throw giveUp();
        await pay(failure);
        continue;
      case 'stale_registry_version': {
        const named = integerOf(failure.body['registryVersion']);
        versions += 1;
        if (named === undefined || versions > MAX_VERSIONS || isOpen) throw giveUp();
        if (!(await isNamedVersionOnLedger(io, named, signal))) throw failure;
        registryVersion = named;
        // The memo of a payment names the version: the terms are asked for again. A payment that was signed stays counted.
        payment = undefined;
        continue;
      }
      case 'payment_identifier_used':
        // Only this call knows the name: the round of its lost call is under way.
        isOpen = await repeat(failure, failure.retryAfterMs);
        continue;
      case 'payment_terms_mismatch':
      case 'payment_refused':
        // Refused before anything was reserved. An open call may still be served.
        if (isOpen || !(await retries.again(ANOTHER_TRANSACTION_MS))) throw giveUp();
        await pay(failure);
        continue;
      case 'authorization_used': {
        // Another process of this payer made the very same transaction; a new blockhash makes another, within the limit.
        if (isOpen) {
          isOpen = await repeat(failure);
          continue;
        }
        const before: string | undefined = payment?.transaction;
        do {
          sameTransactions += 1;
          if (sameTransactions > MAX_SAME_TRANSACTIONS) throw failure;
          await io.wait(ANOTHER_TRANSACTION_MS * (1 + io.random()), signal);
          await pay(failure);
        } while (payment?.transaction === before);
        continue;
      }
      default:
    }
    const step = nextStep(failure);
    switch (step.kind) {
      case 'same':
        if (!(await retries.again(step.waitMs))) throw giveUp();
        continue;
      case 'fresh':
        // The payment is used up and was not made.
        if (!(await retries.again(step.waitMs))) throw failure;
        isOpen = false;
        await pay(failure);
        continue;
      case 'look-up':
        if (payment === undefined) throw failure;
        isOpen = await repeat(failure, failure.retryAfterMs);
        continue;
      case 'give-up':
      case 'unsent':
      case 'version':
      case 'clock':
      case 'taken':
        throw giveUp();
    }
  }
}
