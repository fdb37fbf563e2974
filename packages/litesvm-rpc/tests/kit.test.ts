import {
  address,
  appendTransactionMessageInstruction,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  devnet,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  isSolanaError,
  lamports,
  assertIsSendableTransaction,
  assertIsTransactionWithBlockhashLifetime,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  type Address,
  type KeyPairSigner,
  type Signature,
} from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalLedger, createMintAt, serveLedgerRpc, type LedgerRpc, type LocalLedger } from '../src/index.js';

const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const USDC = address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');

function connect({ rpcUrl, wsUrl }: LedgerRpc) {
  return {
    rpc: createSolanaRpc(devnet(rpcUrl)),
    subscriptions: createSolanaRpcSubscriptions(devnet(wsUrl)),
  };
}

describe('the local ledger through @solana/kit', () => {
  let ledger: LocalLedger;
  let server: LedgerRpc;
  let payer: KeyPairSigner;
  let rpc: ReturnType<typeof connect>['rpc'];
  let subscriptions: ReturnType<typeof connect>['subscriptions'];

  beforeAll(async () => {
    ledger = createLocalLedger({ genesisHash: DEVNET });
    server = await serveLedgerRpc(ledger);
    ({ rpc, subscriptions } = connect(server));
    payer = await generateKeyPairSigner();
    ledger.airdrop(payer.address, 10_000_000_000n);
  });

  afterAll(async () => {
    await server.close();
    ledger.close();
  });

  const transfer = async (to: Address, amount: bigint) => {
    const data = new DataView(new ArrayBuffer(12));
    data.setUint32(0, 2, true);
    data.setBigUint64(4, amount, true);
    const { value: blockhash } = await rpc.getLatestBlockhash().send();
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayerSigner(payer, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(blockhash, draft),
      (draft) =>
        appendTransactionMessageInstruction(
          {
            programAddress: SYSTEM_PROGRAM,
            accounts: [
              { address: payer.address, role: 3, signer: payer },
              { address: to, role: 1 },
            ],
            data: new Uint8Array(data.buffer),
          },
          draft,
        ),
    );
    const transaction = await signTransactionMessageWithSigners(message);
    assertIsSendableTransaction(transaction);
    assertIsTransactionWithBlockhashLifetime(transaction);
    return transaction;
  };

  it('sends and confirms through its subscriptions', async () => {
    const to = (await generateKeyPairSigner()).address;
    const transaction = await transfer(to, 1_000_000n);
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions: subscriptions })(transaction, { commitment: 'confirmed' });
    expect((await rpc.getBalance(to).send()).value).toBe(1_000_000n);
    const landed = await rpc
      .getTransaction(getSignatureFromTransaction(transaction), { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send();
    expect(landed?.meta).toMatchObject({ err: null, fee: 5_000n });
  });

  it('confirms a transaction that landed before the subscription', async () => {
    const to = (await generateKeyPairSigner()).address;
    const signature = await rpc.requestAirdrop(to, lamports(2_000_000n)).send();
    const abort = new AbortController();
    const notifications = await subscriptions.signatureNotifications(signature).subscribe({ abortSignal: abort.signal });
    for await (const { value } of notifications) {
      expect(value).toEqual({ err: null });
      break;
    }
    abort.abort();
  });

  it('tells subscribers of slots and accounts', async () => {
    const to = (await generateKeyPairSigner()).address;
    const abort = new AbortController();
    const slots = await subscriptions.slotNotifications().subscribe({ abortSignal: abort.signal });
    const accounts = await subscriptions.accountNotifications(to, { encoding: 'base64' }).subscribe({ abortSignal: abort.signal });
    for await (const { slot, parent } of slots) {
      expect(slot).toBe(parent + 1n);
      break;
    }
    ledger.airdrop(to, 3_000_000n);
    for await (const { value } of accounts) {
      expect(value.lamports).toBe(3_000_000n);
      break;
    }
    abort.abort();
  });

  it('decodes a preflight failure, its cause and its logs', async () => {
    const transaction = await transfer((await generateKeyPairSigner()).address, 100_000_000_000n);
    const error: unknown = await rpc
      .sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' })
      .send()
      .catch((cause: unknown) => cause);
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)).toBe(true);
    if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)) return;
    expect(error.context.unitsConsumed).toBe(150n);
    expect(error.context.logs?.join('\n')).toMatch(/insufficient lamports/);
  });

  it('keeps u64 values exact beyond 2^53', async () => {
    const to = (await generateKeyPairSigner()).address;
    ledger.setAccount(to, {
      lamports: 9_007_199_254_740_993n,
      owner: SYSTEM_PROGRAM,
      executable: false,
      data: new Uint8Array(),
    });
    expect((await rpc.getBalance(to).send()).value).toBe(9_007_199_254_740_993n);
    expect((await rpc.getAccountInfo(to, { encoding: 'base64' }).send()).value?.lamports).toBe(9_007_199_254_740_993n);
  });

  it('answers the methods of the x402 packages', async () => {
    createMintAt(ledger, { address: USDC, decimals: 6, mintAuthority: payer.address });
    const mint = await rpc.getAccountInfo(USDC, { encoding: 'jsonParsed' }).send();
    expect(mint.value?.data).toMatchObject({ program: 'spl-token', parsed: { type: 'mint', info: { decimals: 6 } } });
    const transaction = await transfer((await generateKeyPairSigner()).address, 1_000_000n);
    const simulation = await rpc
      .simulateTransaction(getBase64EncodedWireTransaction(transaction), {
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: false,
      })
      .send();
    expect(simulation.value).toMatchObject({ err: null, unitsConsumed: 150n });
    const unseen = getSignatureFromTransaction(transaction);
    expect((await rpc.getSignatureStatuses([unseen]).send()).value).toEqual([null]);
    expect(await rpc.getGenesisHash().send()).toBe(DEVNET);
  });

  it('names wrong parameters and unknown methods by their codes', async () => {
    const wrong: unknown = await rpc
      .getSignatureStatuses(['1' as Signature])
      .send()
      .catch((cause: unknown) => cause);
    expect(isSolanaError(wrong, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)).toBe(true);
    const unknown: unknown = await rpc
      .getBlocks(0n)
      .send()
      .catch((cause: unknown) => cause);
    expect(isSolanaError(unknown, SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND)).toBe(true);
  });
});
