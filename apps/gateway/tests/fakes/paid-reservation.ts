import { samplePayment } from '@oracle-gateway/outbox/testing';
import {
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  parseApiConfig,
  type RoundId,
  toAddress,
  type UnixMs,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import type { PaymentTerms } from '@oracle-gateway/x402';
import type { ServedRound } from '../../src/engine/index.js';
import { createRoundSignal, writeRecord } from '../../src/engine/testing.js';
import type { PaidRound } from '../../src/payments/paid-round.js';
import { GatewayError } from '../../src/errors/gateway-error.js';
import { PRICE_SOURCE } from './consumer.js';

const API_CONFIG = parseApiConfig(PRICE_SOURCE);
const OWNERLESS = toAddress(new Uint8Array(32));
const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';

export interface PaidReservation {
  readonly input: ServedRound<PaidRound>;
  /** The caller closes the connection. */
  readonly leave: () => void;
  readonly dispose: () => void;
}

export function refuseUnpaid(reason: string): GatewayError {
  return new GatewayError('payment_not_made', { detail: reason, headers: { 'PAYMENT-REQUIRED': 'terms' } });
}

/** A signed round whose payment is to be made; its signature proves nothing. */
export function paidReservation(reserved: {
  readonly roundId: RoundId;
  readonly token: string;
  readonly redisTimeMs: UnixMs;
  readonly payment?: Parameters<typeof samplePayment>[0];
}): PaidReservation {
  const { roundId, token, redisTimeMs } = reserved;
  const payment = samplePayment(reserved.payment);
  const sourceId = deriveSourceId(API_CONFIG);
  const feedId = deriveFeedId({ owner: OWNERLESS, sourceId, signaturesRequired: 3 });
  const terms: PaymentTerms = {
    scheme: 'exact',
    network: NETWORK,
    amount: payment.amountAtomic.toString(),
    asset: formatAddress(payment.mint),
    payTo: formatAddress(OWNERLESS),
    maxTimeoutSeconds: 60,
    extra: { feePayer: formatAddress(payment.feePayer), memo: payment.memo },
  };
  const registry = { version: 1n, redundancyBuffer: 0, minSigners: 3, active: 0, createdAt: 0n, acceptUntil: 0n, keys: [] };
  const round = {
    path: 'x402' as const,
    roundId,
    requester: OWNERLESS,
    tenant: { name: 'key:payer', isStranger: true },
    feedOwner: OWNERLESS,
    feedId,
    subject: sourceSubject(API_CONFIG),
    signaturesRequired: 3,
    registry,
    exclusive: [],
    holds: [],
    payment,
    toSettle: { payload: { accepted: terms, transaction: 'AQ==', identifier: null, echo: {} }, terms },
    timestampMs: redisTimeMs,
  };
  const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(7);
  const attestation = {
    feedId,
    sourceId,
    value: bytes(32),
    registryVersion: 1n,
    signaturesRequired: 3,
    form: SOURCE_FORM,
    timestampMs: redisTimeMs,
    observedAtMs: redisTimeMs,
    signersBitmap: bytes(32),
    s: bytes(32),
    commitment: bytes(20),
  };
  const request = {
    requester: formatAddress(OWNERLESS),
    feedOwner: formatAddress(OWNERLESS),
    apiConfig: API_CONFIG,
    signaturesRequired: 3,
    registryVersion: 1,
    timestampMs: redisTimeMs,
    observedAtMs: redisTimeMs,
    eligible: [],
    gatewayNonce: '0x',
  };
  const decision = { value: '0x', values: ['0x'], signers: [], set: null };
  const signed = {
    attestation,
    message: bytes(32),
    rx: bytes(32),
    ryParity: 0 as const,
    aggregateKey: bytes(64),
    signers: [],
    signedWith: [],
    attempt: 0 as const,
    exchanges: 2 as const,
    decision,
  };
  const client = new AbortController();
  const ends = createRoundSignal({ deadlineMs: 20_000, clientGone: client.signal, shutdown: new AbortController().signal });
  return {
    input: {
      round,
      session: {
        eligible: [],
        sessionId: bytes(32),
        statement: attestation,
        request,
        sourcePayments: new Map(),
        sealed: undefined,
        spacingMs: 0,
      },
      signed,
      token,
      signal: ends.signal,
      record: (write) => writeRecord(write, ends, { wait: () => Promise.resolve() }),
    },
    leave: () => {
      client.abort();
    },
    dispose: ends.dispose,
  };
}
