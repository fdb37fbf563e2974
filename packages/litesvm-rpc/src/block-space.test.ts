import { ComputeBudgetProgram, Keypair, SystemProgram, Transaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { BlockLimits } from './block-space.js';
import { createLocalLedger, type LocalLedger } from './ledger.js';
import { ledgerCall } from './json-rpc.js';
import { decodeTransaction, type WireTransaction } from './wire-transaction.js';

/** Units of a transfer with a limit of its units: two builtin instructions. */
const USED = 300;
const ROOMY = 1_000_000;

function limited(blockLimits: Partial<BlockLimits>): LocalLedger {
  return createLocalLedger({ slotMs: 0, blockLimits: { blockUnits: ROOMY, accountUnits: ROOMY, ...blockLimits } });
}

function funded(ledger: LocalLedger): Keypair {
  const key = Keypair.generate();
  ledger.airdrop(key.publicKey, 1_000_000_000n);
  return key;
}

/** A transfer that writes its payer and its recipient, and asks for so many units. */
function transfer(ledger: LocalLedger, payer: Keypair, { to = Keypair.generate(), units = USED } = {}): WireTransaction {
  const lifetime = { blockhash: ledger.latestBlock.blockhash, lastValidBlockHeight: ledger.lastValidBlockHeight };
  const built = new Transaction({ feePayer: payer.publicKey, ...lifetime }).add(
    ComputeBudgetProgram.setComputeUnitLimit({ units }),
    SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to.publicKey, lamports: 1_000_000 }),
  );
  built.sign(payer);
  return decodeTransaction(built.serialize());
}

function outcomes(ledger: LocalLedger, transactions: readonly WireTransaction[]): readonly string[] {
  return transactions.map((transaction) => ledger.submit(transaction).outcome);
}

describe('a ledger with limits of a block', () => {
  it('lands as many transactions of one writable account in a block as its units allow, and the rest in later blocks', () => {
    const ledger = limited({ accountUnits: 2 * USED });
    const payer = funded(ledger);
    const sent = Array.from({ length: 5 }, () => transfer(ledger, payer));
    expect(outcomes(ledger, sent)).toEqual(['landed', 'landed', 'waiting', 'waiting', 'waiting']);
    expect(ledger.waitingCount).toBe(3);
    ledger.advanceSlots(2);
    expect(ledger.waitingCount).toBe(0);
    const slots = sent.map(({ signature }) => Number(ledger.transactions.find(signature)?.slot ?? 0n));
    const [first = 0] = slots;
    expect(slots).toEqual([first, first, first + 1, first + 1, first + 2]);
  });

  it('lets the transactions of another account pass a transaction that waits', () => {
    const ledger = limited({ accountUnits: USED });
    const [payer, other] = [funded(ledger), funded(ledger)];
    const sent = [transfer(ledger, payer), transfer(ledger, payer), transfer(ledger, other)];
    expect(outcomes(ledger, sent)).toEqual(['landed', 'waiting', 'landed']);
  });

  it('counts an account that is written and pays nothing', () => {
    const ledger = limited({ accountUnits: USED });
    const shared = { to: Keypair.generate() };
    const sent = [transfer(ledger, funded(ledger), shared), transfer(ledger, funded(ledger), shared)];
    expect(outcomes(ledger, sent)).toEqual(['landed', 'waiting']);
  });

  it('bounds all transactions of a block together', () => {
    const ledger = limited({ blockUnits: 2 * USED });
    const sent = Array.from({ length: 3 }, () => transfer(ledger, funded(ledger)));
    expect(outcomes(ledger, sent)).toEqual(['landed', 'landed', 'waiting']);
    ledger.advanceSlots(1);
    expect(ledger.waitingCount).toBe(0);
  });

  it('lets a transaction in by the units that it asks for, and counts the units that it used', () => {
    const ledger = limited({ accountUnits: 10 * USED });
    const payer = funded(ledger);
    const wide = () => transfer(ledger, payer, { units: 10 * USED });
    expect(outcomes(ledger, [wide(), wide()])).toEqual(['landed', 'waiting']);
    expect(
      outcomes(
        ledger,
        Array.from({ length: 9 }, () => transfer(ledger, payer)),
      ),
    ).toEqual(Array(9).fill('landed'));
  });

  it('answers for a repeat of what waits, and lands it once', () => {
    const ledger = limited({ accountUnits: USED });
    const payer = funded(ledger);
    const [, waits] = [ledger.submit(transfer(ledger, payer)), transfer(ledger, payer)];
    expect(outcomes(ledger, [waits, waits])).toEqual(['waiting', 'waiting']);
    const before = ledger.transactionCount;
    ledger.advanceSlots(3);
    expect(ledger.transactionCount).toBe(before + 1);
    expect(ledger.submit(waits)).toEqual({ outcome: 'dropped', err: 'AlreadyProcessed' });
  });

  it('drops what waits when its blockhash ends', () => {
    const ledger = limited({ accountUnits: USED });
    const payer = funded(ledger);
    const sent = Array.from({ length: 155 }, () => transfer(ledger, payer));
    outcomes(ledger, sent);
    ledger.advanceSlots(160);
    expect(ledger.waitingCount).toBe(0);
    // The block of the blockhash, and the 150 after it.
    expect(sent.filter(({ signature }) => ledger.transactions.find(signature) !== undefined)).toHaveLength(151);
  });

  it.each([
    [{ accountUnits: USED - 1 }, 'WouldExceedMaxAccountCostLimit'],
    [{ blockUnits: USED - 1 }, 'WouldExceedMaxBlockCostLimit'],
  ])('drops at once what no block could hold under %j', (limits, err) => {
    const ledger = limited(limits);
    expect(ledger.submit(transfer(ledger, funded(ledger)))).toEqual({ outcome: 'dropped', err });
    expect(ledger.waitingCount).toBe(0);
  });

  it('takes no room of a block for its own transactions', () => {
    const ledger = limited({ accountUnits: USED });
    const payer = funded(ledger);
    for (let count = 0; count < 5; count += 1) ledger.airdrop(payer.publicKey, 1_000_000n);
    expect(ledger.submit(transfer(ledger, payer)).outcome).toBe('landed');
  });

  it('answers a client with the signature, and with no status until a block had room', () => {
    const ledger = limited({ accountUnits: USED });
    const payer = funded(ledger);
    const [first, second] = [transfer(ledger, payer), transfer(ledger, payer)];
    const call = ledgerCall(ledger);
    const send = (sent: WireTransaction) =>
      call('sendTransaction', [Buffer.from(sent.bytes).toString('base64'), { encoding: 'base64', skipPreflight: true }]);
    expect([send(first), send(second)]).toEqual([first.signature, second.signature]);
    const status = () => call('getSignatureStatuses', [[second.signature]]);
    expect(status()).toMatchObject({ value: [null] });
    ledger.advanceSlots(1);
    expect(status()).toMatchObject({ value: [{ err: null }] });
  });

  it.each([
    [{ accountUnits: 0 }, 'accountUnits: must be a positive integer'],
    [{ blockUnits: 1.5 }, 'blockUnits: must be a positive integer'],
  ])('is refused with %j', (limits, message) => {
    expect(() => limited(limits)).toThrow(message);
  });
});
