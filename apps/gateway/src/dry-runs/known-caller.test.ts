import { toAddress } from '@oracle-gateway/protocol';
import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import { describe, expect, it } from 'vitest';
import type { DryRunTerms } from '../paths/pay-path.js';
import { createRequireKnown } from './known-caller.js';

const registry = {
  version: 1n,
  redundancyBuffer: 0,
  minSigners: 2,
  active: 3,
  createdAt: 0n,
  acceptUntil: 0n,
  keys: [],
};
const terms: DryRunTerms = { signaturesRequired: 2, units: 1, registry };
const sender = { name: 'address:a', isStranger: false };

function caller(byte: number) {
  const key = toAddress(new Uint8Array(32).fill(byte));
  return { key, owner: key };
}

function price(): Promise<null> {
  return Promise.resolve(null);
}

/** Paths that answer so, in their order; `asked` counts their look-ups. */
function paths(...answers: readonly (ErrorCode | null)[]) {
  const asked: string[] = [];
  const made = answers.map((answer, index) => ({
    name: `path${index}`,
    price,
    refusal: () => {
      asked.push(`path${index}`);
      return Promise.resolve(answer);
    },
  }));
  const requireKnown = createRequireKnown({
    paths: [{ name: 'x402', price }, ...made],
    events: { shareRefused: () => undefined },
    monotonicMs: () => 0,
  });
  return { asked, requireKnown };
}

describe('a caller of a dry run', () => {
  it('is known to the first path that would serve it, and no further one is asked', async () => {
    const { asked, requireKnown } = paths(null, 'escrow_underfunded');
    await requireKnown(caller(1), terms, sender);
    expect(asked).toEqual(['path0']);
  });

  it('hears why no path would serve it, path by path', async () => {
    const { requireKnown } = paths('subscription_missing', 'escrow_underfunded');
    const refusal = requireKnown(caller(1), terms, sender);
    await expect(refusal).rejects.toMatchObject({
      code: 'simulate_not_authorised',
    });
    await expect(refusal).rejects.toThrow('path0: subscription_missing, path1: escrow_underfunded');
  });

  it('is held back before the ledger is asked again where it comes with ever new keys; a key that was good is not', async () => {
    const { asked, requireKnown } = paths(null);
    await requireKnown(caller(1), terms, sender);
    let held = 0;
    for (let byte = 2; byte < 250; byte += 1) {
      await requireKnown(caller(byte), terms, sender).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'share_used' });
        held += 1;
      });
    }
    expect(held).toBeGreaterThan(100);
    expect(asked.length).toBe(249 - held);
    await requireKnown(caller(1), terms, sender);
    await requireKnown(caller(251), terms, {
      name: 'address:b',
      isStranger: false,
    });
  });
});
