import { createHash } from 'node:crypto';

import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { Transaction } from '@solana/web3.js';
import { toAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';

import { atSlot, RpcFailure, scriptedRpc, type ScriptedRpc } from '../tests/scripted-rpc.js';
import { BroadcastRefusedError, LedgerUnavailableError, TransactionTooLargeError } from './errors.js';
import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import { createLedgerSender, type LedgerSender } from './sender.js';
import { signerFromSecretKey } from './signer.js';

const secret = createHash('sha256').update('sender test').digest();
const signer = signerFromSecretKey(Uint8Array.of(...secret, ...ed25519.getPublicKey(secret)));
const blockhash = base58.encode(new Uint8Array(32).fill(7));
const latestBlockhash = { getLatestBlockhash: () => atSlot(3, { blockhash, lastValidBlockHeight: 150 }) };

function instruction(dataLength = 4): LedgerInstruction {
  return {
    programId: toAddress(new Uint8Array(32).fill(9)),
    accounts: [{ address: signer.address, signer: true, writable: true }],
    data: new Uint8Array(dataLength).fill(5),
  };
}

function senderOver(
  handlers: Parameters<typeof scriptedRpc>[0],
  monotonicMs: () => number = () => 0,
): { sender: LedgerSender; rpc: ScriptedRpc } {
  const rpc = scriptedRpc(handlers);
  return { rpc, sender: createLedgerSender({ rpcUrl: 'http://ledger.test', signer, fetch: rpc.fetch, monotonicMs }) };
}

const built = { signature: 'sig', wire: Uint8Array.of(1, 2, 3), lastValidBlockHeight: 150 };

describe('building', () => {
  it('signs a transaction whose id is known before it is sent', async () => {
    const { sender, rpc } = senderOver(latestBlockhash);
    const transaction = await sender.build([instruction()], { computeUnitLimit: 12_345 });
    const parsed = Transaction.from(transaction.wire);
    expect(parsed.verifySignatures()).toBe(true);
    expect(base58.encode(parsed.signature!)).toBe(transaction.signature);
    expect(parsed.recentBlockhash).toBe(blockhash);
    expect(transaction.lastValidBlockHeight).toBe(150);
    expect(parsed.instructions.map((part) => part.data.toString('hex'))).toEqual(['0239300000', '05050505']);
    expect(rpc.calls.map((call) => call.method)).toEqual(['getLatestBlockhash']);
  });

  it('sets a priority fee when one is given', async () => {
    const { sender } = senderOver(latestBlockhash);
    const { wire } = await sender.build([instruction()], { computeUnitLimit: 1, computeUnitPriceMicroLamports: 258n });
    expect(Transaction.from(wire).instructions[1]!.data.toString('hex')).toBe('030201000000000000');
  });

  it('asks for a new blockhash only when the last one is too old', async () => {
    const clock = { ms: 0 };
    const { sender, rpc } = senderOver(latestBlockhash, () => clock.ms);
    await sender.build([instruction()], { computeUnitLimit: 1 });
    clock.ms = 1_999;
    await sender.build([instruction()], { computeUnitLimit: 1 });
    expect(rpc.calls).toHaveLength(1);
    clock.ms = 2_000;
    await sender.build([instruction()], { computeUnitLimit: 1 });
    expect(rpc.calls).toHaveLength(2);
  });

  it('refuses what does not fit into one transaction', async () => {
    const { sender } = senderOver(latestBlockhash);
    await expect(sender.build([instruction(1_200)], { computeUnitLimit: 1 })).rejects.toBeInstanceOf(TransactionTooLargeError);
  });

  it('refuses an instruction that another key has to sign', async () => {
    const { sender } = senderOver(latestBlockhash);
    const foreign = { ...instruction(), accounts: [{ address: toAddress(new Uint8Array(32).fill(8)), signer: true, writable: false }] };
    await expect(sender.build([foreign], { computeUnitLimit: 1 })).rejects.toThrow(RangeError);
  });
});

describe('broadcasting', () => {
  it("asks for preflight at the sender's commitment", async () => {
    const { sender, rpc } = senderOver({ sendTransaction: () => 'sig' });
    await sender.broadcast(built);
    expect(rpc.calls[0]!.params).toEqual(['AQID', { encoding: 'base64', preflightCommitment: 'confirmed' }]);
  });

  it('tells a refusal by the program, which sent nothing', async () => {
    const err = { InstructionError: [1, { Custom: 6034 }] };
    const { sender } = senderOver({ sendTransaction: () => new RpcFailure(-32_002, 'Transaction simulation failed', { err, logs: [] }) });
    const error = await sender.broadcast(built).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(BroadcastRefusedError);
    expect(error).toMatchObject({ refusal: { kind: 'program', name: 'TimestampOutOfWindow' } });
    expect(String(error)).toContain('TimestampOutOfWindow');
  });

  it('takes a transaction that has landed already as sent', async () => {
    const { sender } = senderOver({ sendTransaction: () => new RpcFailure(-32_002, 'x', { err: 'AlreadyProcessed' }) });
    await expect(sender.broadcast(built)).resolves.toBeUndefined();
  });

  it.each([
    ['a node that lags behind', new RpcFailure(-32_005, 'Node is behind'), 'none'],
    ['a bank that is behind', new RpcFailure(-32_016, 'Minimum context slot has not been reached'), 'none'],
    ['a preflight failure that names no error', new RpcFailure(-32_002, 'Transaction simulation failed', {}), 'none'],
    ['an internal error', new RpcFailure(-32_603, 'Internal error'), 'unknown'],
  ])('says after %s whether anything left', async (_what, failure, effect) => {
    const { sender } = senderOver({ sendTransaction: () => failure });
    const error = await sender.broadcast(built).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(LedgerUnavailableError);
    expect(error).not.toBeInstanceOf(BroadcastRefusedError);
    expect(error).toMatchObject({ effect });
  });
});

describe('statuses', () => {
  const statusOf = async (entry: unknown) => {
    const { sender } = senderOver({ getSignatureStatuses: () => atSlot(9, [entry]) });
    return (await sender.statuses(['sig']))[0];
  };

  it('is unseen until the transaction is confirmed', async () => {
    expect(await statusOf(null)).toEqual({ kind: 'unseen' });
    expect(await statusOf({ slot: 8, err: null, confirmationStatus: 'processed' })).toEqual({ kind: 'unseen' });
  });

  it.each(['confirmed', 'finalized'])('is known once %s', async (confirmationStatus) => {
    expect(await statusOf({ slot: 8, err: null, confirmationStatus })).toEqual({ kind: 'succeeded', slot: 8 });
  });

  it('says why a transaction on the ledger failed', async () => {
    expect(await statusOf({ slot: 8, err: { InstructionError: [1, { Custom: 6039 }] }, confirmationStatus: 'confirmed' })).toEqual({
      kind: 'failed',
      slot: 8,
      error: { kind: 'program', instructionIndex: 1, code: 6039, name: 'RoundAlreadySettled' },
    });
  });

  it('of a sender that wants finality ignores what is only confirmed', async () => {
    const rpc = scriptedRpc({ getSignatureStatuses: () => atSlot(9, [{ slot: 8, err: null, confirmationStatus: 'confirmed' }]) });
    const sender = createLedgerSender({ rpcUrl: 'http://ledger.test', signer, fetch: rpc.fetch, commitment: 'finalized' });
    expect(await sender.statuses(['sig'])).toEqual([{ kind: 'unseen' }]);
  });

  it('of many transactions are one call, and history is searched only on request', async () => {
    const { sender, rpc } = senderOver({
      getSignatureStatuses: ([signatures]) =>
        atSlot(
          9,
          (signatures as string[]).map(() => null),
        ),
    });
    const signatures = Array.from({ length: 256 }, (_, index) => `s${index}`);
    expect(await sender.statuses(signatures)).toHaveLength(256);
    await sender.statuses(['a'], { searchHistory: true });
    expect(rpc.calls.map(({ params }) => params)).toEqual([[signatures], [['a'], { searchTransactionHistory: true }]]);
    await expect(sender.statuses([...signatures, 'x'])).rejects.toThrow(RangeError);
  });
});

describe('simulation', () => {
  it('answers units and logs, or the refusal', async () => {
    const fine = senderOver({ simulateTransaction: () => atSlot(1, { err: null, logs: ['a'], unitsConsumed: 5 }) });
    expect(await fine.sender.simulate(built)).toEqual({ ok: true, unitsConsumed: 5, logs: ['a'] });
    const refused = senderOver({ simulateTransaction: () => atSlot(1, { err: 'BlockhashNotFound', logs: null, unitsConsumed: 0 }) });
    expect(await refused.sender.simulate(built)).toMatchObject({ ok: false, refusal: { kind: 'transaction', error: 'BlockhashNotFound' } });
  });
});

it('the block height is read at the commitment asked for', async () => {
  const { sender, rpc } = senderOver({ getBlockHeight: () => 151 });
  expect(await sender.blockHeight('finalized')).toBe(151);
  expect(rpc.calls[0]!.params).toEqual([{ commitment: 'finalized' }]);
});
