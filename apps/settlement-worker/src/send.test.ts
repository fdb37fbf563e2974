import { BroadcastRefusedError, LedgerUnavailableError, type TransactionStatus } from '@oracle-gateway/ledger';
import type { Claim } from '@oracle-gateway/outbox';
import { unixMs } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { fakeLedger, sampleTransaction } from '../tests/support/fake-ledger.js';
import { sampleRound } from '../tests/support/rounds.js';
import { send } from './send.js';

const { roundId, payload, proof } = sampleRound();
const claim: Claim = {
  roundId,
  token: 't',
  leaseUntilMs: unixMs(1),
  createdAtMs: unixMs(1),
  attempts: 0,
  holds: [],
  settlement: payload,
  broadcasts: [],
};
const transaction = sampleTransaction('A');
const REFUSAL = { kind: 'program', instructionIndex: 1, code: 6028, name: 'WrongGateway' } as const;

/** Runs `send` against scripted answers and notes every effect in order. */
async function sendWith(script: {
  broadcast?: (count: number) => Promise<void>;
  statuses: readonly TransactionStatus[];
  abortAtPause?: number;
}) {
  const effects: string[] = [];
  const stop = new AbortController();
  let nowMs = 0;
  let broadcasts = 0;
  let polls = 0;
  let pauses = 0;
  const outcome = await send(
    {
      outbox: {
        recordBroadcast: () => Promise.resolve(void effects.push('record')),
        forgetBroadcast: () => Promise.resolve(void effects.push('forget')),
      },
      ledger: fakeLedger({
        build: (_instructions, { computeUnitLimit }) => {
          effects.push(`build ${computeUnitLimit}`);
          return Promise.resolve(transaction);
        },
        broadcast: (sent) => {
          effects.push(sent === transaction ? 'broadcast' : 'broadcast of something else');
          broadcasts += 1;
          return script.broadcast?.(broadcasts) ?? Promise.resolve();
        },
        status: () => {
          polls += 1;
          return Promise.resolve(script.statuses[Math.min(polls, script.statuses.length) - 1] ?? { kind: 'unseen' });
        },
      }),
      pause: (ms) => {
        nowMs += ms;
        pauses += 1;
        if (pauses === script.abortAtPause) stop.abort();
        return Promise.resolve();
      },
      nowMs: () => nowMs,
      signal: stop.signal,
    },
    claim,
    proof,
  );
  return { outcome, effects, waitedMs: nowMs };
}

it('the signature is recorded before the first byte leaves', async () => {
  const { outcome, effects } = await sendWith({ statuses: [{ kind: 'unseen' }, { kind: 'succeeded', slot: 9 }] });
  expect(outcome).toEqual({ kind: 'landed', signature: transaction.signature, slot: 9 });
  expect(effects).toEqual([`build ${proof.computeUnits}`, 'record', 'broadcast']);
});

it('a transaction refused before it was sent is forgotten', async () => {
  const { outcome, effects } = await sendWith({ statuses: [], broadcast: () => Promise.reject(new BroadcastRefusedError(REFUSAL, 'x')) });
  expect(outcome).toEqual({ kind: 'refused', refusal: REFUSAL });
  expect(effects.slice(1)).toEqual(['record', 'broadcast', 'forget']);
});

it('a broadcast without an answer stays recorded: it may have left', async () => {
  const lost = new LedgerUnavailableError('sendTransaction', 'timeout');
  const effects = sendWith({ statuses: [], broadcast: () => Promise.reject(lost) });
  await expect(effects).rejects.toBe(lost);
});

it('a transaction that landed and failed is refused', async () => {
  const { outcome } = await sendWith({ statuses: [{ kind: 'failed', slot: 9, error: REFUSAL }] });
  expect(outcome).toEqual({ kind: 'refused', refusal: REFUSAL });
});

it('an unseen transaction is sent again byte for byte, whatever the server says to that, and given up after ten seconds', async () => {
  const answers = (count: number): Promise<void> => {
    if (count === 2) return Promise.reject(new BroadcastRefusedError({ kind: 'transaction', error: 'BlockhashNotFound' }, 'x'));
    if (count === 3) return Promise.reject(new LedgerUnavailableError('sendTransaction', 'timeout'));
    return Promise.resolve();
  };
  const { outcome, effects, waitedMs } = await sendWith({ statuses: [{ kind: 'unseen' }], broadcast: answers });
  expect(outcome).toEqual({ kind: 'unknown' });
  expect(effects.slice(1)).toEqual(['record', ...Array<string>(6).fill('broadcast')]);
  expect(waitedMs).toBe(10_000);
});

it('a stopping process waits no longer', async () => {
  const { outcome, waitedMs } = await sendWith({ statuses: [{ kind: 'unseen' }], abortAtPause: 2 });
  expect(outcome).toEqual({ kind: 'unknown' });
  expect(waitedMs).toBe(800);
});
