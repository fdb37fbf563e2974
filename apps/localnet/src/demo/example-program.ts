import { setTimeout as delay } from 'node:timers/promises';

import { deployProgram, type LocalLedger } from '@oracle-gateway/litesvm-rpc';
import type { Address, FeedId } from '@oracle-gateway/protocol';
import {
  Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';

import { addressOf, newKeypair, type SecretKey } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';

/** Tags of the example's instructions (programs/consumer-example). */
const TAGS = { open: 0, verify: 3 } as const;
/** Oracle id, feed id, and the stamp of the last value that it took. */
const MARKET_BYTES = 72;
/** Refusal of a value whose time the ledger's clock has not reached. */
const AHEAD = 7008;
const MAX_TRIES = 10;
const BETWEEN_TRIES_MS = 1_000;

/** Answer of the example to a value: the price with six decimals, or the code of its refusal. */
export type ExampleVerdict =
  | { readonly kind: 'price'; readonly microDollars: bigint }
  | { readonly kind: 'refused'; readonly code: number };

/** The example of a program that uses attested values, deployed, with a market for one feed. */
export interface ExampleProgram {
  readonly programId: Address;
  /** Judges a value, without a transaction that lands. `submit` is the data of the oracle's instruction. */
  judge(submit: Uint8Array): Promise<ExampleVerdict>;
  /** Sends the transaction; returns its signature. */
  verify(submit: Uint8Array): Promise<string>;
}

export interface ExampleProgramInput {
  readonly ledger: LocalLedger;
  readonly rpcUrl: string;
  /** Pays. */
  readonly key: SecretKey;
  readonly elf: Uint8Array;
  readonly oracle: Address;
  readonly feedId: FeedId;
  /** Config and registry version. */
  readonly accounts: readonly [Address, Address];
}

/** Deploys the example and opens a market. */
export async function deployExampleProgram(input: ExampleProgramInput): Promise<ExampleProgram> {
  const { ledger, rpcUrl, key, elf, oracle, feedId, accounts } = input;
  const programKey = newKeypair();
  deployProgram(ledger, { payer: key, programKey, elf });
  const programId = new PublicKey(addressOf(programKey));
  const connection = new Connection(rpcUrl, 'confirmed');
  const [payer, market] = [Keypair.fromSecretKey(key), Keypair.generate()];
  const create = SystemProgram.createAccount({
    fromPubkey: payer.publicKey,
    newAccountPubkey: market.publicKey,
    lamports: await connection.getMinimumBalanceForRentExemption(MARKET_BYTES),
    space: MARKET_BYTES,
    programId,
  });
  const signed = { pubkey: market.publicKey, isSigner: true, isWritable: true };
  const open = new TransactionInstruction({ programId, keys: [signed], data: Buffer.from([TAGS.open, ...oracle, ...feedId]) });
  await sendAndConfirmTransaction(connection, new Transaction().add(create, open), [payer, market]);
  const keys = [market.publicKey, ...accounts.map((account) => new PublicKey(account))];
  const transactionOf = (submit: Uint8Array): Transaction =>
    new Transaction().add(
      new TransactionInstruction({
        programId,
        keys: keys.map((pubkey) => ({ pubkey, isSigner: false, isWritable: pubkey.equals(market.publicKey) })),
        data: Buffer.from([TAGS.verify, ...submit]),
      }),
    );
  return {
    programId: addressOf(programKey),
    async judge(submit) {
      for (let tries = 1; ; tries += 1) {
        const { value } = await connection.simulateTransaction(await signedFor(connection, payer, transactionOf(submit)));
        const verdict = exampleVerdictOf(value.err, value.returnData?.data[0]);
        const isAhead = verdict.kind === 'refused' && verdict.code === AHEAD;
        if (!isAhead || tries >= MAX_TRIES) return verdict;
        await delay(BETWEEN_TRIES_MS);
      }
    },
    verify: (submit) => sendAndConfirmTransaction(connection, transactionOf(submit), [payer]),
  };
}

async function signedFor(connection: Connection, payer: Keypair, { instructions }: Transaction): Promise<VersionedTransaction> {
  const { blockhash } = await connection.getLatestBlockhash();
  const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions: [...instructions] });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  transaction.sign([payer]);
  return transaction;
}

/** Reads the answer of a simulation: its error, or the returned i128. Throws DemoFailure. */
export function exampleVerdictOf(error: unknown, returned: string | undefined): ExampleVerdict {
  const code = /"Custom":(\d+)/.exec(JSON.stringify(error))?.[1];
  if (code !== undefined) return { kind: 'refused', code: Number(code) };
  if (error !== null || returned === undefined) throw new DemoFailure(`the example program failed: ${JSON.stringify(error)}`);
  const bytes = Buffer.alloc(16);
  Buffer.from(returned, 'base64').copy(bytes);
  return { kind: 'price', microDollars: (bytes.readBigInt64LE(8) << 64n) | bytes.readBigUInt64LE(0) };
}
