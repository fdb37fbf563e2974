/** A LiteSVM chain as the tests use it: keys by name, transactions with named refusals, a clock that is set. */
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js';
import { Account, FailedTransactionMetadata, LiteSvm } from 'litesvm/dist/internal.js';

import { sha256 } from './signer.js';

const COMPUTE_UNIT_LIMIT = 1_400_000;
/** Compute units of the SetComputeUnitLimit instruction in front of every transaction. */
const COMPUTE_BUDGET_UNITS = 150;
const SOL = 1_000_000_000n;
/** Kind, slot of its deactivation, slot and place of the last extension, and authority. */
const LOOKUP_TABLE_META_BYTES = 56;

export type Outcome =
  | { readonly ok: true; readonly computeUnits: number; readonly returnData: Uint8Array }
  /** `refusal` is the program's name of its error, or the runtime's text of any other. */
  | { readonly ok: false; readonly refusal: string; readonly logs: readonly string[] };

/** An account of the chain; `undefined` if it does not exist. */
export interface ChainAccount {
  readonly owner: string;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}

/** A key pair that is the same in every run. */
export function namedKeypair(name: string): Keypair {
  return Keypair.fromSeed(sha256(`keypair ${name}`));
}

const errorNames = readErrorNames();

function readErrorNames(): ReadonlyMap<number, string> {
  const table: unknown = JSON.parse(readFileSync(new URL('../errors.json', import.meta.url), 'utf8'));
  if (!Array.isArray(table)) throw new TypeError('errors.json is no list');
  return new Map(
    table.map((row: unknown) => {
      if (typeof row !== 'object' || row === null || !('code' in row) || !('name' in row)) throw new TypeError('errors.json: bad row');
      return [Number(row.code), String(row.name)];
    }),
  );
}

/** It takes LiteSVM without its wrapper for `@solana/kit`, which makes a whole chain for each copy, only to put the copy into its place. */
export class Chain {
  private constructor(private readonly svm: LiteSvm) {}

  static create(): Chain {
    return new Chain(new LiteSvm());
  }

  /** An independent copy. */
  fork(): Chain {
    return this.save()();
  }

  /** Makes independent copies of the chain as it is now. */
  save(): () => Chain {
    const bytes = this.svm.toBytes();
    return () => new Chain(LiteSvm.fromBytes(bytes));
  }

  send(instructions: TransactionInstruction | readonly TransactionInstruction[], ...signers: readonly [Keypair, ...Keypair[]]): Outcome {
    const transaction = new Transaction();
    transaction.add(ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNIT_LIMIT }));
    transaction.add(...[instructions].flat());
    transaction.recentBlockhash = this.svm.latestBlockhash();
    transaction.feePayer = signers[0].publicKey;
    return this.outcomeOf(this.svm.sendLegacyTransaction(signedWire(transaction, signers)));
  }

  /** Sends like `send`, with the addresses of this lookup table, which `addLookupTable` made. `bytes` is the length of the transaction. */
  sendWithTable(
    instructions: TransactionInstruction | readonly TransactionInstruction[],
    table: PublicKey,
    payer: Keypair,
  ): Outcome & { readonly bytes: number } {
    const state = AddressLookupTableAccount.deserialize(this.data(table));
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: this.svm.latestBlockhash(),
      instructions: [ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNIT_LIMIT }), ...[instructions].flat()],
    }).compileToV0Message([new AddressLookupTableAccount({ key: table, state })]);
    const bytes = message.serialize();
    const wire = Buffer.concat([Uint8Array.of(1), sign(null, bytes, privateKeyOf(payer)), bytes]);
    return { ...this.outcomeOf(this.svm.sendVersionedTransaction(wire)), bytes: wire.length };
  }

  /** Writes a lookup table that was extended before this slot. */
  addLookupTable(table: PublicKey, addresses: readonly PublicKey[]): void {
    const head = new Uint8Array(LOOKUP_TABLE_META_BYTES);
    const view = new DataView(head.buffer);
    view.setUint32(0, 1, true);
    view.setBigUint64(4, 2n ** 64n - 1n, true);
    this.setAccount(table, {
      owner: AddressLookupTableProgram.programId,
      data: Buffer.concat([head, ...addresses.map((address) => address.toBytes())]),
    });
    this.nextSlot();
  }

  private outcomeOf(result: ReturnType<LiteSvm['sendLegacyTransaction']>): Outcome {
    // The same instruction may be sent again on purpose: it must not be refused as the same transaction.
    this.svm.expireBlockhash();
    if (!(result instanceof FailedTransactionMetadata)) {
      const computeUnits = Number(result.computeUnitsConsumed()) - COMPUTE_BUDGET_UNITS;
      return { ok: true, computeUnits, returnData: result.returnData().data() };
    }
    return { ok: false, refusal: refusalOf(result), logs: result.meta().logs() };
  }

  /** Sends like `send`, for steps of a set-up that must succeed. */
  must(instructions: TransactionInstruction | readonly TransactionInstruction[], ...signers: readonly [Keypair, ...Keypair[]]): number {
    const outcome = this.send(instructions, ...signers);
    if (!outcome.ok) throw new Error(`set-up refused: ${outcome.refusal}\n${outcome.logs.join('\n')}`);
    return outcome.computeUnits;
  }

  /** A program at any address, without the loader's transactions. */
  addProgram(programId: PublicKey, program: Uint8Array): void {
    this.svm.addProgram(programId.toBytes(), program);
  }

  fund(key: PublicKey, sol = 100n): void {
    this.dust(key, sol * SOL);
  }

  /** Gives lamports to any address, as any stranger can. */
  dust(key: PublicKey, amount: bigint): void {
    this.svm.airdrop(key.toBytes(), amount);
  }

  account(key: PublicKey): ChainAccount | undefined {
    const account = this.svm.getAccount(key.toBytes());
    if (account === null) return undefined;
    return { owner: new PublicKey(account.owner()).toBase58(), lamports: account.lamports(), data: Uint8Array.from(account.data()) };
  }

  data(key: PublicKey): Uint8Array {
    const account = this.account(key);
    if (account === undefined) throw new Error(`no account at ${key.toBase58()}`);
    return account.data;
  }

  /** Writes an account directly, for states that no instruction reaches. */
  setAccount(key: PublicKey, account: { readonly owner: PublicKey; readonly data: Uint8Array }): void {
    this.svm.setAccount(key.toBytes(), new Account(SOL, account.data, account.owner.toBytes(), false, 0n));
  }

  rentFor(length: number): bigint {
    return this.svm.minimumBalanceForRentExemption(BigInt(length));
  }

  get slot(): bigint {
    return this.svm.getClock().slot;
  }

  get now(): bigint {
    return this.svm.getClock().unixTimestamp;
  }

  set now(unixSeconds: bigint) {
    const clock = this.svm.getClock();
    clock.unixTimestamp = unixSeconds;
    this.svm.setClock(clock);
  }

  /** Lets a slot pass: a program can be called from the slot after its deployment on. */
  nextSlot(): void {
    this.svm.warpToSlot(this.svm.getClock().slot + 2n);
  }
}

/** PKCS #8 of an Ed25519 seed, without the seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;
const privateKeys = new WeakMap<Keypair, KeyObject>();

function privateKeyOf(keypair: Keypair): KeyObject {
  const seed = keypair.secretKey.subarray(0, SEED_BYTES);
  const key = privateKeys.get(keypair) ?? createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  privateKeys.set(keypair, key);
  return key;
}

/**
 * The bytes of a transaction, signed with the Ed25519 of Node, which takes a fraction of the time. `Transaction` would put its message together
 * once for each signature.
 */
function signedWire(transaction: Transaction, signers: readonly Keypair[]): Uint8Array {
  const message = transaction.compileMessage();
  const bytes = message.serialize();
  const required = message.accountKeys.slice(0, message.header.numRequiredSignatures);
  const surplus = signers.find(({ publicKey }) => !required.some((key) => key.equals(publicKey)));
  if (surplus !== undefined) throw new Error(`${surplus.publicKey.toBase58()} need not sign`);
  const signatures = required.map((key) => {
    const signer = signers.find(({ publicKey }) => publicKey.equals(key));
    if (signer === undefined) throw new Error(`${key.toBase58()} must sign`);
    return sign(null, bytes, privateKeyOf(signer));
  });
  return Buffer.concat([Uint8Array.of(signatures.length), ...signatures, bytes]);
}

function refusalOf(failure: FailedTransactionMetadata): string {
  const custom = failure
    .meta()
    .logs()
    .map((line) => /custom program error: 0x([0-9a-f]+)/.exec(line)?.[1])
    .find((code) => code !== undefined);
  if (custom === undefined) return failure.toString();
  const code = Number.parseInt(custom, 16);
  return errorNames.get(code) ?? `custom program error ${code}`;
}
