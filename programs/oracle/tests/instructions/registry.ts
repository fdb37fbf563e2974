import { Keypair, SystemProgram, type PublicKey, type TransactionInstruction } from '@solana/web3.js';

import { u8 } from '../bytes.js';
import type { Signature } from '../signer.js';
import type { AdministrationInput } from './administration.js';
import { instruction, payer, readonly, writable } from './instruction.js';
import { SET, type SampleSource } from './sample-source.js';

export interface RegisterNodeInput extends AdministrationInput {
  readonly node: PublicKey;
  /** The current version; the system program before the first. */
  readonly registry: PublicKey;
  readonly index: number;
  readonly publicKey: Uint8Array;
  readonly encryptionKey: Uint8Array;
  readonly operator: Uint8Array;
  readonly proof: Signature;
  readonly endpoint: Uint8Array;
}

export function registerNode(input: RegisterNodeInput): TransactionInstruction {
  const data = [
    u8(input.index),
    input.publicKey,
    input.encryptionKey,
    input.operator,
    input.proof.s,
    input.proof.commitment,
    u8(input.endpoint.length),
    input.endpoint,
  ];
  return instruction(input.programId, 5, data, [
    payer(input.authority),
    readonly(input.config),
    writable(input.node),
    readonly(input.registry),
    readonly(SystemProgram.programId),
  ]);
}

export type SlotChange =
  | { readonly op: 'set'; readonly index: number; readonly node: PublicKey }
  | { readonly op: 'remove'; readonly index: number };

export interface ChangeRegistryInput extends AdministrationInput {
  readonly current: PublicKey;
  readonly next: PublicKey;
  readonly redundancyBuffer: number;
  readonly emergency: boolean;
  readonly changes: readonly SlotChange[];
  readonly pendingChange?: PublicKey | undefined;
}

export function changeRegistry(input: ChangeRegistryInput): TransactionInstruction {
  const data = [
    u8(input.redundancyBuffer),
    u8(input.emergency ? 1 : 0),
    u8(input.changes.length),
    ...input.changes.map((change) => Uint8Array.of(change.op === 'set' ? 0 : 1, change.index)),
  ];
  const nodes = input.changes.flatMap((change) => (change.op === 'set' ? [readonly(change.node)] : []));
  return instruction(input.programId, 6, data, [
    payer(input.authority),
    writable(input.config),
    writable(input.current),
    writable(input.next),
    readonly(SystemProgram.programId),
    ...(input.pendingChange === undefined ? [] : [writable(input.pendingChange)]),
    ...nodes,
  ]);
}

export interface CreateSignerSetInput {
  readonly programId: PublicKey;
  readonly payer: PublicKey;
  readonly registry: PublicKey;
  readonly signerSet: PublicKey;
  readonly aggregateKey: Uint8Array;
  readonly bitmap: Uint8Array;
}

export function createSignerSet(input: CreateSignerSetInput): TransactionInstruction {
  return instruction(
    input.programId,
    27,
    [input.aggregateKey, input.bitmap],
    [payer(input.payer), readonly(input.registry), writable(input.signerSet), readonly(SystemProgram.programId)],
  );
}

export interface CloseRegistryInput {
  readonly programId: PublicKey;
  readonly config: PublicKey;
  readonly registry: PublicKey;
  readonly recipient: PublicKey;
}

export function closeRegistry(input: CloseRegistryInput): TransactionInstruction {
  const { programId, config, registry, recipient } = input;
  return instruction(programId, 29, [], [readonly(config), writable(registry), writable(recipient)]);
}

export interface CloseSignerSetInput {
  readonly programId: PublicKey;
  readonly registry: PublicKey;
  readonly signerSet: PublicKey;
  readonly recipient: PublicKey;
}

export function closeSignerSet(input: CloseSignerSetInput): TransactionInstruction {
  const { programId, registry, signerSet, recipient } = input;
  return instruction(programId, 30, [], [readonly(registry), writable(signerSet), writable(recipient)]);
}

export function registrySamples({ world }: SampleSource): readonly TransactionInstruction[] {
  return [
    world.registerNode(0),
    world.changeRegistry({ version: 1n, changes: [world.set(0)] }),
    world.createSignerSet(SET),
    world.closeRegistry(1n, Keypair.generate().publicKey),
    world.closeSignerSet(SET),
  ];
}
