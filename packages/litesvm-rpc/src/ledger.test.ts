import { base58 } from '@scure/base';
import { Keypair, SystemProgram, Transaction, NONCE_ACCOUNT_LENGTH, type TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { toAddress, type Address } from './address.js';
import { SYSTEM_PROGRAM, transferInstruction } from './instructions.js';
import { createLocalLedger, type LocalLedger } from './ledger.js';
import { LedgerSetupError } from './setup-error.js';
import { decodeTransaction, type WireTransaction } from './wire-transaction.js';

const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

function at(key: Keypair): Address {
  return toAddress(key.publicKey.toBytes());
}

function funded(ledger: LocalLedger, lamports = 1_000_000_000n): Keypair {
  const key = Keypair.generate();
  ledger.airdrop(at(key), lamports);
  return key;
}

function transaction(ledger: LocalLedger, signers: [Keypair, ...Keypair[]], ...instructions: TransactionInstruction[]): WireTransaction {
  const lifetime = { blockhash: ledger.latestBlock.blockhash, lastValidBlockHeight: ledger.lastValidBlockHeight };
  const built = new Transaction({ feePayer: signers[0].publicKey, ...lifetime }).add(...instructions);
  built.sign(...signers);
  return decodeTransaction(built.serialize());
}

function transfer(from: Keypair, lamports: number, to = Keypair.generate()): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports });
}

describe('a ledger', () => {
  it('has a genesis hash of its own, random unless told', () => {
    const [one, other] = [createLocalLedger({ slotMs: 0 }), createLocalLedger({ slotMs: 0 })];
    expect(base58.decode(one.genesisHash)).toHaveLength(32);
    expect(one.genesisHash).not.toBe(other.genesisHash);
    expect(createLocalLedger({ slotMs: 0, genesisHash: one.genesisHash }).genesisHash).toBe(one.genesisHash);
  });

  it('begins at the slot that it is told, and lands transactions there', () => {
    const ledger = createLocalLedger({ slotMs: 0, startSlot: 0n });
    expect(ledger.clock.slot).toBe(1n);
    expect(ledger.latestBlock.height).toBe(1);
    const payer = funded(ledger);
    expect(ledger.submit(transaction(ledger, [payer], transfer(payer, 5_000)))).toMatchObject({ outcome: 'landed' });
    expect(ledger.clock.slot).toBe(1n);
  });

  it('takes an address in any form', () => {
    const ledger = createLocalLedger({ slotMs: 0 });
    const { publicKey } = Keypair.generate();
    for (const form of [publicKey, publicKey.toBase58(), publicKey.toBytes()]) ledger.airdrop(form, 1_000_000n);
    expect(ledger.account(publicKey)?.lamports).toBe(3_000_000n);
    ledger.setAccount(publicKey.toBase58(), { lamports: 7n, owner: MEMO, executable: false, data: Uint8Array.of(1) });
    expect(ledger.programAccounts(MEMO)).toMatchObject([{ account: { lamports: 7n, data: Uint8Array.of(1) } }]);
    expect(ledger.transactions.naming(publicKey.toBase58(), { limit: 10 })).toHaveLength(3);
    const instruction = { programId: MEMO, accounts: [{ address: publicKey, signer: false, writable: false }], data: Uint8Array.of(65) };
    expect(() => ledger.send([funded(ledger).secretKey], [instruction])).toThrow(LedgerSetupError); // a memo's accounts must sign
  });
});

describe('submit', () => {
  it('drops a transaction whose payer cannot pay the fee, and counts nothing', () => {
    const ledger = createLocalLedger({ slotMs: 0 });
    const nobody = Keypair.generate();
    expect(ledger.submit(transaction(ledger, [nobody], transfer(nobody, 1)))).toEqual({ outcome: 'dropped', err: 'AccountNotFound' });
    expect(ledger.usage).toEqual({ transactions: 0, lamportsSpent: 0n, rentLocked: 0n, rentReturned: 0n });
  });

  it('drops a transaction that is not signed by its payer', () => {
    const ledger = createLocalLedger({ slotMs: 0 });
    const payer = funded(ledger);
    const bytes = Uint8Array.from(transaction(ledger, [payer], transfer(payer, 1_000_000)).bytes);
    bytes[1] = (bytes[1] ?? 0) ^ 1;
    expect(ledger.submit(decodeTransaction(bytes))).toEqual({ outcome: 'dropped', err: 'SignatureFailure' });
  });

  it('names the account that would be left below its rent', () => {
    const ledger = createLocalLedger({ slotMs: 0 });
    const payer = funded(ledger);
    const submission = ledger.submit(transaction(ledger, [payer], transfer(payer, 10)));
    expect(submission).toMatchObject({ landed: { execution: { err: { InsufficientFundsForRent: { account_index: 1 } } } } });
  });

  it('lands a failed transaction with its fee and its error, and its message is used up', () => {
    const ledger = createLocalLedger({ slotMs: 0 });
    const payer = funded(ledger);
    const failing = transaction(ledger, [payer], transfer(payer, 10_000_000_000));
    const submission = ledger.submit(failing);
    expect(submission).toMatchObject({
      outcome: 'landed',
      landed: { fee: 5_000n, execution: { err: { InstructionError: [0, { Custom: 1 }] } } },
    });
    expect(ledger.account(at(payer))?.lamports).toBe(1_000_000_000n - 5_000n);
    expect(ledger.submit(failing)).toEqual({ outcome: 'dropped', err: 'AlreadyProcessed' });
  });

  it('keeps the last transactions only', () => {
    const ledger = createLocalLedger({ slotMs: 0, historyTransactions: 2 });
    const to = at(Keypair.generate());
    const signatures = [1, 2, 3].map(() => ledger.airdrop(to, 1_000_000n).transaction.signature);
    expect(signatures.map((signature) => ledger.transactions.find(signature) !== undefined)).toEqual([false, true, true]);
    expect(ledger.transactionCount).toBe(3);
  });
});

describe('usage', () => {
  it('tells fees apart from rent that is locked and returned', () => {
    const ledger = createLocalLedger({ slotMs: 0 });
    const [payer, account] = [funded(ledger), Keypair.generate()];
    const rent = Number(ledger.minimumRent(NONCE_ACCOUNT_LENGTH));
    const before = ledger.usage;
    const create = SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: account.publicKey,
      authorizedPubkey: payer.publicKey,
      lamports: rent,
    });
    ledger.submit(transaction(ledger, [payer, account], ...create.instructions));
    ledger.submit(transaction(ledger, [payer], transfer(payer, 2_000_000)));
    expect(ledger.usage).toEqual({
      transactions: before.transactions + 2,
      lamportsSpent: before.lamportsSpent + 15_000n,
      rentLocked: before.rentLocked + BigInt(rent),
      rentReturned: before.rentReturned,
    });
    const close = SystemProgram.nonceWithdraw({
      noncePubkey: account.publicKey,
      authorizedPubkey: payer.publicKey,
      toPubkey: payer.publicKey,
      lamports: rent,
    });
    ledger.advanceSlots(1);
    expect(ledger.submit(transaction(ledger, [payer], close))).toMatchObject({ landed: { execution: { err: null } } });
    expect(ledger.usage.rentReturned - before.rentReturned).toBe(BigInt(rent));
    expect(ledger.account(at(account))).toBeNull();
  });
});

describe('time', () => {
  it('follows the clock it is given, plus what has been added', () => {
    let nowMs = 1_700_000_000_900;
    const ledger = createLocalLedger({ slotMs: 0, nowMs: () => nowMs });
    expect(ledger.clock.unixTimestampSeconds).toBe(1_700_000_000n);
    nowMs += 10_000;
    ledger.advanceSlots(1);
    expect(ledger.clock.unixTimestampSeconds).toBe(1_700_000_010n);
    ledger.advanceClock(3_600);
    ledger.advanceSlots(1);
    expect(ledger.clock.unixTimestampSeconds).toBe(1_700_003_610n);
  });

  it.each([-1, 0.5, Number.NaN])('does not advance by %s seconds', (seconds) => {
    const ledger = createLocalLedger({ slotMs: 0 });
    expect(() => {
      ledger.advanceClock(seconds);
    }).toThrow(RangeError);
  });

  it('remembers the time of a slot and knows none of a slot to come', () => {
    const ledger = createLocalLedger({ slotMs: 0, nowMs: () => 1_700_000_000_000 });
    const { slot } = ledger.clock;
    ledger.advanceClock(5);
    ledger.advanceSlots(1);
    expect(ledger.timeOfSlot(slot + 1n)).toBe(1_700_000_005n);
    expect(ledger.timeOfSlot(slot + 2n)).toBeUndefined();
  });

  it('lets a slot pass every slotMs until closed', async () => {
    const ledger = createLocalLedger({ slotMs: 1 });
    const { slot } = ledger.clock;
    await new Promise<void>((resolve) => {
      const stop = ledger.listen({
        onSlot: (now) => {
          if (now < slot + 3n) return;
          stop();
          resolve();
        },
      });
    });
    ledger.close();
    expect(ledger.clock.slot).toBeGreaterThanOrEqual(slot + 3n);
  });
});

describe('send', () => {
  it('executes two equal transfers under one blockhash', () => {
    const ledger = createLocalLedger({ slotMs: 0 });
    const to = at(Keypair.generate());
    ledger.airdrop(to, 1_000_000n);
    ledger.airdrop(to, 1_000_000n);
    expect(ledger.account(to)?.lamports).toBe(2_000_000n);
  });

  it('throws what the program refused, with its logs', () => {
    const ledger = createLocalLedger({ slotMs: 0 });
    const payer = funded(ledger);
    const failing = (): void => {
      ledger.send([payer.secretKey], [transferInstruction({ from: at(payer), to: at(Keypair.generate()), lamports: 10n ** 12n })]);
    };
    expect(failing).toThrow(LedgerSetupError);
    expect(failing).toThrow(/custom program error: 0x1\n.*invoke \[1\]/);
  });

  it('starts with the same blockhash and faucet for the same randomness', () => {
    const randomBytes = (length: number): Uint8Array => new Uint8Array(length).fill(7);
    const [one, other] = [createLocalLedger({ slotMs: 0, randomBytes }), createLocalLedger({ slotMs: 0, randomBytes })];
    expect(one.latestBlock).toEqual(other.latestBlock);
    expect(one.faucet).toEqual(other.faucet);
    expect(one.account(one.faucet)?.owner).toEqual(SYSTEM_PROGRAM);
  });
});
