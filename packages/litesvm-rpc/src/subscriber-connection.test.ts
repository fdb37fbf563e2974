import { on, once } from 'node:events';
import { Keypair } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { toAddress } from './address.js';
import { isRecord } from './rpc-params.js';
import { parseJson } from './json-rpc.js';
import { transferInstruction } from './instructions.js';
import { createLocalLedger } from './ledger.js';
import { serveLedgerRpc, type LedgerRpc } from './rpc-server.js';

const ledger = createLocalLedger({ slotMs: 0 });
let rpc: LedgerRpc;
let socket: WebSocket;
let messages: AsyncIterator<unknown>;

async function next(): Promise<unknown> {
  const event: IteratorResult<unknown, unknown> = await messages.next();
  const data: unknown = Array.isArray(event.value) ? event.value[0] : undefined;
  return parseJson(String(data));
}

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return next();
}

async function subscribe(method: string, ...params: unknown[]): Promise<number> {
  const answer = await ask(method, ...params);
  if (!isRecord(answer) || typeof answer['result'] !== 'number') throw new Error(JSON.stringify(answer));
  return answer['result'];
}

beforeAll(async () => {
  rpc = await serveLedgerRpc(ledger);
});
afterAll(() => rpc.close());
beforeEach(async () => {
  socket = new WebSocket(rpc.wsUrl);
  messages = on(socket, 'message');
  await once(socket, 'open');
});
afterEach(() => {
  socket.terminate();
});

describe('subscriptions', () => {
  it('tell of a signature once, also when it landed before, at the next slot', async () => {
    const { signature } = ledger.airdrop(toAddress(Keypair.generate().publicKey.toBytes()), 1_000_000n).transaction;
    const subscription = await subscribe('signatureSubscribe', signature);
    ledger.advanceSlots(1);
    expect(await next()).toMatchObject({ method: 'signatureNotification', params: { subscription, result: { value: { err: null } } } });
    expect(await ask('signatureUnsubscribe', subscription)).toMatchObject({ error: { message: 'Invalid subscription id.' } });
  });

  it('tell that a signature was received, when asked to', async () => {
    const { signature } = ledger.airdrop(toAddress(Keypair.generate().publicKey.toBytes()), 1_000_000n).transaction;
    await subscribe('signatureSubscribe', signature, { enableReceivedNotification: true });
    ledger.advanceSlots(1);
    expect(await next()).toMatchObject({ params: { result: { value: 'receivedSignature' } } });
    expect(await next()).toMatchObject({ params: { result: { value: { err: null } } } });
  });

  it('tell of slots and roots until unsubscribed', async () => {
    const slots = await subscribe('slotSubscribe');
    const roots = await subscribe('rootSubscribe');
    ledger.advanceSlots(1);
    const slot = Number(ledger.clock.slot);
    expect(await next()).toEqual({
      jsonrpc: '2.0',
      method: 'slotNotification',
      params: { result: { slot, parent: slot - 1, root: slot - 1 }, subscription: slots },
    });
    expect(await next()).toMatchObject({ method: 'rootNotification', params: { result: slot - 1, subscription: roots } });
    expect(await ask('slotUnsubscribe', slots)).toMatchObject({ result: true });
    ledger.advanceSlots(1);
    expect(await next()).toMatchObject({ method: 'rootNotification' });
  });

  it('tell of the accounts of a program, and of nothing else', async () => {
    const [account, other] = [Keypair.generate(), Keypair.generate()].map((key) => toAddress(key.publicKey.toBytes()));
    if (account === undefined || other === undefined) return;
    await subscribe('programSubscribe', '11111111111111111111111111111111', { encoding: 'base64', filters: [{ dataSize: 0 }] });
    const mine = await subscribe('logsSubscribe', { mentions: [Keypair.generate().publicKey.toBase58()] });
    ledger.airdrop(account, 1_000_000n);
    expect(await next()).toMatchObject({
      method: 'programNotification',
      params: { result: { value: { account: { data: ['', 'base64'] } } } },
    });
    expect(await next()).toMatchObject({
      method: 'programNotification',
      params: { result: { value: { account: { lamports: 1_000_000 } } } },
    });
    expect(await ask('logsUnsubscribe', mine)).toMatchObject({ result: true });
  });

  it('show a closed account as empty', async () => {
    const key = Keypair.generate();
    const address = toAddress(key.publicKey.toBytes());
    ledger.airdrop(address, 1_000_000n);
    await subscribe('accountSubscribe', key.publicKey.toBase58(), { encoding: 'base64' });
    ledger.send([key.secretKey], [transferInstruction({ from: address, to: ledger.faucet, lamports: 995_000n })]);
    expect(await next()).toMatchObject({ params: { result: { value: { lamports: 0, data: ['', 'base64'] } } } });
  });
});

describe('a connection', () => {
  it.each([
    ['an unknown method', 'blockSubscribe', [], -32601],
    ['a method of the HTTP interface', 'getSlot', [], -32601],
    ['a wrong address', 'accountSubscribe', ['x'], -32602],
    ['a wrong log filter', 'logsSubscribe', ['some'], -32602],
    ['an unknown subscription', 'slotUnsubscribe', [77], -32602],
  ])('answers %s as an error', async (_what, method, params, code) => {
    expect(await ask(method, ...params)).toMatchObject({ error: { code }, id: 1 });
  });

  it('answers what is no JSON as an error and goes on', async () => {
    socket.send('{');
    expect(await next()).toMatchObject({ error: { code: -32700 }, id: null });
    expect(await subscribe('slotSubscribe')).toBe(1);
  });

  it('does not answer the ping of clients', async () => {
    socket.send('{"jsonrpc":"2.0","method":"ping"}');
    expect(await subscribe('slotSubscribe')).toBe(1);
  });

  it('holds at most 1,000 subscriptions', async () => {
    for (let count = 0; count < 1_000; count++) await subscribe('rootSubscribe');
    expect(await ask('rootSubscribe')).toMatchObject({ error: { message: 'at most 1000 subscriptions per connection' } });
  });
});
