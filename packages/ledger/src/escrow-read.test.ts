import { formatAddress, NO_OWNER, toAddress, type Address } from '@oracle-gateway/protocol';
import { ACCOUNT_BYTES, associatedTokenAddress, configAddress, escrowAddress, TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';

import { accountAnswer, atSlot, scriptedRpc } from '../tests/scripted-rpc.js';
import { createLedgerReader } from './reader.js';

function address(fill: number): Address {
  return toAddress(new Uint8Array(32).fill(fill));
}
const [programId, payer, gateway, mint] = [address(0x11), address(0x22), address(0x33), address(0x44)];
const name = { payer, gateway };
const program = formatAddress(programId);
const tokenProgram = formatAddress(TOKEN_PROGRAM_ID);
const escrow = escrowAddress(programId, payer, gateway);
const escrowAt = formatAddress(escrow);
const tokensAt = formatAddress(associatedTokenAddress(escrow, mint));

/** Account bytes by the tables of docs/protocol.md. */
function bytes(discriminator: string, length: number, fields: Readonly<Record<number, Uint8Array>>): Uint8Array {
  const data = new Uint8Array(length);
  data.set(new TextEncoder().encode(discriminator));
  for (const [offset, value] of Object.entries(fields)) data.set(value, Number(offset));
  return data;
}
const escrowAccount = accountAnswer(program, bytes('SVC_ESC1', 112, { 16: payer, 48: gateway }));
function agentRound(fill: number): unknown {
  return accountAnswer(program, bytes('SVC_AGR1', 80, { 8: new Uint8Array(32).fill(fill), 40: gateway }));
}
/** The layout of the SPL token program (`state.rs`, `Account`). */
function tokenAccount({ amount = 5, of = mint, owner = escrow, program: ownedBy = tokenProgram }): unknown {
  return accountAnswer(ownedBy, bytes('', 165, { 0: of, 32: owner, 64: Uint8Array.of(amount), 108: Uint8Array.of(1) }));
}

/** A ledger whose accounts and slot the test changes; slots count calls when it says so. */
function setUp(accounts: Record<string, unknown> = {}) {
  const held = new Map<string, unknown>([
    [formatAddress(configAddress(programId)), accountAnswer(program, bytes('SVC_CFG1', ACCOUNT_BYTES.config, { 112: mint }))],
    ...Object.entries(accounts),
  ]);
  const clock = { ms: 0 };
  const slots: number[] = [];
  const answer = (addresses: unknown): unknown =>
    atSlot(
      slots.shift() ?? 77,
      (addresses as string[]).map((at) => held.get(at) ?? null),
    );
  const rpc = scriptedRpc({
    getAccountInfo: ([at]) => atSlot(77, held.get(at as string) ?? null),
    getMultipleAccounts: ([addresses]) => answer(addresses),
  });
  const reader = createLedgerReader({ rpcUrl: 'http://ledger.test', programId, fetch: rpc.fetch, monotonicMs: () => clock.ms });
  return { reader, held, rpc, clock, slots };
}

describe('an escrow', () => {
  it('is read with its token account in one call', async () => {
    const { reader, rpc } = setUp({ [escrowAt]: escrowAccount, [tokensAt]: tokenAccount({}) });
    await reader.config();
    expect(await reader.escrow(name)).toMatchObject({
      escrow: { authority: payer, gateway, pausedAt: 0n },
      tokens: { amountAtomic: 5n, isFrozen: false },
      slot: 77,
    });
    expect(rpc.calls.map(({ method, params }) => [method, params[0]])).toEqual([
      ['getAccountInfo', expect.anything()],
      ['getMultipleAccounts', [escrowAt, tokensAt]],
    ]);
  });

  it('is absent until a payer uses it, and so are its tokens', async () => {
    expect(await setUp().reader.escrow(name)).toEqual({ escrow: null, tokens: null, slot: 77 });
  });

  it.each([
    ['of another mint', tokenAccount({ of: NO_OWNER })],
    ['whose owner is another', tokenAccount({ owner: payer })],
    ['that belongs to another program', tokenAccount({ program })],
    ['that is only lamports', accountAnswer('11111111111111111111111111111111', new Uint8Array())],
  ])('has no tokens in an account %s', async (_case, account) => {
    expect((await setUp({ [tokensAt]: account }).reader.escrow(name)).tokens).toBeNull();
  });

  it('is not ours when its account belongs to another program', async () => {
    const foreign = accountAnswer('11111111111111111111111111111111', bytes('SVC_ESC1', 112, {}));
    expect((await setUp({ [escrowAt]: foreign }).reader.escrow(name)).escrow).toBeNull();
  });

  it('is read again after two seconds, or when a fresh one is asked for', async () => {
    const { reader, held, clock } = setUp({ [tokensAt]: tokenAccount({ amount: 5 }) });
    const balance = async (options?: { fresh: boolean }) => (await reader.escrow(name, options)).tokens?.amountAtomic;
    expect(await balance()).toBe(5n);
    held.set(tokensAt, tokenAccount({ amount: 4 }));
    expect(await balance()).toBe(5n);
    expect(await balance({ fresh: true })).toBe(4n);
    clock.ms = 2_000;
    expect(await balance()).toBe(4n);
  });
});

describe('an escrow and its rounds', () => {
  const rounds = Array.from({ length: 99 }, (_, index) => address(100 + index));

  it('are read together; a round that is not there, or not of the program, is null', async () => {
    const [settled, open, foreign] = rounds;
    const accounts = {
      [tokensAt]: tokenAccount({}),
      [formatAddress(settled!)]: agentRound(9),
      [formatAddress(foreign!)]: accountAnswer('11111111111111111111111111111111', new Uint8Array(80)),
    };
    const read = await setUp(accounts).reader.escrowRounds(name, [settled!, open!, foreign!]);
    expect(read.rounds.map((round) => round?.message[0] ?? null)).toEqual([9, null, null]);
    expect(read.tokens?.amountAtomic).toBe(5n);
  });

  it('take several calls when they are many: each reads the escrow, and the balance is that of the newest slot', async () => {
    const { reader, rpc, slots, held } = setUp({ [tokensAt]: tokenAccount({ amount: 5 }) });
    await reader.config();
    slots.push(90, 80);
    held.set(formatAddress(rounds[98]!), agentRound(7));
    const read = await reader.escrowRounds(name, rounds);
    expect(read).toMatchObject({ slot: 90, tokens: { amountAtomic: 5n } });
    expect(read.rounds).toHaveLength(99);
    expect(read.rounds[98]?.message[0]).toBe(7);
    const asked = rpc.calls.slice(1).map(({ params }) => params[0] as string[]);
    expect(asked.map((page) => [page.length, ...page.slice(0, 2)])).toEqual([
      [100, escrowAt, tokensAt],
      [3, escrowAt, tokensAt],
    ]);
  });
});

it('Config is read anew when a refresh is asked for, but not more often than once a second', async () => {
  const { reader, held, clock } = setUp();
  expect((await reader.config()).prices.agentRoundBase).toBe(0n);
  held.set(
    formatAddress(configAddress(programId)),
    accountAnswer(program, bytes('SVC_CFG1', ACCOUNT_BYTES.config, { 192: Uint8Array.of(3) })),
  );
  clock.ms = 999;
  expect((await reader.config({ refresh: true })).prices.agentRoundBase).toBe(0n);
  clock.ms = 1_000;
  expect((await reader.config()).prices.agentRoundBase).toBe(0n);
  expect((await reader.config({ refresh: true })).prices.agentRoundBase).toBe(3n);
});
