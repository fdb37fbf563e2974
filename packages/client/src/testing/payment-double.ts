import {
  type Address,
  formatAddress,
  formatSignature,
  NO_OWNER,
  type RoundId,
  toAddress,
  unixMs,
  x402RequestMemo,
  x402RoundIdOf,
  x402RoundPrice,
  unitsOf,
} from '@oracle-gateway/protocol';
import { equalBytes, parseSubject, type Subject } from '@oracle-gateway/protocol/internal';
import { configAddress } from '@oracle-gateway/protocol/accounts';
import { parseExecuteX402RoundRequest } from '@oracle-gateway/gateway-api/parsers';
import { fromBase64, toBase64 } from '../base/base64.js';
import { memberOf, textOf } from '../base/json.js';
import { GatewayRefused } from './gateway-refused.js';
import { nestedAnswer } from './round-answers.js';
import { parsedBody, type PathParts, refusing, requireTerms, type PathDouble } from './path-double.js';

const ROUND_ID_BYTES = 16;
const SIGNATURE_BYTES = 64;
const ADDRESS_BYTES = 32;
/** Version and three counts come before the keys of a message, and the number of keys. */
const KEYS_AT = 5;
/** The fee payer signs first, then the payer. */
const PAYER_PLACE = 1;
const ROUTE = '/v1/x402/execute';

interface Payment {
  readonly transaction: Uint8Array;
  /** The text of the transaction: the same text is the same payment. */
  readonly text: string;
  readonly payer: Address;
  /** Base58. */
  readonly signature: string;
  /** Idempotency key. */
  readonly paymentId: string | undefined;
  readonly accepted: unknown;
}

/** Rounds that are paid one by one. The facilitator lands each payment whose terms are right. */
export function paymentDouble(deps: PathParts): PathDouble {
  const { network, records, random, now } = deps;
  const { programId, gateway, config, registry, mint, facilitator } = network;
  const byPaymentId = new Map<string, { readonly text: string; readonly roundId: RoundId }>();
  const usedTransactions = new Map<string, RoundId>();

  function termsOf(subject: Subject, { quorum, registryVersion }: { readonly quorum: number; readonly registryVersion: number }): object {
    const { redundancyBuffer } = registry;
    const price = x402RoundPrice(config.prices, { signaturesRequired: quorum, redundancyBuffer, units: unitsOf(subject.form) });
    const request = {
      programId,
      gateway,
      sourceId: subject.sourceId,
      signaturesRequired: quorum,
      registryVersion: BigInt(registryVersion),
    };
    return {
      scheme: 'exact',
      network: network.network,
      amount: String(price),
      asset: formatAddress(mint),
      payTo: formatAddress(configAddress(programId)),
      maxTimeoutSeconds: 60,
      extra: { feePayer: formatAddress(facilitator), memo: x402RequestMemo(request) },
    };
  }

  function receiptOf({ signature, payer }: Pick<Payment, 'signature' | 'payer'>): Readonly<Record<string, string>> {
    const receipt = { success: true, transaction: signature, network: network.network, payer: formatAddress(payer) };
    return { 'payment-response': jsonToBase64(receipt) };
  }

  return {
    name: 'x402',
    route: ROUTE,
    answerOf: nestedAnswer,
    admit({ body, headers }) {
      const request = parsedBody(parseExecuteX402RoundRequest, body);
      const { signatures_required: quorum, registry_version: registryVersion } = request;
      const subject = refusing('invalid_request', () => parseSubject(request));
      requireTerms(deps, { quorum, registryVersion });
      const terms = termsOf(subject, { quorum, registryVersion });
      const header = headers.get('payment-signature');
      if (header === null) throw termsRefused('payment_required', terms);
      const payment = refusing('payment_header_invalid', () => paymentIn(header));
      const named = payment.paymentId === undefined ? undefined : byPaymentId.get(payment.paymentId);
      const repeated = named === undefined ? undefined : records.get(named.roundId);
      if (named !== undefined && repeated !== undefined) {
        if (named.text !== payment.text) throw new GatewayRefused('payment_identifier_used', { members: { roundId: named.roundId } });
        return { repeated, headers: receiptOf(payment) };
      }
      const used = usedTransactions.get(payment.text);
      if (used !== undefined) throw new GatewayRefused('authorization_used', { members: { roundId: used } });
      if (!isSame(payment.accepted, terms) || !holds(payment.transaction, memoOf(terms)))
        throw termsRefused('payment_terms_mismatch', terms);
      const roundId = x402RoundIdOf(random(ROUND_ID_BYTES));
      const payer = formatAddress(payment.payer);
      return {
        roundId,
        subject,
        quorum,
        registryVersion,
        feedOwner: NO_OWNER,
        timestampMs: unixMs(now()),
        account: payer,
        askedBy: payer,
        amount: BigInt(textOf(memberOf(terms, 'amount')) ?? '0'),
        headers: receiptOf(payment),
        charge() {
          network.ledger.land(payment.signature, payment.transaction);
          usedTransactions.set(payment.text, roundId);
          if (payment.paymentId !== undefined) byPaymentId.set(payment.paymentId, { text: payment.text, roundId });
          return { state: 'paid', transaction: payment.signature };
        },
      };
    },
  };
}

/** A 402 with the terms of a payment, in its body and in its header. */
export function termsRefused(code: 'payment_required' | 'payment_terms_mismatch', terms: object): GatewayRefused {
  const members = {
    x402Version: 2,
    resource: { url: `https://gateway.test${ROUTE}`, description: 'one round', mimeType: 'application/json' },
    accepts: [terms],
  };
  return new GatewayRefused(code, { members, headers: { 'payment-required': jsonToBase64(members) } });
}

function paymentIn(header: string): Payment {
  const sent: unknown = JSON.parse(new TextDecoder().decode(fromBase64(header)));
  const text = textOf(memberOf(memberOf(sent, 'payload'), 'transaction'));
  if (text === undefined) throw new TypeError('payload.transaction: must be a text');
  const transaction = fromBase64(text);
  const count = transaction[0] ?? 0;
  const message = transaction.subarray(1 + count * SIGNATURE_BYTES);
  const payerAt = KEYS_AT + PAYER_PLACE * ADDRESS_BYTES;
  const signatureAt = 1 + PAYER_PLACE * SIGNATURE_BYTES;
  return {
    transaction,
    text,
    payer: toAddress(message.subarray(payerAt, payerAt + ADDRESS_BYTES)),
    signature: formatSignature(transaction.slice(signatureAt, signatureAt + SIGNATURE_BYTES)),
    paymentId: textOf(memberOf(memberOf(memberOf(memberOf(sent, 'extensions'), 'payment-identifier'), 'info'), 'id')),
    accepted: memberOf(sent, 'accepted'),
  };
}

function memoOf(terms: object): Uint8Array {
  return new TextEncoder().encode(textOf(memberOf(memberOf(terms, 'extra'), 'memo')) ?? '');
}

/** Whether the bytes are somewhere in a transaction. */
function holds(transaction: Uint8Array, bytes: Uint8Array): boolean {
  return transaction.some((_, start) => equalBytes(transaction.subarray(start, start + bytes.length), bytes));
}

/** Whether two JSON values have the same members, in whatever order. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(memberOf(one, name), memberOf(other, name)));
}

function jsonToBase64(value: unknown): string {
  return toBase64(new TextEncoder().encode(JSON.stringify(value)));
}
