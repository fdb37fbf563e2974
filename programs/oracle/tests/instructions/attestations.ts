import { Keypair, SystemProgram, type AccountMeta, type PublicKey, type TransactionInstruction } from '@solana/web3.js';

import { u16, u64, u8 } from '../bytes.js';
import type { Signature } from '../signer.js';
import { TOKEN_PROGRAM } from '../token.js';
import { instruction, payer, readonly, writable } from './instruction.js';
import { SET, type SampleSource } from './sample-source.js';

/** Form in which the program gets the sum of the signers' keys. */
export type KeyForm =
  | { readonly form: 'sum'; readonly aggregateKey: Uint8Array }
  | { readonly form: 'slopes'; readonly slopes: readonly Uint8Array[] }
  | { readonly form: 'signer set'; readonly signerSet: PublicKey };

function keyFormBytes(key: KeyForm): Uint8Array[] {
  switch (key.form) {
    case 'sum':
      return [u8(0), key.aggregateKey];
    case 'slopes':
      return [u8(1), ...key.slopes];
    case 'signer set':
      return [u8(2)];
  }
}

export interface ProofInput {
  readonly signature: Signature;
  readonly keyForm: KeyForm;
  readonly bitmap: Uint8Array;
}

/** The end of the data of every instruction that brings an attestation. */
export function proofBytes({ signature, keyForm, bitmap }: ProofInput): Uint8Array[] {
  return [signature.s, signature.commitment, ...keyFormBytes(keyForm), bitmap];
}

/** The first of the accounts after the fixed ones, if the key form needs it. */
export function signerSetAccounts(key: KeyForm): AccountMeta[] {
  return key.form === 'signer set' ? [readonly(key.signerSet)] : [];
}

export interface SettleRoundInput extends ProofInput {
  readonly programId: PublicKey;
  readonly gatewayAuthority: PublicKey;
  readonly config: PublicKey;
  readonly gateway: PublicKey;
  readonly subscription: PublicKey;
  readonly registry: PublicKey;
  readonly receipt: PublicKey;
  readonly apiConfigHash: Uint8Array;
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly timestampSeconds: bigint;
  /** The Delegate account of a feed owner other than the subscription owner. */
  readonly delegate?: PublicKey | undefined;
}

export function settleRound(input: SettleRoundInput): TransactionInstruction {
  const data = [input.apiConfigHash, input.value, u8(input.signaturesRequired), u64(input.timestampSeconds), ...proofBytes(input)];
  return instruction(input.programId, 14, data, [
    payer(input.gatewayAuthority),
    readonly(input.config),
    readonly(input.gateway),
    writable(input.subscription),
    readonly(input.registry),
    writable(input.receipt),
    readonly(SystemProgram.programId),
    signerSetAccounts(input.keyForm)[0] ?? readonly(input.programId),
    input.delegate === undefined ? readonly(input.programId) : writable(input.delegate),
  ]);
}

export interface SettleAgentRoundInput extends ProofInput {
  readonly programId: PublicKey;
  readonly gatewayAuthority: PublicKey;
  readonly config: PublicKey;
  readonly gateway: PublicKey;
  readonly payer: PublicKey;
  readonly escrow: PublicKey;
  readonly tokens: PublicKey;
  readonly treasury: PublicKey;
  readonly registry: PublicKey;
  readonly round: PublicKey;
  readonly apiConfigHash: Uint8Array;
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly timestampSeconds: bigint;
  readonly amount: bigint;
  readonly requestSignature: Uint8Array;
}

export function settleAgentRound(input: SettleAgentRoundInput): TransactionInstruction {
  const data = [
    input.apiConfigHash,
    input.value,
    u8(input.signaturesRequired),
    u64(input.timestampSeconds),
    u64(input.amount),
    input.requestSignature,
    ...proofBytes(input),
  ];
  return instruction(input.programId, 21, data, [
    payer(input.gatewayAuthority),
    readonly(input.config),
    readonly(input.gateway),
    readonly(input.payer),
    writable(input.escrow),
    writable(input.tokens),
    writable(input.treasury),
    readonly(input.registry),
    writable(input.round),
    readonly(TOKEN_PROGRAM),
    readonly(SystemProgram.programId),
    ...signerSetAccounts(input.keyForm),
  ]);
}

export interface SubmitInput extends ProofInput {
  readonly programId: PublicKey;
  readonly payer: PublicKey;
  readonly config: PublicKey;
  readonly registry: PublicKey;
  readonly feed: PublicKey;
  readonly feedOwner: Uint8Array;
  readonly sourceId: Uint8Array;
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly timestampMs: bigint;
  /** Canonical ApiConfig; empty where it is not shown. */
  readonly text: Uint8Array;
}

export function submit(input: SubmitInput): TransactionInstruction {
  const data = [
    input.feedOwner,
    input.sourceId,
    input.value,
    u8(input.signaturesRequired),
    u64(input.timestampMs),
    u16(input.text.length),
    input.text,
    ...proofBytes(input),
  ];
  return instruction(input.programId, 26, data, [
    payer(input.payer),
    readonly(input.config),
    readonly(input.registry),
    writable(input.feed),
    readonly(SystemProgram.programId),
    ...signerSetAccounts(input.keyForm),
  ]);
}

export interface CloseRoundInput {
  readonly programId: PublicKey;
  readonly config: PublicKey;
  readonly gateway: PublicKey;
  readonly round: PublicKey;
  readonly recipient: PublicKey;
}

export function closeRound(input: CloseRoundInput): TransactionInstruction {
  const { programId, config, gateway, round, recipient } = input;
  return instruction(programId, 28, [], [readonly(config), readonly(gateway), writable(round), writable(recipient)]);
}

export function attestationSamples({ world, settleAgentRound: agentRound }: SampleSource): readonly TransactionInstruction[] {
  const round = world.round();
  const keyForm = world.signerSet(SET);
  return [
    world.settle({ ...round, delegate: Keypair.generate().publicKey }, { keyForm }),
    agentRound,
    world.submit(round, { keyForm }),
    world.closeRound(round),
  ];
}
