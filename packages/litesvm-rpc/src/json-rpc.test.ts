import { Keypair } from '@solana/web3.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerBody, ledgerCall, parseJson, type Call } from './json-rpc.js';
import { createLocalLedger } from './ledger.js';
import { accountMethods } from './methods/accounts.js';
import { blockhashMethods } from './methods/blockhashes.js';
import { clusterMethods } from './methods/cluster.js';
import { faucetMethods } from './methods/faucet.js';
import { historyMethods } from './methods/history.js';
import { tokenMethods } from './methods/tokens.js';
import { transactionMethods } from './methods/transactions.js';

const ledger = createLocalLedger({ slotMs: 0 });
const call = ledgerCall(ledger);
function answer(body: unknown): unknown {
  const text = answerBody(typeof body === 'string' ? body : JSON.stringify(body), call);
  return text === undefined ? undefined : parseJson(text);
}
function request(method: string, ...params: unknown[]): unknown {
  return { jsonrpc: '2.0', id: 1, method, params };
}
const address = Keypair.generate().publicKey.toBase58();
const blockhash = address;

describe('JSON-RPC 2.0', () => {
  it.each([
    ['no JSON', '{', { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null }],
    ['no object', '5', { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id: null }],
    [
      'another version',
      { jsonrpc: '1.0', id: 1, method: 'getSlot' },
      { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id: null },
    ],
    ['an unknown method', request('nope'), { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: 1 }],
    ['a method of every object', request('constructor'), { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: 1 }],
    ['an empty batch', [], { jsonrpc: '2.0', error: { code: -32600, message: 'a batch holds 1 to 100 requests' }, id: null }],
  ])('answers %s as an error', (_what, body, expected) => {
    expect(answer(body)).toEqual(expected);
  });

  it('refuses a batch of more than 100 requests', () => {
    expect(answer(Array.from({ length: 101 }, () => request('getHealth')))).toMatchObject({ error: { code: -32600 } });
    expect(answer(Array.from({ length: 100 }, () => request('getHealth')))).toHaveLength(100);
  });

  it('answers a batch in order, and gives a notification no answer', () => {
    expect(answer([request('getHealth'), { jsonrpc: '2.0', method: 'getHealth' }, request('nope')])).toEqual([
      { jsonrpc: '2.0', result: 'ok', id: 1 },
      { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: 1 },
    ]);
    expect(answer({ jsonrpc: '2.0', method: 'getHealth' })).toBeUndefined();
  });

  describe('a fault of the server', () => {
    afterEach(() => {
      vi.restoreAllMocks();
    });

    it('is told to the operator and not to the client', () => {
      const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
      const fault = new Error('secret detail');
      const broken: Call = () => {
        throw fault;
      };
      expect(answerBody(JSON.stringify(request('getSlot')), broken)).toBe(
        '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1}',
      );
      expect(warning).toHaveBeenCalledWith(fault);
    });
  });
});

describe('wrong parameters', () => {
  it.each([
    ['getBalance', 'no-address'],
    ['getBalance'],
    ['getAccountInfo', address, 5],
    ['getAccountInfo', address, { encoding: 'base64+zstd' }],
    ['getAccountInfo', address, { encoding: 'hex' }],
    ['getAccountInfo', address, { encoding: 'base64', dataSlice: { offset: -1, length: 1 } }],
    ['getMultipleAccounts', Array.from({ length: 101 }, () => address)],
    ['getProgramAccounts', address, { filters: [{ memcmp: { offset: 0, bytes: '0OIl' } }] }],
    ['getProgramAccounts', address, { filters: Array.from({ length: 5 }, () => ({ dataSize: 1 })) }],
    ['getProgramAccounts', address, { filters: [{}] }],
    ['getMinimumBalanceForRentExemption', -1],
    ['getMinimumBalanceForRentExemption', 1e9],
    ['getTokenAccountBalance', address],
    ['getTokenSupply', address],
    ['getTokenAccountsByOwner', address, { programId: address }],
    ['getTokenAccountsByOwner', address, {}],
    ['isBlockhashValid', 'x'],
    ['getFeeForMessage', 'AAAA'],
    ['getFeeForMessage', '*'],
    ['requestAirdrop', address, 1.5],
    ['requestAirdrop', address, 9e15],
    ['sendTransaction', 'AAAA', { encoding: 'base64' }],
    ['sendTransaction', 'A'.repeat(1_701), { encoding: 'base64' }],
    ['sendTransaction', 5],
    ['simulateTransaction', 'AAAA', { encoding: 'base64', sigVerify: 'yes' }],
    ['getSignatureStatuses', Array.from({ length: 257 }, () => address)],
    ['getSignatureStatuses', [address]],
    ['getTransaction', 'x'],
    ['getSignaturesForAddress', address, { limit: 1_001 }],
  ])('%s refuses %j %j', (method, ...params) => {
    expect(answer(request(method, ...params))).toMatchObject({ error: { code: -32602 } });
  });

  it('names what is wrong', () => {
    expect(answer(request('getBalance', 'x'))).toMatchObject({
      error: { message: 'Invalid param: parameter 0 is not a base58 address of 32 bytes' },
    });
  });

  it('params that are no list are refused', () => {
    expect(answer({ jsonrpc: '2.0', id: 1, method: 'getSlot', params: {} })).toMatchObject({ error: { code: -32602 } });
  });

  it('a slot that is still to come is not answered for', () => {
    expect(answer(request('getBlockTime', 1))).toMatchObject({ error: { code: -32004 } });
    const minContextSlot = Number(ledger.clock.slot) + 1;
    expect(answer(request('getBalance', address, { minContextSlot }))).toMatchObject({
      error: { code: -32016, data: { contextSlot: Number(ledger.clock.slot) } },
    });
    expect(answer(request('getBalance', address, { minContextSlot: minContextSlot - 1 }))).toMatchObject({ result: { value: 0 } });
  });

  it('never are a fault of the server, whatever they are', () => {
    const groups = [accountMethods, blockhashMethods, clusterMethods, faucetMethods, historyMethods, tokenMethods, transactionMethods];
    const methods = groups.flatMap((group) => Object.keys(group));
    const param = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>(address, [address], { encoding: 'base64' }, { encoding: 'jsonParsed' }, { mint: address }, blockhash),
      fc.base64String({ maxLength: 200 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...methods), fc.array(param, { maxLength: 3 }), (method, params) => {
        const codes = JSON.stringify(answer(request(method, ...params)));
        expect(codes).not.toMatch(/-32603/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('encodings', () => {
  const faucet = (encoding?: string): unknown =>
    answer(request('getAccountInfo', call('getVersion', []) && faucetText, encoding === undefined ? {} : { encoding }));
  const faucetText = 'SysvarC1ock11111111111111111111111111111111';

  it('gives data as asked for, as bare base58 when nothing is asked', () => {
    const bare = faucet() as { result: { value: { data: string } } };
    const base58 = faucet('base58') as { result: { value: { data: [string, string] } } };
    expect(base58.result.value.data).toEqual([bare.result.value.data, 'base58']);
    expect(faucet('base64')).toMatchObject({ result: { value: { data: [expect.any(String), 'base64'], space: 40 } } });
    expect(faucet('jsonParsed')).toMatchObject({ result: { value: { data: [expect.any(String), 'base64'] } } });
  });

  it('refuses base58 of more than 128 bytes', () => {
    const slotHashes = 'SysvarS1otHashes111111111111111111111111111';
    ledger.advanceSlots(5);
    expect(answer(request('getAccountInfo', slotHashes, { encoding: 'base58' }))).toMatchObject({ error: { code: -32600 } });
    const sliced = answer(request('getAccountInfo', slotHashes, { encoding: 'base58', dataSlice: { offset: 0, length: 8 } }));
    expect(sliced).toMatchObject({ result: { value: { data: [expect.any(String), 'base58'] } } });
  });
});
