import {
  BroadcastRefusedError,
  LedgerUnavailableError,
  type BuiltTransaction,
  type LedgerSender,
  type TransactionRefusal,
  type TransactionStatus,
} from '@oracle-gateway/ledger';
import { toAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';

import { carryOutChange, type AdminLedger, type Change } from '../src/index.js';

const REFUSAL: TransactionRefusal = { kind: 'program', instructionIndex: 1, code: 6_025, name: 'TooSoon' };
const LAST_VALID = 150;
const nothing: Change = { kind: 'change', effects: [], instructions: [], creates: [], payment: null };

interface Script {
  /** One for each check; the last goes on. The first is the check before anything is sent. */
  readonly statuses: readonly (TransactionStatus | Error)[];
  readonly broadcasts?: readonly (Error | null)[];
  readonly heights?: readonly number[];
}

const UNSEEN: TransactionStatus = { kind: 'unseen' };

/** A ledger that answers from a script, since no real one loses a confirmation when a test wants it to. */
function scripted({ statuses, broadcasts = [null], heights = [1] }: Script) {
  const sent: string[] = [];
  const [checks, heightsLeft, broadcastsLeft] = [[...statuses], [...heights], [...broadcasts]];
  let built = 0;
  const next = <T>(answers: T[]): T => (answers.length > 1 ? answers.shift()! : answers[0]!);
  const sender: Pick<LedgerSender, 'build' | 'broadcast' | 'statuses' | 'blockHeight'> = {
    build: () => {
      built += 1;
      return Promise.resolve<BuiltTransaction>({
        signature: `signature ${built}`,
        wire: Uint8Array.of(built),
        lastValidBlockHeight: LAST_VALID,
      });
    },
    broadcast: ({ wire }) => {
      sent.push(`signature ${wire[0]}`);
      const failure = next(broadcastsLeft);
      return failure === null ? Promise.resolve() : Promise.reject(failure);
    },
    statuses: () => {
      const answer = next(checks);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve([answer]);
    },
    blockHeight: () => Promise.resolve(next(heightsLeft)),
  };
  const ledger = {
    sender: sender as LedgerSender,
    priorityFeeMicroLamports: 0n,
    signer: { address: toAddress(new Uint8Array(32)) },
  } as AdminLedger;
  return { ledger, sent };
}

let elapsedMs = 0;
const hurried = {
  monotonicMs: () => elapsedMs,
  wait: (milliseconds: number) => {
    elapsedMs += milliseconds;
    return Promise.resolve();
  },
};

function unavailable(effect: 'none' | 'unknown'): LedgerUnavailableError {
  return new LedgerUnavailableError('sendTransaction', 'no usable answer', { effect });
}

describe('what became of a transaction', () => {
  it('done: it is in a block', async () => {
    const { ledger } = scripted({ statuses: [UNSEEN, UNSEEN, { kind: 'succeeded', slot: 7 }] });
    expect(await carryOutChange(ledger, nothing, hurried)).toEqual({ kind: 'done', signature: 'signature 1', slot: 7 });
  });

  it('the signature is told before anything leaves', async () => {
    const { ledger, sent } = scripted({ statuses: [UNSEEN, { kind: 'succeeded', slot: 7 }] });
    const told: string[] = [];
    await carryOutChange(ledger, nothing, { ...hurried, onSending: (signature) => told.push(`${signature} after ${sent.length}`) });
    expect(told).toEqual(['signature 1 after 0']);
  });

  it('an equal transaction that is on the ledger already is not taken for this one', async () => {
    const { ledger, sent } = scripted({ statuses: [{ kind: 'succeeded', slot: 6 }, UNSEEN, { kind: 'succeeded', slot: 7 }] });
    expect(await carryOutChange(ledger, nothing, hurried)).toMatchObject({ kind: 'done', signature: 'signature 2', slot: 7 });
    expect(sent).toEqual(['signature 2']);
  });

  it('refused before it was sent costs nothing', async () => {
    const { ledger } = scripted({ statuses: [UNSEEN], broadcasts: [new BroadcastRefusedError(REFUSAL, 'TooSoon')] });
    expect(await carryOutChange(ledger, nothing, hurried)).toEqual({
      kind: 'refused',
      signature: 'signature 1',
      refusal: REFUSAL,
      paid: false,
    });
  });

  it('refused in a block has cost its fee', async () => {
    const { ledger } = scripted({ statuses: [UNSEEN, { kind: 'failed', slot: 7, error: REFUSAL }] });
    expect(await carryOutChange(ledger, nothing, hurried)).toMatchObject({ kind: 'refused', paid: true });
  });

  it('a server that certainly sent nothing on is an error, not an outcome', async () => {
    const { ledger } = scripted({ statuses: [UNSEEN], broadcasts: [unavailable('none')] });
    await expect(carryOutChange(ledger, nothing, hurried)).rejects.toBeInstanceOf(LedgerUnavailableError);
  });

  it('a broadcast without an answer is searched for, and found', async () => {
    const { ledger } = scripted({ statuses: [UNSEEN, UNSEEN, { kind: 'succeeded', slot: 7 }], broadcasts: [unavailable('unknown')] });
    expect(await carryOutChange(ledger, nothing, hurried)).toMatchObject({ kind: 'done' });
  });

  it('expired only when it is unseen after its last block is final', async () => {
    const { ledger } = scripted({ statuses: [UNSEEN], heights: [LAST_VALID, LAST_VALID, LAST_VALID + 1] });
    expect(await carryOutChange(ledger, nothing, hurried)).toEqual({ kind: 'expired', signature: 'signature 1' });
    const landed = scripted({ statuses: [UNSEEN, { kind: 'succeeded', slot: 7 }], heights: [LAST_VALID + 1] });
    expect(await carryOutChange(landed.ledger, nothing, hurried)).toMatchObject({ kind: 'done' });
  });

  it('unknown, never guessed, when the server says no more', async () => {
    const { ledger } = scripted({ statuses: [UNSEEN, unavailable('unknown')] });
    expect(await carryOutChange(ledger, nothing, { ...hurried, patienceMs: 5_000 })).toEqual({
      kind: 'unknown',
      signature: 'signature 1',
      lastValidBlockHeight: LAST_VALID,
      reason: 'ledger sendTransaction: no usable answer',
    });
  });

  it('unknown when it stays unseen for too long; the same bytes are sent again meanwhile', async () => {
    const { ledger, sent } = scripted({ statuses: [UNSEEN], broadcasts: [null, new BroadcastRefusedError(REFUSAL, 'TooSoon'), null] });
    expect(await carryOutChange(ledger, nothing, { ...hurried, patienceMs: 10_000 })).toMatchObject({
      kind: 'unknown',
      reason: 'not seen in a block',
    });
    expect(sent.length).toBeGreaterThan(2);
    expect(new Set(sent)).toEqual(new Set(['signature 1']));
  });
});
