import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Ed25519Program,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  sendAndConfirmTransaction,
  SendTransactionError,
  SystemProgram,
  SYSVAR_CLOCK_PUBKEY,
  Transaction,
  TransactionExpiredBlockheightExceededError,
  TransactionMessage,
  VersionedTransaction,
  type BlockhashWithExpiryBlockHeight,
  type TransactionInstruction,
} from '@solana/web3.js';
import { base58 } from '@scure/base';
import { createLocalLedger, createMintAt, mintTo, serveLedgerRpc, type LedgerRpc, type LocalLedger } from '../src/index.js';

/** An unmodified Connection, which finds the subscriptions on the neighbouring port by itself. */
describe('the local ledger through @solana/web3.js', () => {
  let ledger: LocalLedger;
  let rpc: LedgerRpc;
  let connection: Connection;
  let payer: Keypair;

  beforeAll(async () => {
    ledger = createLocalLedger();
    rpc = await serveLedgerRpc(ledger);
    connection = new Connection(rpc.rpcUrl, 'confirmed');
    payer = Keypair.generate();
    ledger.airdrop(payer.publicKey, BigInt(100 * LAMPORTS_PER_SOL));
  });

  afterAll(async () => {
    await rpc.close();
    ledger.close();
  });

  const transfer = (to: PublicKey, lamports: number): TransactionInstruction =>
    SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports });

  const signed = (lifetime: BlockhashWithExpiryBlockHeight, ...instructions: TransactionInstruction[]): Transaction => {
    const transaction = new Transaction({ feePayer: payer.publicKey, ...lifetime }).add(...instructions);
    transaction.sign(payer);
    return transaction;
  };

  const latestBlockhash = (): Promise<BlockhashWithExpiryBlockHeight> => connection.getLatestBlockhash();

  it('confirms an airdrop through a subscription', async () => {
    const to = Keypair.generate().publicKey;
    const signature = await connection.requestAirdrop(to, LAMPORTS_PER_SOL);
    const { value } = await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
    expect(value.err).toBeNull();
    expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL);
  });

  it('executes a legacy transfer and charges 5,000 lamports per signature', async () => {
    const to = Keypair.generate().publicKey;
    const before = await connection.getBalance(payer.publicKey);
    const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer(to, 1_000_000)), [payer]);
    expect(await connection.getBalance(to)).toBe(1_000_000);
    expect(await connection.getBalance(payer.publicKey)).toBe(before - 1_000_000 - 5_000);
    const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(landed?.meta).toMatchObject({
      err: null,
      fee: 5_000,
      preBalances: [before, 0, 1],
      postBalances: [before - 1_005_000, 1_000_000, 1],
    });
    expect(landed?.blockTime).toBeGreaterThan(1_700_000_000);
  });

  it('executes a version 0 transaction that takes an account from a lookup table', async () => {
    const to = Keypair.generate().publicKey;
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      recentSlot: (await connection.getSlot()) - 1,
    });
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table,
      authority: payer.publicKey,
      payer: payer.publicKey,
      addresses: [to],
    });
    await sendAndConfirmTransaction(connection, new Transaction().add(create, extend), [payer]);
    ledger.advanceSlots(1);
    const lookup = await connection.getAddressLookupTable(table);
    expect(lookup.value).toBeInstanceOf(AddressLookupTableAccount);
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: (await latestBlockhash()).blockhash,
      instructions: [transfer(to, 2_000_000)],
    }).compileToV0Message(lookup.value === null ? [] : [lookup.value]);
    expect(message.addressTableLookups).toHaveLength(1);
    const transaction = new VersionedTransaction(message);
    transaction.sign([payer]);
    const signature = await connection.sendTransaction(transaction);
    expect(await connection.getBalance(to)).toBe(2_000_000);
    const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(landed?.version).toBe(0);
    expect(landed?.meta?.loadedAddresses?.writable.map(String)).toEqual([to.toBase58()]);
  });

  it('refuses at preflight what the program refuses, with its logs, and charges nothing', async () => {
    const before = await connection.getBalance(payer.publicKey);
    const transaction = signed(await latestBlockhash(), transfer(Keypair.generate().publicKey, 1_000 * LAMPORTS_PER_SOL));
    const error: unknown = await connection.sendRawTransaction(transaction.serialize()).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(SendTransactionError);
    if (!(error instanceof SendTransactionError)) return;
    expect(error.transactionError.message).toBe('Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1');
    expect(error.logs?.join('\n')).toMatch(/insufficient lamports/);
    expect(await connection.getBalance(payer.publicKey)).toBe(before);
  });

  it('without preflight lands the failed transaction, charges its fee and tells the error', async () => {
    const before = await connection.getBalance(payer.publicKey);
    const transaction = signed(await latestBlockhash(), transfer(Keypair.generate().publicKey, 1_000 * LAMPORTS_PER_SOL));
    const signature = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    const { value } = await connection.getSignatureStatus(signature);
    expect(value).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] }, confirmationStatus: 'finalized' });
    expect(await connection.getBalance(payer.publicKey)).toBe(before - 5_000);
  });

  it('refuses an identical transaction as already processed, at preflight and silently without', async () => {
    const to = Keypair.generate().publicKey;
    const wire = signed(await latestBlockhash(), transfer(to, 1_000_000)).serialize();
    const signature = await connection.sendRawTransaction(wire);
    await expect(connection.sendRawTransaction(wire)).rejects.toThrow(/This transaction has already been processed/);
    expect(await connection.sendRawTransaction(wire, { skipPreflight: true })).toBe(signature);
    expect(await connection.getBalance(to)).toBe(1_000_000);
  });

  it('tells a repeat by its message: the same message without signatures is already processed in a simulation too', async () => {
    const transaction = signed(await latestBlockhash(), transfer(Keypair.generate().publicKey, 1_000_000));
    await connection.sendRawTransaction(transaction.serialize());
    const unsigned = new VersionedTransaction(transaction.compileMessage());
    const { value } = await connection.simulateTransaction(unsigned, { sigVerify: false });
    expect(value.err).toBe('AlreadyProcessed');
  });

  it('simulates without signatures, shows the accounts afterwards and changes nothing', async () => {
    const to = Keypair.generate().publicKey;
    const transaction = new Transaction({
      feePayer: payer.publicKey,
      blockhash: PublicKey.default.toBase58(),
      lastValidBlockHeight: 0,
    }).add(transfer(to, 3_000_000));
    const { value } = await connection.simulateTransaction(new VersionedTransaction(transaction.compileMessage()), {
      replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses: [to.toBase58()] },
    });
    expect(value).toMatchObject({ err: null, unitsConsumed: 150, accounts: [{ lamports: 3_000_000 }] });
    expect(await connection.getAccountInfo(to)).toBeNull();
  });

  it('refuses a wrong signature as one', async () => {
    const wire = signed(await latestBlockhash(), transfer(Keypair.generate().publicKey, 1_000_000)).serialize();
    wire[1] = (wire[1] ?? 0) ^ 1;
    await expect(connection.sendRawTransaction(wire)).rejects.toThrow(/Transaction signature verification failure/);
  });

  it('quotes the fee it charges: signatures, precompile signatures, compute unit price', async () => {
    const instructions = [
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_500_000 }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 20_001 }),
      Ed25519Program.createInstructionWithPrivateKey({ privateKey: payer.secretKey, message: Buffer.from('hello') }),
    ];
    const transaction = signed(await latestBlockhash(), ...instructions);
    const quoted = await connection.getFeeForMessage(transaction.compileMessage());
    expect(quoted.value).toBe(2 * 5_000 + 30_002);
    const signature = await connection.sendRawTransaction(transaction.serialize());
    expect((await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))?.meta?.fee).toBe(quoted.value);
  });

  it('finds program accounts by size and by bytes, in a stable order', async () => {
    const [nonce, other] = [Keypair.generate(), Keypair.generate()];
    const lamports = await connection.getMinimumBalanceForRentExemption(80);
    for (const account of [nonce, other]) {
      const create = SystemProgram.createNonceAccount({
        fromPubkey: payer.publicKey,
        noncePubkey: account.publicKey,
        authorizedPubkey: account.publicKey,
        lamports,
      });
      await sendAndConfirmTransaction(connection, create, [payer, account]);
    }
    const all = await connection.getProgramAccounts(SystemProgram.programId, { filters: [{ dataSize: 80 }] });
    expect(all.map(({ pubkey }) => pubkey.toBase58()).toSorted()).toEqual(
      [nonce, other].map(({ publicKey }) => publicKey.toBase58()).toSorted(),
    );
    const one = await connection.getProgramAccounts(SystemProgram.programId, {
      dataSlice: { offset: 8, length: 32 },
      filters: [{ dataSize: 80 }, { memcmp: { offset: 8, bytes: nonce.publicKey.toBase58() } }],
    });
    expect(one.map(({ pubkey }) => pubkey.toBase58())).toEqual([nonce.publicKey.toBase58()]);
    expect(one[0]?.account.data).toEqual(nonce.publicKey.toBuffer());
  });

  it('answers token balances, token accounts and parsed accounts', async () => {
    const authority = Keypair.generate();
    const owner = Keypair.generate().publicKey;
    ledger.airdrop(authority.publicKey, BigInt(LAMPORTS_PER_SOL));
    const mint = new PublicKey('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');
    createMintAt(ledger, { address: mint, decimals: 6, mintAuthority: authority.publicKey });
    const tokenAccount = new PublicKey(
      mintTo(ledger, {
        mintAuthority: authority.secretKey,
        mint,
        owner: owner,
        amountAtomic: 1_234_500_000n,
      }),
    );
    expect((await connection.getTokenAccountBalance(tokenAccount)).value).toEqual({
      amount: '1234500000',
      decimals: 6,
      uiAmount: 1234.5,
      uiAmountString: '1234.5',
    });
    expect((await connection.getTokenSupply(mint)).value.amount).toBe('1234500000');
    const owned = await connection.getTokenAccountsByOwner(owner, { mint });
    expect(owned.value.map(({ pubkey }) => pubkey.toBase58())).toEqual([tokenAccount.toBase58()]);
    const parsed = await connection.getParsedTokenAccountsByOwner(owner, { mint });
    expect(parsed.value[0]?.account.data.parsed).toMatchObject({
      type: 'account',
      info: { owner: owner.toBase58(), tokenAmount: { amount: '1234500000' } },
    });
    const parsedMint = await connection.getParsedAccountInfo(mint);
    expect(parsedMint.value?.data).toMatchObject({
      parsed: { type: 'mint', info: { decimals: 6, mintAuthority: authority.publicKey.toBase58() } },
    });
  });

  it('moves only its own clock when the clock is advanced', async () => {
    const clockSeconds = async (): Promise<number> => {
      const account = await connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY);
      return Number(account?.data.readBigInt64LE(32));
    };
    const behindSeconds = async (): Promise<number> => Math.abs((await clockSeconds()) - Date.now() / 1_000);
    await expect.poll(behindSeconds).toBeLessThan(5);
    const before = await clockSeconds();
    ledger.advanceClock(86_400);
    const after = await clockSeconds();
    expect(after - before).toBeGreaterThanOrEqual(86_400);
    expect(await connection.getBlockTime(await connection.getSlot())).toBeGreaterThanOrEqual(after);
  });

  it('tells subscribers of accounts, logs and slots', async () => {
    const to = Keypair.generate().publicKey;
    const subscriptions: number[] = [];
    const account = new Promise<number>((resolve) =>
      subscriptions.push(connection.onAccountChange(to, ({ lamports }) => resolve(lamports))),
    );
    const logs = new Promise<readonly string[]>((resolve) =>
      subscriptions.push(connection.onLogs(to, ({ logs: lines }) => resolve(lines))),
    );
    const slot = await new Promise<number>((resolve) => subscriptions.push(connection.onSlotChange((change) => resolve(change.slot))));
    expect(slot).toBeLessThanOrEqual(await connection.getSlot());
    await sendAndConfirmTransaction(connection, new Transaction().add(transfer(to, 1_000_000)), [payer]);
    expect(await account).toBe(1_000_000);
    expect(await logs).toContain('Program 11111111111111111111111111111111 success');
  });

  it('lists the transactions that name an account, newest first', async () => {
    const to = Keypair.generate().publicKey;
    const first = await sendAndConfirmTransaction(connection, new Transaction().add(transfer(to, 1_000_000)), [payer]);
    const second = await sendAndConfirmTransaction(connection, new Transaction().add(transfer(to, 2_000_000)), [payer]);
    expect((await connection.getSignaturesForAddress(to)).map(({ signature }) => signature)).toEqual([second, first]);
    expect((await connection.getSignaturesForAddress(to, { before: second })).map(({ signature }) => signature)).toEqual([first]);
    expect((await connection.getSignaturesForAddress(to, { until: first })).map(({ signature }) => signature)).toEqual([second]);
    const parsed = await connection.getParsedTransaction(second, { maxSupportedTransactionVersion: 0 });
    expect(parsed?.transaction.message.accountKeys[0]).toMatchObject({ signer: true, writable: true, source: 'transaction' });
  });
});

describe('the life of a blockhash, seen through @solana/web3.js', () => {
  const payer = Keypair.generate();
  // Slots pass only when told, so that "150 blocks later" is exactly that.
  const ledger = createLocalLedger({ slotMs: 0 });
  let rpc: LedgerRpc;
  let connection: Connection;

  beforeAll(async () => {
    rpc = await serveLedgerRpc(ledger);
    connection = new Connection(rpc.rpcUrl, 'confirmed');
    ledger.airdrop(payer.publicKey, BigInt(LAMPORTS_PER_SOL));
  });

  afterAll(() => rpc.close());

  const transferUnder = (lifetime: BlockhashWithExpiryBlockHeight): Transaction => {
    const transaction = new Transaction({ feePayer: payer.publicKey, ...lifetime }).add(
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: Keypair.generate().publicKey, lamports: 1_000_000 }),
    );
    transaction.sign(payer);
    return transaction;
  };

  it('accepts a blockhash at its last valid block height', async () => {
    const lifetime = await connection.getLatestBlockhash();
    ledger.advanceSlots(150);
    expect(await connection.getBlockHeight()).toBe(lifetime.lastValidBlockHeight);
    expect((await connection.isBlockhashValid(lifetime.blockhash)).value).toBe(true);
    const signature = await connection.sendRawTransaction(transferUnder(lifetime).serialize());
    expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ err: null });
  });

  it('refuses a blockhash one block later, and without preflight drops the transaction', async () => {
    const lifetime = await connection.getLatestBlockhash();
    ledger.advanceSlots(151);
    expect((await connection.isBlockhashValid(lifetime.blockhash)).value).toBe(false);
    const late = transferUnder(lifetime).serialize();
    await expect(connection.sendRawTransaction(late)).rejects.toThrow(/Transaction simulation failed: Blockhash not found/);
    const signature = await connection.sendRawTransaction(late, { skipPreflight: true });
    expect((await connection.getSignatureStatus(signature, { searchTransactionHistory: true })).value).toBeNull();
  });

  it('lets a waiting client see that its transaction can no longer land', async () => {
    const lifetime = await connection.getLatestBlockhash();
    const { signature } = transferUnder(lifetime);
    const waiting = connection.confirmTransaction({ signature: base58.encode(signature ?? new Uint8Array()), ...lifetime });
    ledger.advanceSlots(151);
    await expect(waiting).rejects.toBeInstanceOf(TransactionExpiredBlockheightExceededError);
  });

  it('gives every slot a new blockhash', async () => {
    const before = await connection.getLatestBlockhash();
    ledger.advanceSlots(1);
    const after = await connection.getLatestBlockhash();
    expect(after.blockhash).not.toBe(before.blockhash);
    expect(after.lastValidBlockHeight).toBe(before.lastValidBlockHeight + 1);
  });

  it('forgets a status without searchTransactionHistory after 300 slots', async () => {
    const signature = await connection.sendRawTransaction(transferUnder(await connection.getLatestBlockhash()).serialize());
    ledger.advanceSlots(301);
    expect((await connection.getSignatureStatus(signature)).value).toBeNull();
    expect((await connection.getSignatureStatus(signature, { searchTransactionHistory: true })).value).toMatchObject({ err: null });
  });
});
