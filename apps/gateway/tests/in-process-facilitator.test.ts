import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { type Keypair, readSigner } from '@oracle-gateway/app-config';
import { parseNestedRoundResult } from '@oracle-gateway/gateway-api/parsers';
import {
  addressOf,
  createLocalLedger,
  createMintAt,
  createTokenAccount,
  type LocalLedger,
  mintTo,
  serveLedgerRpc,
} from '@oracle-gateway/litesvm-rpc';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { parseAddress, type RoundId } from '@oracle-gateway/protocol';
import { configAddress } from '@oracle-gateway/protocol/accounts';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { x402Client } from '@x402/core/client';
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { getGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignerFolder, type SignerProcess, signerFolder, startSigner } from '../../../packages/app-config/tests/signer-program.js';
import { postX402 } from './fakes/post.js';
import { holdNodes, NETWORK, PROGRAM_ID, startWorld, type World } from './fakes/world.js';
import { x402Request } from './fakes/x402-payer.js';
import { PRICE_SOURCE } from './fakes/consumer.js';

/** Devnet's USDC: official clients pay in it without being told to. */
const MINT = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';
const PAID_WITH = 50_000_000n;
/** Compute budget, token program and memo: a transfer of another program is not signed. */
const PROGRAMS_OF_PAYMENTS = [
  'ComputeBudget111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
];

let ledger: LocalLedger;
let rpc: Awaited<ReturnType<typeof serveLedgerRpc>>;
let treasury: ReturnType<typeof createTokenAccount>;
let client: x402Client;
let newClient: (balanceAtomic: bigint) => Promise<x402Client>;
let feePayer: ReturnType<typeof addressOf>;
let world: World;
let place: SignerFolder;
let signer: SignerProcess;

/** 64 bytes, as in the Solana CLI's files. */
function newKey(): Uint8Array {
  const { secretKey, publicKey } = ed25519.keygen(randomBytes(32));
  return Uint8Array.from([...secretKey, ...publicKey]);
}

beforeAll(async () => {
  ledger = createLocalLedger({ slotMs: 0 });
  rpc = await serveLedgerRpc(ledger);
  const [feePayerKey, mintKey] = [newKey(), newKey()];
  for (const key of [feePayerKey, mintKey]) ledger.airdrop(addressOf(key), 10_000_000_000n);
  createMintAt(ledger, { address: MINT, decimals: 6, mintAuthority: addressOf(mintKey) });
  treasury = createTokenAccount(ledger, { payer: mintKey, owner: configAddress(PROGRAM_ID), mint: MINT });
  newClient = async (balanceAtomic) => {
    const key = newKey();
    mintTo(ledger, { mintAuthority: mintKey, mint: MINT, owner: addressOf(key), amountAtomic: balanceAtomic });
    return new x402Client().register(NETWORK, new ExactSvmScheme(await createKeyPairSignerFromBytes(key), { rpcUrl: rpc.rpcUrl }));
  };
  client = await newClient(PAID_WITH);
  feePayer = addressOf(feePayerKey);
  world = await startWorld({
    facilitator: { kind: 'local', feePayer: await openSigner(feePayerKey) },
    mint: parseAddress(MINT),
    rpcUrl: rpc.rpcUrl,
  });
});
/** The key in a signer that signs payments alone. */
async function openSigner(key: Uint8Array): Promise<Keypair> {
  place = await signerFolder();
  await place.write('key.json', JSON.stringify([...key]));
  await place.write('policy.json', JSON.stringify({ kinds: ['transaction'], programs: PROGRAMS_OF_PAYMENTS }));
  signer = await startSigner(place, { policy: join(place.path, 'policy.json') });
  return readSigner({ environment: {}, variable: 'NONE', key: 'x402.facilitator_keypair_path', value: `unix:${place.socket}` });
}
afterAll(async () => {
  await world.close();
  await signer.kill();
  await place.remove();
  await rpc.close();
  ledger.close();
});

function paidAtomic(): bigint {
  const data = ledger.account(treasury)?.data ?? new Uint8Array(72);
  return new DataView(data.buffer, data.byteOffset).getBigUint64(64, true);
}

function lamportsOf(address: ReturnType<typeof addressOf>): bigint {
  return ledger.account(address)?.lamports ?? 0n;
}

async function pay(request = x402Request(), payer = client): Promise<string> {
  const { headers } = await postX402(world.url, request);
  const terms = decodePaymentRequiredHeader(headers.get('payment-required') ?? '');
  return encodePaymentSignatureHeader(await asClient(() => payer.createPaymentPayload(terms)));
}

/**
 * The client of production is another process. This process has loaded undici before the first `fetch`. Node 20 then refuses the
 * content-length that the client's library writes.
 */
async function asClient<T>(work: () => Promise<T>): Promise<T> {
  const own = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('content-length');
    return own(input, { ...init, headers });
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = own;
  }
}

describe('a facilitator inside the gateway', () => {
  it('settles what the official client pays, to the atomic unit, though undici was loaded before the first fetch', async () => {
    expect(getGlobalDispatcher()).toBeDefined();
    const before = paidAtomic();
    const answer = await postX402(world.url, x402Request(), await pay());
    expect(answer.body['error']).toBeUndefined();
    expect(parseNestedRoundResult(answer.body).data.value).toBe('64628.31');
    expect(paidAtomic() - before).toBe(7n);
    const record = await world.outbox.read(answer.headers.get('x-round-id') as RoundId);
    expect(record).toMatchObject({ state: 'paid', payment: { facilitator: 'local' } });
  });

  it('refuses a payment that the payer did not sign, and nothing moves', async () => {
    // Another quorum, and so another memo: the client would sign the very transaction of before.
    const request = x402Request({ signatures_required: 4 });
    const [header, before] = [await pay(request), paidAtomic()];
    const payment = JSON.parse(Buffer.from(header, 'base64').toString()) as { payload: { transaction: string } };
    const wire = Buffer.from(payment.payload.transaction, 'base64');
    // Two signatures of 64 bytes after their number; the second is the payer's.
    wire[1 + 64] = (wire[1 + 64] ?? 0) ^ 1;
    payment.payload.transaction = wire.toString('base64');
    const answer = await postX402(world.url, request, Buffer.from(JSON.stringify(payment)).toString('base64'));
    expect([answer.status, answer.body['code']]).toEqual([402, 'payment_refused']);
    expect(answer.body['error']).toBe('the payment was refused: the transaction must be signed by its payer');
    expect(paidAtomic()).toBe(before);
  });

  it('has a payment that has landed refused as used when any caller sends it again, and it moves once', async () => {
    const request = x402Request({ signatures_required: 3 });
    const [header, before] = [await pay(request), paidAtomic()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => postX402(world.url, request, header)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(paidAtomic() - before).toBe(9n);
  });

  it('settles no more of a payer’s open payments than its token account holds, and pays a fee for those alone', async () => {
    const price = 7n;
    const poor = await newClient(price);
    const requests = Array.from({ length: 8 }, (_, index) =>
      x402Request({ apiConfig: { ...PRICE_SOURCE, url: `https://source-${index}.example/` } }),
    );
    const headers: string[] = [];
    for (const request of requests) headers.push(await pay(request, poor));
    const [paid, lamports] = [paidAtomic(), lamportsOf(feePayer)];
    const open = holdNodes(world);
    const answers = requests.map((request, index) => postX402(world.url, request, headers[index]));
    // Seven are answered while the eighth waits for the nodes.
    const refused: unknown[] = [];
    for (const answer of answers)
      void answer.then(({ status, body, headers: told }) => refused.push([status, body['code'], told.get('retry-after')]));
    await expect.poll(() => refused.length).toBe(7);
    expect(refused).toEqual(refused.map(() => [503, 'payer_payments_open', '1']));
    open();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(paidAtomic() - paid).toBe(price);
    // Two signatures, and the one lamport that the official client offers for its compute units.
    expect(lamports - lamportsOf(feePayer)).toBe(10_001n);
    expect(await world.redis.keys(`${outboxPrefix(world.gatewayPda)}*:holds:x402-tokens:*`)).toEqual([]);
  });

  it('settles open payments side by side where the token account holds them all', async () => {
    const rich = await newClient(7n * 3n);
    const requests = Array.from({ length: 3 }, (_, index) =>
      x402Request({ apiConfig: { ...PRICE_SOURCE, url: `https://open-${index}.example/` } }),
    );
    const headers: string[] = [];
    for (const request of requests) headers.push(await pay(request, rich));
    const [paid, open] = [paidAtomic(), holdNodes(world)];
    const answers = requests.map((request, index) => postX402(world.url, request, headers[index]));
    await expect.poll(async () => await world.redis.zcard(`${outboxPrefix(world.gatewayPda)}:reserved`)).toBe(3);
    open();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(paidAtomic() - paid).toBe(21n);
  });
});
