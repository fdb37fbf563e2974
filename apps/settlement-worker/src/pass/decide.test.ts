import { describeRefusal, type TransactionRefusal, type TransactionStatus } from '@oracle-gateway/ledger';
import { describe, expect, it } from 'vitest';
import { decide, SECOND_CHECK_MS, type Action, type RoundFacts } from './decide.js';
import type { SentTransaction } from './sent-transaction.js';
import type { LandingInHistory } from '../ledger/signature-history.js';

type Round = Parameters<typeof decide>[0];

const NOW_MS = 100_000;
const WIRE = Uint8Array.of(1);
const older = { signature: 'A', lastValidBlockHeight: 100, wire: null };
const newest = { signature: 'B', lastValidBlockHeight: 250, wire: WIRE };
function program(name: string, code: number): TransactionRefusal {
  return { kind: 'program', instructionIndex: 1, code, name };
}
const FROZEN = program('TokenAccountFrozen', 17);
const WRONG_GATEWAY = program('WrongGateway', 6028);
const SETTLED_ALREADY = program('RoundAlreadySettled', 6039);
const NO_LAMPORTS: TransactionRefusal = { kind: 'transaction', error: 'InsufficientFundsForFee' };
const UNKNOWN_BLOCKHASH: TransactionRefusal = { kind: 'transaction', error: 'BlockhashNotFound' };

/** A round whose newest transaction was sent a moment ago; nothing was heard of it. */
function round(members: Partial<Round> = {}): Round {
  return {
    purpose: 'settle',
    broadcasts: [older, newest],
    transaction: transaction(),
    closedSinceMs: null,
    landing: null,
    ...members,
  };
}
function transaction(members: Partial<SentTransaction> = {}): SentTransaction {
  return {
    signature: 'B',
    payment: null,
    wire: WIRE,
    isShared: false,
    builtAtMs: 0,
    mayHaveLeft: true,
    unanswered: 0,
    timesSent: 1,
    sendAgainAtMs: NOW_MS + 1,
    refusal: null,
    trouble: null,
    ...members,
  };
}
function sent(members: Partial<SentTransaction>): Round {
  return round({ transaction: transaction(members) });
}
function refused(error: TransactionRefusal, members: Partial<SentTransaction> = {}): Round {
  return sent({ refusal: { error, atMs: NOW_MS }, ...members });
}
function lapsing(members: Partial<Round> = {}): Round {
  return round({ purpose: 'lapse', broadcasts: [], transaction: null, ...members });
}

const NONE: LandingInHistory = { kind: 'none' };
const LANDED: LandingInHistory = { kind: 'landed', signature: 'B', slot: 21 };
const UNKNOWN: LandingInHistory = { kind: 'unknown', reason: 'no history' };
function sentAndLapsing(landing: LandingInHistory | null, askedAtMs: number, closedSinceMs: number | null): Round {
  return lapsing({ broadcasts: [newest], closedSinceMs, landing: landing === null ? null : { landing, askedAtMs } });
}
/** The window has passed, and so has the time of what was sent. */
function expired(members: Partial<RoundFacts> = {}): RoundFacts {
  return facts({ isWindowClosed: true, isWindowLongClosed: false, finalizedHeight: 251, ...members });
}

/** Nothing there, nothing asked. */
function facts(members: Partial<RoundFacts> = {}): RoundFacts {
  return {
    receipt: 'absent',
    slot: 30,
    recipientFault: null,
    readings: [],
    statuses: new Map(),
    finalizedHeight: null,
    isWindowClosed: null,
    isWindowLongClosed: null,
    ...members,
  };
}
function statuses(entries: Readonly<Record<string, TransactionStatus>>): Pick<RoundFacts, 'statuses'> {
  return {
    statuses: new Map(Object.entries(entries)),
  };
}
const landed = { kind: 'succeeded', slot: 21 } as const;
function failed(error: TransactionRefusal): TransactionStatus {
  return { kind: 'failed', slot: 20, error };
}

const cases: readonly (readonly [rule: string, Round, RoundFacts, Partial<Action>])[] = [
  ['nothing was sent: a transaction is', round({ broadcasts: [], transaction: null }), facts(), { kind: 'send' }],
  ['sent a moment ago: it waits', round(), facts(), { kind: 'wait' }],
  ['nothing heard for a while: the same bytes again', sent({ sendAgainAtMs: NOW_MS }), facts(), { kind: 'sendAgain', wire: WIRE }],
  [
    'the bytes of an earlier version were not kept: it waits for their end',
    round({ broadcasts: [older], transaction: transaction({ signature: 'A', wire: null, sendAgainAtMs: 0 }) }),
    facts({ finalizedHeight: 100 }),
    { kind: 'wait' },
  ],
  ['valid at this very height: the same bytes', sent({ sendAgainAtMs: 0 }), facts({ finalizedHeight: 250 }), { kind: 'sendAgain' }],
  ['all expired: a new one', round(), facts({ finalizedHeight: 251 }), { kind: 'send' }],

  ['its own receipt settles it', round(), facts({ receipt: 'own' }), { kind: 'settle', signature: null, slot: null }],
  [
    'by the transaction that made it, at its slot',
    round(),
    facts({ receipt: 'own', ...statuses({ A: landed, B: failed(SETTLED_ALREADY) }) }),
    { kind: 'settle', signature: 'A', slot: 21 },
  ],
  ['the receipt before a refusal', refused(WRONG_GATEWAY), facts({ receipt: 'own' }), { kind: 'settle' }],
  ['the receipt before a failure', round(), facts({ receipt: 'own', ...statuses({ B: failed(WRONG_GATEWAY) }) }), { kind: 'settle' }],
  ['another message in the receipt parks', round(), facts({ receipt: 'other' }), { kind: 'park' }],
  ['landed, the receipt not visible yet', sent({ sendAgainAtMs: 0 }), facts(statuses({ A: landed })), { kind: 'wait' }],

  [
    'landed and failed by the program: an attempt',
    round(),
    facts(statuses({ B: failed(WRONG_GATEWAY) })),
    { kind: 'refuse', forget: newest },
  ],
  [
    'landed and failed for want of lamports: no attempt, and it is forgotten',
    round(),
    facts(statuses({ B: failed(NO_LAMPORTS) })),
    { kind: 'giveBack', forget: newest },
  ],
  ['an older one failed: the newest decides', round(), facts(statuses({ A: failed(WRONG_GATEWAY) })), { kind: 'wait' }],

  [
    'refused by the program before it ever left: an attempt, and it is forgotten',
    refused(WRONG_GATEWAY, { mayHaveLeft: false }),
    facts(),
    { kind: 'refuse', refusal: WRONG_GATEWAY, forget: newest },
  ],
  ['refused when sent again: what left may still land', refused(WRONG_GATEWAY), facts(), { kind: 'refuse', forget: null }],
  [
    'refused while another broadcast of it has no answer: the same',
    refused(WRONG_GATEWAY, { mayHaveLeft: false, unanswered: 1 }),
    facts(),
    { kind: 'refuse', forget: null },
  ],
  [
    'a refusal newer than the receipt that was read waits for the next reading',
    sent({ refusal: { error: WRONG_GATEWAY, atMs: NOW_MS + 1 } }),
    facts(),
    { kind: 'wait' },
  ],
  ['"already settled" without a receipt: the server lags, no attempt', refused(SETTLED_ALREADY), facts(), { kind: 'wait' }],
  [
    'no lamports: no attempt',
    refused(NO_LAMPORTS),
    facts(),
    { kind: 'giveBack', forget: null, reason: expect.stringMatching(/^InsufficientLamports.*InsufficientFundsForFee/) as never },
  ],
  [
    'no lamports before it ever left: it is forgotten, and another account may pay',
    refused(NO_LAMPORTS, { mayHaveLeft: false }),
    facts(),
    { kind: 'giveBack', forget: newest },
  ],
  ['an inactive gateway: no attempt', refused(program('GatewayInactive', 6029)), facts(), { kind: 'giveBack' }],
  ['a blockhash that the server does not know yet: nothing is dropped', refused(UNKNOWN_BLOCKHASH), facts(), { kind: 'wait' }],

  [
    'refused by the program before it ever left, sent for several rounds: which of them is found out',
    refused(WRONG_GATEWAY, { isShared: true, mayHaveLeft: false }),
    facts(),
    { kind: 'isolate', forget: newest },
  ],
  [
    '… because one of them is settled already: the others go without it',
    refused(SETTLED_ALREADY, { isShared: true, mayHaveLeft: false }),
    facts(),
    { kind: 'isolate', forget: newest },
  ],
  [
    'the treasury is frozen: no attempt, whatever was sent with it',
    refused(FROZEN, { isShared: true, mayHaveLeft: false }),
    facts({ recipientFault: 'the treasury is frozen' }),
    { kind: 'giveBack', reason: 'the treasury is frozen: instruction 1: TokenAccountFrozen (17)', label: 'TreasuryUnusable' },
  ],
  [
    'the treasury is missing: no attempt',
    round(),
    facts({ recipientFault: 'the treasury is missing', ...statuses({ B: failed(program('WrongTokenAccount', 6012)) }) }),
    { kind: 'giveBack', label: 'TreasuryUnusable' },
  ],
  ['tokens are frozen and the treasury is good: an attempt', refused(FROZEN), facts(), { kind: 'refuse', refusal: FROZEN }],
  [
    'a refusal that is not about tokens is the round’s, whatever the treasury',
    refused(WRONG_GATEWAY),
    facts({ recipientFault: 'the treasury is frozen' }),
    { kind: 'refuse', refusal: WRONG_GATEWAY },
  ],
  ...[NO_LAMPORTS, program('Custom(1)', 1), program('GatewayInactive', 6029), program('InvalidInstruction', 6000)].flatMap((refusal) => {
    const isolated = { kind: 'isolate', refusal, forget: newest } as const;
    const name = describeRefusal(refusal);
    return [
      [
        `${name}, sent for several rounds: one of them may be the cause`,
        refused(refusal, { isShared: true, mayHaveLeft: false }),
        facts(),
        isolated,
      ],
      [`${name}, landed and failed: the same`, sent({ isShared: true }), facts(statuses({ B: failed(refusal) })), isolated],
      [
        `${name}, when sent again: what left may still land, and the round waits`,
        refused(refusal, { isShared: true }),
        facts(),
        { kind: 'giveBack', refusal, forget: null },
      ],
    ] as const;
  }),
  [
    'sent for several rounds, a blockhash that the server does not know yet: nothing is dropped',
    refused(UNKNOWN_BLOCKHASH, { isShared: true, mayHaveLeft: false }),
    facts(),
    { kind: 'wait' },
  ],
  [
    'landed and failed by the program, sent for several rounds: the same',
    sent({ isShared: true }),
    facts(statuses({ B: failed(WRONG_GATEWAY) })),
    { kind: 'isolate', forget: newest },
  ],
  [
    'sent for several rounds and refused when sent again: no round is blamed, its end is waited for',
    refused(WRONG_GATEWAY, { isShared: true }),
    facts(),
    { kind: 'wait' },
  ],
  [
    '… while a broadcast of it has no answer: the same',
    refused(WRONG_GATEWAY, { isShared: true, mayHaveLeft: false, unanswered: 1 }),
    facts(),
    { kind: 'wait' },
  ],
  ['… and then a new one is sent', refused(WRONG_GATEWAY, { isShared: true }), facts({ finalizedHeight: 251 }), { kind: 'send' }],
  [
    'a broadcast that did not go through: that is what it waits for',
    sent({ trouble: 'no answer' }),
    facts(),
    { kind: 'wait', reason: 'no answer' },
  ],

  ['a round that may lapse, its window open after all', lapsing(), facts({ isWindowClosed: false }), { kind: 'giveBack' }],
  ['… or not known', lapsing(), facts(), { kind: 'giveBack' }],
  ['closed: a second check', lapsing(), facts({ isWindowClosed: true }), { kind: 'checkAgain' }],
  [
    'closed, the first check too short ago',
    lapsing({ closedSinceMs: NOW_MS - SECOND_CHECK_MS + 1 }),
    facts({ isWindowClosed: true }),
    { kind: 'checkAgain' },
  ],
  ['closed, twice', lapsing({ closedSinceMs: NOW_MS - SECOND_CHECK_MS }), facts({ isWindowClosed: true }), { kind: 'lapse' }],
  [
    'closed twice, but settled after all',
    lapsing({ closedSinceMs: 0 }),
    facts({ isWindowClosed: true, receipt: 'own' }),
    { kind: 'settle' },
  ],
  [
    'closed twice, the receipt another’s',
    lapsing({ closedSinceMs: 0 }),
    facts({ isWindowClosed: true, receipt: 'other' }),
    { kind: 'lapse' },
  ],
  [
    'closed twice, but its transaction may still land',
    lapsing({ closedSinceMs: 0, broadcasts: [newest] }),
    facts({ isWindowClosed: true, finalizedHeight: 250 }),
    { kind: 'wait' },
  ],
  ['closed, its transaction expired: the history is asked', sentAndLapsing(null, 0, null), expired(), { kind: 'askHistory' }],
  ['… which knows nothing of it: a second check', sentAndLapsing(NONE, NOW_MS, null), expired(), { kind: 'checkAgain' }],
  [
    '… at the second check it is asked again',
    sentAndLapsing(NONE, NOW_MS - 1, NOW_MS - SECOND_CHECK_MS),
    expired(),
    { kind: 'askHistory' },
  ],
  [
    '… and knows nothing again',
    sentAndLapsing(NONE, NOW_MS, NOW_MS - SECOND_CHECK_MS),
    expired(),
    { kind: 'lapse', reason: 'settlement_window_passed' },
  ],
  [
    'closed, the history knows that it was settled: by that transaction, at its slot',
    sentAndLapsing(LANDED, NOW_MS, null),
    expired(),
    { kind: 'settle', signature: 'B', slot: 21 },
  ],
  [
    '… unless the window is open after all: its receipt decides',
    sentAndLapsing(LANDED, NOW_MS, null),
    expired({ isWindowClosed: false }),
    { kind: 'giveBack' },
  ],
  ['closed, landed and not final yet: it waits', sentAndLapsing(NONE, NOW_MS, 0), expired(statuses({ B: landed })), { kind: 'wait' }],
  [
    'closed, and the server has no history: it waits, and says so',
    sentAndLapsing(UNKNOWN, NOW_MS, 0),
    expired({ isWindowLongClosed: false }),
    { kind: 'giveBack', reason: 'its window has passed, and whether it was settled is unknown: no history', retryAfterMs: 600_000 },
  ],
  ['… for a day: a second check', sentAndLapsing(UNKNOWN, NOW_MS, null), expired({ isWindowLongClosed: true }), { kind: 'checkAgain' }],
  [
    '… and it lapses, and says so',
    sentAndLapsing(UNKNOWN, NOW_MS, NOW_MS - SECOND_CHECK_MS),
    expired({ isWindowLongClosed: true }),
    { kind: 'lapse', reason: 'settlement_window_passed; whether it was settled is unknown: no history' },
  ],
];

describe('what to do with a round', () => {
  it.each(cases)('%s', (_rule, given, read, action) => {
    expect(decide(given, read, NOW_MS)).toMatchObject(action);
  });
});
