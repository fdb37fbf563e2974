import type { Facilitator, PaymentToSettle } from '@oracle-gateway/x402';
import { describe, expect, it, vi } from 'vitest';
import { createVerifyPayment } from './verify-payment.js';

type Outcome = Awaited<ReturnType<Facilitator['verify']>>;

const REFUSED: Outcome = { kind: 'refused', reason: 'invalid', words: '' };

/** A facilitator that answers when told to. */
function start(max = 16) {
  const clock = { ms: 0 };
  const answers: ((outcome: Outcome) => void)[] = [];
  const verify = vi.fn(() => new Promise<Outcome>((resolve) => void answers.push(resolve)));
  const shareRefused = vi.fn();
  const verifyPayment = createVerifyPayment({ facilitator: { verify }, events: { shareRefused }, max, monotonicMs: () => clock.ms });
  const ask = (name: string, address = 'a') =>
    verifyPayment({ name, toSettle: {} as PaymentToSettle, sender: { name: `address:${address}`, isStranger: false } });
  const answerAll = (outcome: Outcome) => {
    for (const answer of answers.splice(0)) answer(outcome);
  };
  return { clock, verify, ask, answerAll, shareRefused };
}

describe('a payment', () => {
  it('is one question where it is sent seventy times at once', async () => {
    const { verify, ask, answerAll } = start();
    const asked = Array.from({ length: 70 }, () => ask('junk'));
    answerAll(REFUSED);
    expect(await Promise.all(asked)).toEqual(Array(70).fill(REFUSED));
    expect(verify).toHaveBeenCalledTimes(1);
  });

  it('is refused for some seconds without a question where it was refused, and then asked about again', async () => {
    const { clock, verify, ask, answerAll } = start();
    const first = ask('junk');
    answerAll(REFUSED);
    await first;
    clock.ms += 4_000;
    expect(await ask('junk')).toEqual(REFUSED);
    expect(verify).toHaveBeenCalledTimes(1);
    clock.ms += 2_000;
    const again = ask('junk');
    answerAll({ kind: 'verified' });
    expect(await again).toEqual({ kind: 'verified' });
  });

  it('is asked about again where it was verified, or not answered for', async () => {
    const { verify, ask, answerAll } = start();
    for (const outcome of [{ kind: 'verified' }, { kind: 'unavailable', reason: 'down' }] as Outcome[]) {
      const asked = ask('good');
      answerAll(outcome);
      expect(await asked).toEqual(outcome);
    }
    expect(verify).toHaveBeenCalledTimes(2);
  });

  it('of one sender takes no place from another sender’s, and waits for no place of another’s question', async () => {
    const { ask, answerAll, shareRefused } = start();
    const many = Array.from({ length: 20 }, (_, index) => ask(`junk${index}`));
    const refused = await Promise.allSettled(many.slice(15));
    expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
    expect(shareRefused).toHaveBeenCalledWith('verifications', 'own_share');
    const honest = ask('good', 'b');
    const same = ask('junk0', 'c');
    answerAll(REFUSED);
    expect(await honest).toEqual(REFUSED);
    expect(await same).toEqual(REFUSED);
    await Promise.allSettled(many);
  });
});
