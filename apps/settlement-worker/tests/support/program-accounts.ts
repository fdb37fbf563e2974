import { deriveDeploymentId, type Address } from '@oracle-gateway/protocol';

/** Bytes of an account by the offsets of its table (protocol, "Accounts of the program"). */
function account(discriminator: string, length: number, fields: Readonly<Record<number, Uint8Array | bigint>>): Uint8Array {
  const data = new Uint8Array(length);
  data.set(new TextEncoder().encode(discriminator));
  const view = new DataView(data.buffer);
  for (const [offset, field] of Object.entries(fields)) {
    if (typeof field === 'bigint') view.setBigUint64(Number(offset), field, true);
    else data.set(field, Number(offset));
  }
  return data;
}

export function configAccount(input: { programId: Address; network: string; settleWindowSeconds: bigint; mint?: Address }): Uint8Array {
  return account('SVC_CFG1', 280, {
    16: deriveDeploymentId(input),
    112: input.mint ?? new Uint8Array(32),
    144: 1n,
    152: input.settleWindowSeconds,
    160: input.settleWindowSeconds,
  });
}

export function gatewayAccount(input: { readonly authority: Address; readonly id?: Address; readonly rentTo?: Address }): Uint8Array {
  const { authority, id = authority, rentTo = authority } = input;
  return account('SVC_GWY1', 200, { 16: id, 48: authority, 144: rentTo, 176: 1n });
}

export function receiptAccount(message: Uint8Array): Uint8Array {
  return account('SVC_RCT1', 80, { 8: message });
}

export function agentRoundAccount(message: Uint8Array): Uint8Array {
  return account('SVC_AGR1', 80, { 8: message });
}

/** A token account, in the layout of the SPL token program (`state.rs`, `Account`). */
export function tokenAccountData(input: {
  readonly mint: Address;
  readonly owner: Address;
  readonly amountAtomic: bigint;
  readonly isFrozen?: boolean;
}): Uint8Array {
  const state = Uint8Array.of(input.isFrozen === true ? 2 : 1);
  return account('', 165, { 0: input.mint, 32: input.owner, 64: input.amountAtomic, 108: state });
}

export function subscriptionAccount(owner: Address, roundsLeft: bigint): Uint8Array {
  return account('SVC_SUB1', 168, { 16: owner, 120: roundsLeft });
}

export function delegateAccountData({ rounds, roundsSettled }: { rounds: bigint; roundsSettled: bigint }): Uint8Array {
  return account('SVC_DLG1', 136, { 80: rounds, 96: roundsSettled });
}

export function signerSetAccount(input: {
  readonly registryVersion: bigint;
  readonly signersBitmap: Uint8Array;
  readonly payer: Address;
  readonly aggregateKey: Uint8Array;
}): Uint8Array {
  return account('SVC_SST1', 152, { 16: input.registryVersion, 24: input.signersBitmap, 56: input.payer, 88: input.aggregateKey });
}

/** The Clock sysvar: slot, epoch start, epoch, leader schedule epoch, unix timestamp. */
export function clockSysvar(unixSeconds: number): Uint8Array {
  return account('', 40, { 32: BigInt(unixSeconds) });
}
