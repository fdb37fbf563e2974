import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { ed25519 } from '@noble/curves/ed25519.js';
import { addressOf, createLocalLedger, type LedgerRpc, type LocalLedger, serveLedgerRpc } from '@oracle-gateway/litesvm-rpc';
import { samplePayment } from '@oracle-gateway/outbox/testing';
import { toAddress, unixMs } from '@oracle-gateway/protocol';
import { authorizationKeyOf } from '@oracle-gateway/x402';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentSearch } from '../src/payments/find-payment.js';
import { createCheckBudget } from '../src/payments/check-budget.js';
import type { PaymentFinding, SoughtPayment } from '../src/payments/payment-finding.js';
import { createPaymentHistory } from '../src/payments/payment-history.js';
import { oneHistory } from '../src/ledger/with-history.js';

const BLOCKHASH_LIFE = 150;
const PER_CHECK = 40;
/** A control character takes six bytes in JSON. */
const LONG_MEMO = `[960] ${'\u0001'.repeat(960)}`;

interface Call {
  readonly id: unknown;
  readonly method: string;
}
interface Answer {
  readonly result: unknown;
}
/** A server in front of the ledger's, that changes what it answers. */
interface Front {
  readonly rpcUrl: string;
  readonly calls: string[];
  change: (method: string, result: unknown) => unknown;
  close(): void;
}

let ledger: LocalLedger;
let rpc: LedgerRpc;
let front: Front;
beforeAll(async () => {
  ledger = createLocalLedger({ slotMs: 0 });
  rpc = await serveLedgerRpc(ledger);
  front = await serveInFrontOf(rpc.rpcUrl);
});
afterAll(async () => {
  front.close();
  await rpc.close();
  ledger.close();
});

async function serveInFrontOf(rpcUrl: string): Promise<Front> {
  const server: Server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString();
      const { method } = JSON.parse(body) as Call;
      front.calls.push(method);
      const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const told = (await answer.json()) as Answer;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify('result' in told ? { ...told, result: front.change(method, told.result) } : told));
    };
    void forward();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server does not listen on a port');
  return {
    rpcUrl: `http://127.0.0.1:${address.port}`,
    calls: [],
    change: (_method, result) => result,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A payment that has landed from an account which so many others name after it, and is past. */
function hiddenBehind(others: number): { readonly sought: SoughtPayment; readonly signature: string } {
  const { secretKey, publicKey } = ed25519.keygen(randomBytes(32));
  const key = Uint8Array.from([...secretKey, ...publicKey]);
  const account = toAddress(publicKey);
  ledger.airdrop(addressOf(key), 1_000_000_000n);
  const { slot, height } = { slot: Number(ledger.clock.slot), height: ledger.latestBlock.height };
  const landed = ledger.airdrop(account, 1_000_000n).transaction;
  for (let other = 0; other < others; other += 1) ledger.airdrop(account, 1_000_000n + BigInt(other));
  ledger.advanceSlots(BLOCKHASH_LIFE + 1);
  const payment = samplePayment({
    messageHash: authorizationKeyOf(landed.bytes),
    payerTokenAccount: account,
    earliestSlot: slot,
    expiry: { kind: 'height', lastValidBlockHeight: height + 1 },
  });
  return { sought: { payment, createdAtMs: unixMs(Date.now()), signature: null }, signature: landed.signature };
}

/** Checks until something is known; what each check took. */
async function checkOften(sought: SoughtPayment): Promise<{ readonly finding: PaymentFinding; readonly checks: readonly number[] }> {
  const find = createPaymentSearch({ withHistory: oneHistory(createPaymentHistory({ rpcUrl: front.rpcUrl })), nowMs: Date.now });
  const checks: number[] = [];
  for (;;) {
    front.calls.length = 0;
    const finding = await find(sought, createCheckBudget(PER_CHECK));
    checks.push(front.calls.length);

    if (finding.kind !== 'unknown' || finding.goesOn !== true) return { finding, checks };
  }
}

describe('a payment is found on a ledger', () => {
  it('behind 1,100 transactions that name its account, a few calls at a time', async () => {
    front.change = (_method, result) => result;
    const { finding, checks } = await checkOften(hiddenBehind(1_100).sought);
    expect(finding.kind).toBe('paid');
    expect(Math.max(...checks)).toBeLessThanOrEqual(PER_CHECK);
    expect(checks.reduce((sum, calls) => sum + calls, 0)).toBeLessThan(1_300);
  });

  it('among 190 transactions whose memos make a page larger than an answer may be', async () => {
    const { sought, signature } = hiddenBehind(190);
    const memo = `[32] ${sought.payment.memo}`;
    front.change = (method, result) =>
      method === 'getSignaturesForAddress' && Array.isArray(result)
        ? (result as { signature: string }[]).map((entry) => ({ ...entry, memo: entry.signature === signature ? memo : LONG_MEMO }))
        : result;
    const whole = JSON.stringify(Array.from({ length: 190 }, () => LONG_MEMO)).length;
    expect(whole).toBeGreaterThan(1_048_576);
    expect((await checkOften(sought)).finding.kind).toBe('paid');
  });

  it('once the history of the server reaches back to it, and is not absent before', async () => {
    const { sought } = hiddenBehind(1);
    front.change = (method, result) => {
      if (method === 'getSignaturesForAddress') return [];
      return method === 'getFirstAvailableBlock' ? (sought.payment.earliestSlot ?? 0) + 1 : result;
    };
    expect((await checkOften(sought)).finding).toMatchObject({
      kind: 'unknown',
      reason: 'not on the ledger; the history of the server begins after the payment',
    });
    front.change = (_method, result) => result;
    expect((await checkOften(sought)).finding.kind).toBe('paid');
  });
});
