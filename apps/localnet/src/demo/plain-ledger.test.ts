import { formatAddress } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalLedger, serveLedgerRpc, type LedgerRpc, type LocalLedger } from '@oracle-gateway/litesvm-rpc';

import { addressOf, newKeypair } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';
import { createPlainLedger } from './plain-ledger.js';

let ledger: LocalLedger;
let rpc: LedgerRpc;
beforeAll(async () => {
  ledger = createLocalLedger({ slotMs: 0 });
  rpc = await serveLedgerRpc(ledger);
});
afterAll(async () => {
  await rpc.close();
  ledger.close();
});

it('reads an account of the program, and of no other owner', async () => {
  const [program, own, foreign, missing] = [newKeypair(), newKeypair(), newKeypair(), newKeypair()].map(addressOf);
  ledger.setAccount(own!, { lamports: 1_000_000_000n, owner: program!, executable: false, data: Uint8Array.of(1, 2, 3) });
  ledger.setAccount(foreign!, { lamports: 1_000_000_000n, owner: own!, executable: false, data: Uint8Array.of(1, 2, 3) });
  const plain = createPlainLedger(rpc.rpcUrl, program!);
  expect(await plain.read('thing', own!, (data) => [...data])).toEqual([1, 2, 3]);
  for (const address of [foreign!, missing!]) {
    await expect(plain.read('thing', address, (data) => data)).rejects.toBeInstanceOf(DemoFailure);
    expect(await plain.has(address)).toBe(false);
  }
  expect(await plain.has(own!)).toBe(true);
});

it('tells of a transaction whether it succeeded, its fee and the accounts that it names', async () => {
  const receiver = addressOf(newKeypair());
  const plain = createPlainLedger(rpc.rpcUrl, receiver);
  const { transaction } = ledger.airdrop(receiver, 1_000_000_000n);
  const told = await plain.readTransaction(transaction.signature);
  expect(told).toMatchObject({ succeeded: true, feeLamports: 5_000n });
  expect(told.accounts).toContain(formatAddress(receiver));
  await expect(plain.readTransaction('1'.repeat(64))).rejects.toBeInstanceOf(DemoFailure);
});
