import { Keypair, SystemProgram, type AccountMeta, type PublicKey, type TransactionInstruction } from '@solana/web3.js';

import { u64, u8 } from '../bytes.js';
import type { Signature } from '../signer.js';
import { TOKEN_PROGRAM } from '../token.js';
import { instruction, payer, readonly, signer, writable } from './instruction.js';
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

/** The claim of a settlement. */
export interface ClaimedRound {
  readonly apiConfigHash: Uint8Array;
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly form: number;
  readonly timestampSeconds: bigint;
  readonly observedAtMs: bigint;
}

function claimedBytes(round: ClaimedRound): Uint8Array[] {
  const { apiConfigHash, value, signaturesRequired, form, timestampSeconds, observedAtMs } = round;
  return [apiConfigHash, value, u8(signaturesRequired), u8(form), u64(timestampSeconds), u64(observedAtMs)];
}

export interface SettleRoundInput extends ProofInput, ClaimedRound {
  readonly programId: PublicKey;
  readonly gatewayAuthority: PublicKey;
  /** Pays the rent. */
  readonly rentPayer: PublicKey;
  readonly config: PublicKey;
  readonly gateway: PublicKey;
  readonly subscription: PublicKey;
  readonly registry: PublicKey;
  readonly receipt: PublicKey;
  /** The Delegate account of a feed owner other than the subscription owner. */
  readonly delegate?: PublicKey | undefined;
}

export function settleRound(input: SettleRoundInput): TransactionInstruction {
  return instruction(
    input.programId,
    14,
    [...claimedBytes(input), ...proofBytes(input)],
    [
      signer(input.gatewayAuthority),
      payer(input.rentPayer),
      readonly(input.config),
      readonly(input.gateway),
      writable(input.subscription),
      readonly(input.registry),
      writable(input.receipt),
      readonly(SystemProgram.programId),
      signerSetAccounts(input.keyForm)[0] ?? readonly(input.programId),
      input.delegate === undefined ? readonly(input.programId) : writable(input.delegate),
    ],
  );
}

export interface SettleAgentRoundInput extends ProofInput, ClaimedRound {
  readonly programId: PublicKey;
  readonly gatewayAuthority: PublicKey;
  /** Pays the rent. */
  readonly rentPayer: PublicKey;
  readonly config: PublicKey;
  readonly gateway: PublicKey;
  readonly payer: PublicKey;
  readonly escrow: PublicKey;
  readonly tokens: PublicKey;
  readonly treasury: PublicKey;
  readonly registry: PublicKey;
  readonly round: PublicKey;
  readonly amount: bigint;
  readonly requestSignature: Uint8Array;
}

export function settleAgentRound(input: SettleAgentRoundInput): TransactionInstruction {
  const data = [...claimedBytes(input), u64(input.amount), input.requestSignature, ...proofBytes(input)];
  return instruction(input.programId, 21, data, [
    signer(input.gatewayAuthority),
    payer(input.rentPayer),
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
  readonly form: number;
  readonly timestampMs: bigint;
  readonly observedAtMs: bigint;
}

export function submit(input: SubmitInput): TransactionInstruction {
  const data = [
    input.feedOwner,
    input.sourceId,
    input.value,
    u8(input.signaturesRequired),
    u8(input.form),
    u64(input.timestampMs),
    u64(input.observedAtMs),
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

export interface ShowSourceInput {
  readonly programId: PublicKey;
  readonly payer: PublicKey;
  readonly feed: PublicKey;
  readonly feedOwner: Uint8Array;
  readonly signaturesRequired: number;
  /** Canonical ApiConfig, or the preimage of an index. */
  readonly text: Uint8Array;
}

export function showSource(input: ShowSourceInput): TransactionInstruction {
  const data = [input.feedOwner, u8(input.signaturesRequired), input.text];
  return instruction(input.programId, 36, data, [payer(input.payer), writable(input.feed), readonly(SystemProgram.programId)]);
}

/** A group of a list: its entries as bytes, or their hash. */
export type Group = { readonly shown: Uint8Array } | { readonly hash: Uint8Array };

export interface SubmitManyInput extends ProofInput {
  readonly programId: PublicKey;
  readonly payer: PublicKey;
  readonly config: PublicKey;
  readonly registry: PublicKey;
  readonly feedOwner: Uint8Array;
  readonly sourceId: Uint8Array;
  readonly signaturesRequired: number;
  readonly timestampMs: bigint;
  readonly observedAtMs: bigint;
  readonly sources: number;
  readonly groups: readonly Group[];
  /** The feed of each entry that is shown and present; the program's own id for one that is left out. */
  readonly feeds: readonly PublicKey[];
}

export function submitMany(input: SubmitManyInput): TransactionInstruction {
  const shown = input.groups.reduce((bits, group, place) => ('shown' in group ? bits | (1 << place) : bits), 0);
  const data = [
    input.feedOwner,
    input.sourceId,
    u8(input.signaturesRequired),
    u64(input.timestampMs),
    u64(input.observedAtMs),
    u8(input.sources),
    u8(shown),
    ...input.groups.map((group) => ('shown' in group ? group.shown : group.hash)),
    ...proofBytes(input),
  ];
  return instruction(input.programId, 37, data, [
    payer(input.payer),
    readonly(input.config),
    readonly(input.registry),
    readonly(SystemProgram.programId),
    ...signerSetAccounts(input.keyForm),
    ...input.feeds.map((feed) => (feed.equals(input.programId) ? readonly(feed) : writable(feed))),
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
    world.showSource(round, new Uint8Array(3)),
    world.submitMany(world.list(), { keyForm }),
    world.closeRound(round),
  ];
}
