import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { renderVisitor } from '@codama/renderers-js';
import { visit } from '@codama/visitors-core';
import { AccountRole, address, createNoopSigner } from '@solana/kit';
import { PublicKey, TransactionInstruction, type AccountMeta } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rootNode } from '../idl/codama.mjs';
import { startingFrom } from './built-program.js';
import { delegate, delegateAddress, gatewayAuthority, programId, stranger } from './deployment.js';
import { expectAccepted } from './expectations.js';
import { DELEGATE_ROUNDS, worldWithDelegate, type Round } from './world.js';

const SET = { registryVersion: 1n, signers: [0, 1, 3] };
/** The accounts of settle_round in the order of the document, without the optional ones. */
const NAMES = ['gatewayAuthority', 'payer', 'config', 'gateway', 'subscription', 'registry', 'receipt', 'systemProgram'];

/** The client is TypeScript, so it is written where the tests are compiled. */
const folder = mkdtempSync(join(import.meta.dirname, '../.codama-client-'));
let client: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const root = rootNode();
  const withAddress = { ...root, program: { ...root.program, publicKey: programId.toBase58() } };
  await visit(withAddress, renderVisitor(folder, { formatCode: false, syncPackageJson: false }));
  client = (await import(join(folder, 'src/generated/index.ts'))) as Readonly<Record<string, unknown>>;
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Calls what the client exports under `name`. */
function call(name: string, ...input: readonly unknown[]): object {
  const exported = client[name];
  const result: unknown = typeof exported === 'function' ? Reflect.apply(exported, undefined, input) : undefined;
  if (typeof result !== 'object' || result === null) throw new TypeError(`the client has no function ${name}`);
  return result;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function metaOf(account: unknown): AccountMeta {
  const role = memberOf(account, 'role');
  return {
    pubkey: new PublicKey(String(memberOf(account, 'address'))),
    isSigner: role === AccountRole.READONLY_SIGNER || role === AccountRole.WRITABLE_SIGNER,
    isWritable: role === AccountRole.WRITABLE || role === AccountRole.WRITABLE_SIGNER,
  };
}

/** The claim as the generated client builds it with the optional accounts given. */
function rebuilt({ keys, data }: TransactionInstruction, optional: { readonly signerSet?: PublicKey; readonly delegate?: PublicKey }) {
  const decoder = call('getSettleRoundInstructionDataDecoder');
  const decode = memberOf(decoder, 'decode');
  const claim: unknown = typeof decode === 'function' ? Reflect.apply(decode, decoder, [data]) : undefined;
  const addressOf = (key: PublicKey) => address(key.toBase58());
  const required = Object.fromEntries(NAMES.map((name, index) => [name, addressOf(keys[index]!.pubkey)]));
  const others = Object.fromEntries(Object.entries(optional).map(([name, key]) => [name, addressOf(key)]));
  const authority = createNoopSigner(addressOf(keys[0]!.pubkey));
  // The gateway's key pays the rent itself.
  const signers = { gatewayAuthority: authority, payer: authority };
  const input = { ...(typeof claim === 'object' ? claim : {}), ...required, ...others, ...signers };
  const instruction = call('getSettleRoundInstruction', input);
  const accounts = memberOf(instruction, 'accounts');
  const bytes = memberOf(instruction, 'data');
  if (!Array.isArray(accounts) || !(bytes instanceof Uint8Array)) throw new TypeError('the client makes no instruction');
  return new TransactionInstruction({ programId, keys: accounts.map(metaOf), data: Buffer.from(bytes) });
}

describe('a client that Codama makes of idl.json', () => {
  startingFrom(worldWithDelegate, (world) => {
    const signerSetRound = (changes: Partial<Round> = {}) => world().round({ ...SET, ...changes });
    const settle = (round: Round, optional: Parameters<typeof rebuilt>[1]) => {
      const keyForm = optional.signerSet === undefined ? {} : { keyForm: world().signerSet(SET) };
      return world().chain.send(rebuilt(world().settle(round, keyForm), optional), gatewayAuthority);
    };
    const withSignerSet = () => {
      world().chain.must(world().createSignerSet(SET), stranger);
      return world().signerSet(SET).signerSet;
    };

    it('reads a delegate without a signer set as the delegate', () => {
      const { keys, data } = world().settle(world().round({ delegate: delegate.publicKey }));
      const accounts = keys.map(({ pubkey }) => ({ address: pubkey.toBase58(), role: AccountRole.READONLY }));
      const parsed = call('parseSettleRoundInstruction', { programAddress: programId.toBase58(), accounts, data });
      const read = memberOf(parsed, 'accounts');
      expect(memberOf(memberOf(read, 'delegate'), 'address')).toBe(delegateAddress(delegate.publicKey).toBase58());
      expect(memberOf(read, 'signerSet')).toBeUndefined();
    });

    it('settles with neither signer set nor delegate', () => {
      expectAccepted(settle(world().round(), {}));
    });

    it('settles for a delegate without a signer set', () => {
      expectAccepted(settle(world().round({ delegate: delegate.publicKey }), { delegate: delegateAddress(delegate.publicKey) }));
      expect(world().delegate().roundsSettled).toBe(1n);
    });

    it('settles with a signer set without a delegate', () => {
      expectAccepted(settle(signerSetRound(), { signerSet: withSignerSet() }));
    });

    it('settles with both', () => {
      const round = signerSetRound({ delegate: delegate.publicKey });
      expectAccepted(settle(round, { signerSet: withSignerSet(), delegate: delegateAddress(delegate.publicKey) }));
      expect(world().delegate()).toMatchObject({ rounds: DELEGATE_ROUNDS, roundsSettled: 1n });
    });
  });
});
