import { samplePayment } from '@oracle-gateway/outbox/testing';
import type { UnixMs } from '@oracle-gateway/protocol';
import type { PaymentToSettle, SettleOutcome } from '@oracle-gateway/x402';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentFinding } from './payment-finding.js';
import { makePayment, PAYMENT_DEADLINE_MS } from './make-payment.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const SETTLED: SettleOutcome = { kind: 'settled', signature: 'its word' };
const NOT_BROADCAST: SettleOutcome = { kind: 'not-broadcast', reason: 'no funds', words: 'its own' };
const UNCERTAIN: SettleOutcome = { kind: 'uncertain', signature: null, reason: 'no usable answer', words: 'fetch failed' };
const DUPLICATE: SettleOutcome = { kind: 'duplicate', reason: 'duplicate_settlement', words: 'its own' };
const PAID: PaymentFinding = { kind: 'paid', signature: 'on the ledger', slot: 7 };
const FAILED: PaymentFinding = { kind: 'failed', signature: 'on the ledger' };
const EARLIER: PaymentFinding = { kind: 'earlier', signature: 'on the ledger' };
const ABSENT: PaymentFinding = { kind: 'absent' };
const UNKNOWN: PaymentFinding = { kind: 'unknown', reason: 'not seen' };

/** A facilitator that says this, and a ledger that shows this at one check after the other; the last is repeated. */
function pay(facilitator: 'remote' | 'local', outcome: SettleOutcome | null, ...findings: PaymentFinding[]) {
  const hints: (string | null)[] = [];
  const noted: string[] = [];
  const shutdown = new AbortController();
  const end = makePayment(
    {
      toSettle: {} as PaymentToSettle,
      payment: samplePayment({ facilitator }),
      createdAtMs: 0 as UnixMs,
      noteSignature: (signature) => Promise.resolve(void noted.push(signature)),
    },
    {
      facilitator: { settle: () => (outcome === null ? new Promise(() => undefined) : Promise.resolve(outcome)) },
      findPayment({ signature }, { left }) {
        expect(left).toBeLessThanOrEqual(20);
        const finding = findings[Math.min(hints.length, findings.length - 1)];
        hints.push(signature);
        if (finding === undefined) throw new Error('no check of the ledger was expected');
        return Promise.resolve(finding);
      },
      wait: () => Promise.resolve(),
      shutdown: shutdown.signal,
    },
  );
  return { end, hints, noted, shutdown };
}

describe('a facilitator in this process', () => {
  it('is believed when it has settled, and when it has sent nothing', async () => {
    expect(await pay('local', SETTLED).end).toEqual({ kind: 'paid', signature: 'its word', slot: null });
    expect(await pay('local', NOT_BROADCAST).end).toEqual({ kind: 'unpaid', reason: 'no funds', words: 'its own', isCertain: true });
  });

  it('is believed like any other where it does not know', async () => {
    const { end, hints } = pay('local', { ...UNCERTAIN, signature: 'noted' }, UNKNOWN, PAID);
    expect(await end).toEqual(PAID);
    expect(hints).toEqual(['noted', 'noted']);
  });
});

describe('a facilitator elsewhere', () => {
  it.each([SETTLED, NOT_BROADCAST, UNCERTAIN, DUPLICATE])('has paid when the ledger says so ($kind)', async (outcome) => {
    expect(await pay('remote', outcome, UNKNOWN, PAID).end).toEqual(PAID);
  });

  it('has its own signature checked first', async () => {
    const { end, hints } = pay('remote', SETTLED, PAID);
    await end;
    expect(hints).toEqual(['its word']);
  });

  it.each([SETTLED, { ...UNCERTAIN, signature: 'its word' } as const])(
    'has the signature that it claims kept on record ($kind)',
    async (outcome) => {
      const { end, noted } = pay('remote', outcome, UNKNOWN);
      await end;
      expect(noted).toEqual(['its word']);
    },
  );

  it('has been paid for something else when the payment had landed before the round was admitted', async () => {
    expect(await pay('remote', SETTLED, EARLIER).end).toEqual({
      kind: 'unpaid',
      reason: 'the transaction had landed before the round was admitted',
      words: '',
      signature: 'on the ledger',
      isCertain: false,
    });
  });

  it.each([SETTLED, UNCERTAIN, DUPLICATE])(
    'has not paid for all that is known, whatever it says, while the ledger does not have it ($kind)',
    async (outcome) => {
      const { end, hints } = pay('remote', outcome, UNKNOWN);
      expect(await end).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('not seen') as string });
      expect(hints.length).toBeGreaterThan(3);
    },
  );

  it('is asked no more where it refuses, after three checks', async () => {
    const { end, hints } = pay('remote', NOT_BROADCAST, UNKNOWN);
    expect(await end).toEqual({ kind: 'refused', reason: 'no funds', words: 'its own' });
    expect(hints).toHaveLength(3);
  });

  it.each([SETTLED, NOT_BROADCAST, UNCERTAIN, DUPLICATE])(
    'has not paid when the ledger has the payment as failed ($kind)',
    async (outcome) => {
      expect(await pay('remote', outcome, FAILED).end).toMatchObject({ kind: 'unpaid', signature: 'on the ledger' });
    },
  );

  it('is unknown when the ledger has the payment and the time of its landing is not clear, whatever the facilitator says', async () => {
    const unclear: PaymentFinding = { kind: 'unknown', reason: 'not clear', landed: { signature: 'on the ledger', slot: 7 } };
    for (const outcome of [SETTLED, NOT_BROADCAST, UNCERTAIN, DUPLICATE])
      expect(await pay('remote', outcome, unclear).end).toMatchObject({ kind: 'unknown' });
  });

  it('has not paid when two checks find that it can land no more, not one', async () => {
    const unpaid = { kind: 'unpaid', reason: 'no usable answer', words: 'fetch failed', isCertain: false };
    expect(await pay('remote', UNCERTAIN, ABSENT).end).toEqual(unpaid);
    expect(await pay('remote', UNCERTAIN, ABSENT, UNKNOWN).end).toMatchObject({ kind: 'unknown' });
  });
});

describe('no payment waits for ever', () => {
  it('for a facilitator that is silent', async () => {
    const { end } = pay('remote', null);
    await vi.advanceTimersByTimeAsync(PAYMENT_DEADLINE_MS);
    expect(await end).toMatchObject({ kind: 'unknown' });
  });

  it('when the gateway stops', async () => {
    const { end, shutdown } = pay('local', null);
    shutdown.abort();
    expect(await end).toEqual({ kind: 'unknown', reason: 'the gateway stopped', words: '' });
  });
});
