import { randomBytes } from 'node:crypto';
import { createRpcClient, createTransactionHistory, type TransactionHistory } from '@oracle-gateway/ledger';
import { addressOf, createLocalLedger, type LocalLedger, type LedgerRpc, serveLedgerRpc } from '@oracle-gateway/litesvm-rpc';
import { toAddress } from '@oracle-gateway/protocol';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const BLOCKHASH_LIFE = 150;
let ledger: LocalLedger;
let rpc: LedgerRpc;
let history: TransactionHistory;
beforeAll(async () => {
  ledger = createLocalLedger({ slotMs: 0 });
  rpc = await serveLedgerRpc(ledger);
  const client = createRpcClient({
    rpcUrl: rpc.rpcUrl,
    timeoutMs: 5_000,
    maxAnswerBytes: 1_000_000,
    fetch: (url, init) => fetch(url, init),
  });
  history = createTransactionHistory({ rpc: client });
});
afterAll(async () => {
  await rpc.close();
  ledger.close();
});

/** A transfer that has landed. */
function transfer(): { readonly signature: string; readonly wire: Uint8Array; readonly from: Uint8Array } {
  const { secretKey, publicKey } = ed25519.keygen();
  const key = Uint8Array.from([...secretKey, ...publicKey]);
  ledger.airdrop(addressOf(key), 1_000_000_000n);
  const data = new Uint8Array(12);
  data[0] = 2;
  new DataView(data.buffer).setBigUint64(4, 1_000_000n, true);
  const accounts = [
    { address: addressOf(key), signer: true, writable: true },
    { address: randomBytes(32), signer: false, writable: true },
  ];
  const { transaction } = ledger.send([key], [{ programId: SYSTEM_PROGRAM, accounts, data }]);
  return { signature: transaction.signature, wire: transaction.bytes, from: publicKey };
}

it('what has landed is found by its signature and by its account, and its blockhash ends', async () => {
  const { signature, wire, from } = transfer();
  expect(await history.transaction(signature)).toEqual({
    slot: expect.any(Number) as number,
    blockTimeSeconds: expect.any(Number) as number,
    succeeded: true,
    wire,
  });
  const named = await history.naming(toAddress(from), { limit: 10 });
  expect(named.map((entry) => entry.signature)).toContain(signature);
  const { slot } = await history.tip('finalized');
  await expect(history.naming(toAddress(from), { limit: 10, minContextSlot: slot + 1 })).rejects.toThrow('refused with code -32016');
  const { blockhash } = ledger.latestBlock;
  expect(await history.isBlockhashValid(blockhash, 'finalized')).toBe(true);
  const height = await history.blockHeight('confirmed');
  ledger.advanceSlots(BLOCKHASH_LIFE + 1);
  expect(await history.isBlockhashValid(blockhash, 'finalized')).toBe(false);
  expect((await history.tip('finalized')).blockHeight).toBe(height + BLOCKHASH_LIFE + 1);
});
