import { setTimeout as sleep } from 'node:timers/promises';

import type { AgentPaymentRequired, ApiConfigBody, PaymentRequired } from '@oracle-gateway/gateway-api';

import { executes, nested, ofPath, ofServed, QUORUM, refusal, swapped, type LieRow } from './lie-row.js';
import type { Heard, Lie, Said } from '../lying-gateway.js';
import { TestPayer } from '../test-payer.js';
import type { TestWorld } from '../test-world.js';

type Terms = PaymentRequired['accepts'][number];

/** An address that the liar holds. */
const LIARS = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
/** Sum that no account of these tests may spend on one round. */
const TOO_MUCH = '1000000';
/** Longer than the clocks of a client and a gateway may differ. */
const PAST_AGREEMENT_MS = 6_000;
/** The client's patience of minutes, in seconds. */
const FAST = { clockSpeed: 60 };

function isUnpaid(heard: Heard): boolean {
  return executes(heard) && heard.headers['payment-signature'] === undefined;
}

/** Other terms than the gateway's, in body and header alike. */
function terms(change: (option: Terms) => object | readonly object[]): Lie {
  return ofPath(isUnpaid, async (_heard, ask) => {
    const truth = await ask();
    const required = JSON.parse(truth.body) as PaymentRequired;
    const accepts = required.accepts.flatMap(change);
    const body = JSON.stringify({ ...required, accepts });
    return { ...truth, body, headers: { ...truth.headers, 'payment-required': Buffer.from(body).toString('base64') } };
  });
}

function termsRow(lie: string, ends: LieRow['ends'], change: Parameters<typeof terms>[0]): LieRow {
  return { lie, to: 'payPerRequest', ends, tell: () => terms(change) };
}

export const liesOfTerms: readonly LieRow[] = [
  termsRow('an amount above the limit', 'SpendingLimitError', (option) => ({ ...option, amount: TOO_MUCH })),
  termsRow('an amount that no u64 holds', 'VerificationError', (option) => ({ ...option, amount: '9'.repeat(30) })),
  termsRow('a negative amount', 'VerificationError', (option) => ({ ...option, amount: '-1' })),
  termsRow('an amount with an exponent', 'VerificationError', (option) => ({ ...option, amount: '1e3' })),
  termsRow('an amount below the price', 'GatewayError', (option) => ({ ...option, amount: '1' })),
  termsRow('another asset', 'VerificationError', (option) => ({ ...option, asset: LIARS })),
  termsRow('another payTo', 'VerificationError', (option) => ({ ...option, payTo: LIARS })),
  termsRow('another network', 'VerificationError', (option) => ({ ...option, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })),
  termsRow('a network of another chain', 'VerificationError', (option) => ({ ...option, network: 'eip155:1' })),
  termsRow('another scheme', 'VerificationError', (option) => ({ ...option, scheme: 'upto' })),
  termsRow('another memo', 'VerificationError', (option) => ({ ...option, extra: { ...option.extra, memo: '0'.repeat(32) } })),
  termsRow('no options', 'VerificationError', () => []),
  termsRow('ten options that pay the liar', 'VerificationError', (option) =>
    Array.from({ length: 10 }, () => ({ ...option, payTo: LIARS })),
  ),
  {
    lie: 'one amount in the body, another in the header',
    to: 'payPerRequest',
    ends: 'SpendingLimitError',
    tell: () =>
      ofPath(isUnpaid, async (_heard, ask) => {
        const truth = await ask();
        const higher = truth.body.replaceAll(/"amount":"\d+"/g, `"amount":"${TOO_MUCH}"`);
        return { ...truth, body: higher, headers: { ...truth.headers, 'payment-required': Buffer.from(higher).toString('base64') } };
      }),
  },
];

/** Lies after the payment has been sent. */
export const liesOfPaid: readonly LieRow[] = [
  {
    lie: 'that the payment is still to be made, for ever',
    to: 'payPerRequest',
    ends: 'GatewayError',
    tell: () => {
      let first: Promise<Said> | undefined;
      return ofPath(executes, (_heard, ask) => (first ??= ask()));
    },
  },
  servedBut('that the payment was not made', 'GatewayError', refusal(402, 'payment_not_made')),
  servedBut('that the payment was used before', 'GatewayError', refusal(409, 'authorization_used')),
  servedBut('that the source failed', 'GatewayError', refusal(503, 'upstream_failure')),
  servedBut('another registry version', 'GatewayError', refusal(400, 'stale_registry_version', { registryVersion: 1 })),
  servedBut('that the outcome is unknown, for ever', 'UnknownOutcomeError', refusal(503, 'payment_unknown'), FAST),
  servedBut('an internal fault, for ever', 'UnknownOutcomeError', refusal(500, 'internal'), FAST),
  servedBut('the terms once more, at another price', 'GatewayError', refusal(402, 'payment_terms_mismatch')),
];

function servedBut(lie: string, ends: LieRow['ends'], said: Said, clock: Pick<LieRow, 'clockSpeed'> = {}): LieRow {
  return {
    ...clock,
    lie: `${lie}, although it was`,
    to: 'payPerRequest',
    ends,
    tell: () => async (heard, ask) => {
      const truth = await ask();
      return executes(heard) && !isUnpaid(heard) ? said : truth;
    },
  };
}

type NestedChange = Parameters<typeof nested>[0];

function nestedRow(lie: string, change: NestedChange, ends: LieRow['ends'] = 'VerificationError'): LieRow {
  return { lie, to: 'payPerRequest', ends, tell: () => nested(change) };
}

function payload(change: (payload: Parameters<NestedChange>[0]['attestation']['payload']) => object): NestedChange {
  return (data) => ({ ...data, attestation: { ...data.attestation, payload: change(data.attestation.payload) } });
}

function signature(change: (signature: Parameters<NestedChange>[0]['attestation']['signature']) => object): NestedChange {
  return (data) => ({ ...data, attestation: { ...data.attestation, signature: change(data.attestation.signature) } });
}

const TOLERANCE = { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs: 5_000, numeric: { type: 'int256', decimals: 0 } };

/** The answer that was paid for. */
export const liesOfPaidAnswers: readonly LieRow[] = [
  nestedRow('another data.value', (data) => ({ ...data, value: '1' })),
  nestedRow(
    'another packed value',
    payload((signed) => ({ ...signed, value: swapped(signed.value) })),
  ),
  nestedRow(
    'a millisecond later',
    payload((signed) => ({ ...signed, timestamp: signed.timestamp + 1 })),
  ),
  nestedRow(
    'the time in seconds',
    payload((signed) => ({ ...signed, timestamp: Math.floor(signed.timestamp / 1_000) })),
  ),
  nestedRow(
    'a lower quorum',
    payload((signed) => ({ ...signed, signaturesRequired: QUORUM - 1 })),
  ),
  nestedRow(
    'another registry version',
    payload((signed) => ({ ...signed, registryVersion: 2 })),
  ),
  nestedRow(
    'another source',
    payload((signed) => ({ ...signed, sourceId: swapped(signed.sourceId) })),
  ),
  nestedRow(
    'another signature',
    signature((signed) => ({ ...signed, signature: swapped(signed.signature) })),
  ),
  nestedRow(
    'another commitment',
    signature((signed) => ({ ...signed, commitment: swapped(signed.commitment) })),
  ),
  nestedRow(
    'other signers',
    signature((signed) => ({ ...signed, signersBitmap: swapped(signed.signersBitmap) })),
  ),
  nestedRow('tolerance mode for exact mode', (data) => ({ ...data, aggregation: TOLERANCE })),
  nestedRow('no attestation', ({ attestation: _gone, ...data }) => data),
  {
    lie: 'an older true answer of the same source',
    to: 'payPerRequest',
    ends: 'VerificationError',
    tell: ({ source }) => ofServed((body) => olderAnswers.get(source.url) ?? body),
    async ask(client, { test, source }) {
      olderAnswers.set(source.url, await paidBefore(test, source));
      await sleep(PAST_AGREEMENT_MS);
      return (await client.round(source, { quorum: QUORUM })).value;
    },
  },
];

/** Earlier answers by the URL of their source. */
const olderAnswers = new Map<string, string>();

/** A true answer that another payer has just paid for. */
async function paidBefore(test: TestWorld, apiConfig: ApiConfigBody): Promise<string> {
  const payer = await TestPayer.create(test);
  const { status, body } = await payer.pay(payer.prepare({ quorum: QUORUM, apiConfig }));
  if (status !== 200) throw new Error(`a paid round: ${status}`);
  return JSON.stringify(body);
}

/** The escrow's state, as an agent is told. */
export const liesOfEscrows: readonly LieRow[] = [
  agentRow('a price above the limit', (status) => ({ ...status, quotedNextPrice: TOO_MUCH })),
  agentRow('a negative price', (status) => ({ ...status, quotedNextPrice: '-5' })),
  agentRow('another escrow', (status) => ({ ...status, escrow: LIARS })),
  agentRow('another gateway', (status) => ({ ...status, gateway: LIARS })),
  agentRow('another token account', (status) => ({ ...status, ataAddress: LIARS, ataBalance: '0' })),
  agentRow('an empty escrow', (status) => ({ ...status, ataBalance: '0' })),
  agentRow('an escrow that is all committed', (status) => ({ ...status, committedAmount: TOO_MUCH })),
  poorRow('402 with an amount above the limit', 'VerificationError', (option) => ({
    ...option,
    maxAmountRequired: TOO_MUCH,
    extra: { ...option.extra, amount: TOO_MUCH },
  })),
  poorRow('402 with another token account', 'VerificationError', (option) => ({ ...option, payTo: LIARS })),
  poorRow('402 with another escrow', 'VerificationError', (option) => ({
    ...option,
    payTo: LIARS,
    extra: { ...option.extra, agent: LIARS },
  })),
  poorRow('402 with another gateway', 'GatewayError', (option) => ({ ...option, extra: { ...option.extra, gateway: LIARS } })),
  poorRow('402 with another asset', 'VerificationError', (option) => ({ ...option, asset: LIARS })),
  poorRow('402 with another network', 'VerificationError', (option) => ({ ...option, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })),
  agentServedBut('that the source failed', 'GatewayError', refusal(503, 'upstream_failure')),
  agentServedBut('that it was asked before', 'GatewayError', refusal(409, 'duplicate_round')),
  agentServedBut('that the price is above the limit', 'SpendingLimitError', refusal(400, 'amount_mismatch', { amount: Number(TOO_MUCH) })),
  agentServedBut('that the price is one unit', 'GatewayError', refusal(400, 'amount_mismatch', { amount: 1 })),
  agentServedBut('an internal fault', 'the true value', refusal(500, 'internal')),
];

type Escrow = Record<string, unknown>;
type EscrowTerms = AgentPaymentRequired['accepts'][number];

/** A client takes prices and escrows from the ledger. */
function agentRow(lie: string, change: (status: Escrow) => Escrow): LieRow {
  return {
    lie: `a status with ${lie}`,
    to: 'agent',
    ends: 'the true value',
    tell: () =>
      ofPath(
        ({ path }) => /^\/v1\/agent\/[^/]+\/status/.test(path),
        async (_heard, ask) => {
          const truth = await ask();
          return { ...truth, body: JSON.stringify(change(JSON.parse(truth.body) as Escrow)) };
        },
      ),
  };
}

/** Lies to an agent whose escrow is empty. */
function poorRow(lie: string, ends: LieRow['ends'], change: (option: EscrowTerms) => object): LieRow {
  return {
    lie,
    to: 'poor agent',
    ends,
    tell: () =>
      ofPath(executes, async (_heard, ask) => {
        const truth = await ask();
        if (truth.status !== 402) return truth;
        const required = JSON.parse(truth.body) as AgentPaymentRequired;
        return { ...truth, body: JSON.stringify({ ...required, accepts: required.accepts.map(change) }) };
      }),
  };
}

function agentServedBut(lie: string, ends: LieRow['ends'], said: Said): LieRow {
  return {
    lie: `${lie}, although it was served`,
    to: 'agent',
    ends,
    tell: () =>
      ofPath(executes, async (_heard, ask) => {
        const truth = await ask();
        return truth.status === 200 ? said : truth;
      }),
  };
}
