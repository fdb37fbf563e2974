import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { expect, it } from 'vitest';
import { mayLand } from './policy.js';

/** A ledger that answers so, one check after the other; the last answer is repeated. */
function ledgerOf(...answers: (boolean | Error)[]) {
  const asked: unknown[] = [];
  const waits: number[] = [];
  const deps = {
    history: {
      isBlockhashValid(...call: unknown[]) {
        const answer = answers[Math.min(asked.push(call), answers.length) - 1];
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer === true);
      },
    },
    clock: { wait: (ms: number) => Promise.resolve(waits.push(ms)) },
  };
  return { asked, waits, mayLand: () => mayLand('hash', deps) };
}

it('a blockhash that the ledger takes may land, after one check', async () => {
  const { mayLand: judge, asked } = ledgerOf(true);
  expect([await judge(), asked]).toEqual([true, [['hash', 'confirmed']]]);
});

it('a blockhash that the server does not know yet is checked again, a slot later', async () => {
  const { mayLand: judge, asked, waits } = ledgerOf(false, false, true);
  expect([await judge(), asked.length, waits]).toEqual([true, 3, [400, 400]]);
});

it('a blockhash that is unknown three times is past', async () => {
  const { mayLand: judge, asked } = ledgerOf(false);
  expect([await judge(), asked.length]).toEqual([false, 3]);
});

it('a ledger that does not answer refuses no payment', async () => {
  expect(await ledgerOf(new LedgerUnavailableError('isBlockhashValid', 'no answer')).mayLand()).toBe(true);
  await expect(ledgerOf(new Error('a fault of ours')).mayLand()).rejects.toThrow('a fault of ours');
});
