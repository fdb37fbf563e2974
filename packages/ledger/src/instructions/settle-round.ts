import { roundAddress, unixSeconds, type Address, type SourceId } from '@oracle-gateway/protocol';

import { payer, readonly, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM } from '../program-ids.js';
import { rememberedAddresses } from '../remembered-addresses.js';

export interface SettleRoundInput {
  readonly programId: Address;
  readonly gatewayAuthority: Address;
  readonly subscriptionOwner: Address;
  readonly consumerAuthority: Address;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  /** Unix seconds. */
  readonly timestampSeconds: number;
  readonly registryVersion: bigint;
  /** Number of slots of that registry version, empty ones included. */
  readonly registryCount: number;
  /** 32 bytes BE. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
  /** 64 bytes, x ‖ y of the affine sum of the signers' keys: a hint that the program checks. */
  readonly aggregateKey: Uint8Array;
  /** 32 bytes BE (interface §2.5). */
  readonly signersBitmap: Uint8Array;
  /** The round's receipt address where the caller knows it (the round id names it); otherwise it is searched for. */
  readonly receipt?: Address;
}

/** The last ⌈count/8⌉ bytes of the wire's bitmap; a signer beyond the registry would be cut off, so it is refused. */
function shortBitmap(signersBitmap: Uint8Array, registryCount: number): Uint8Array {
  if (signersBitmap.length !== 32) throw new RangeError('signersBitmap: must be 32 bytes');
  if (!Number.isInteger(registryCount) || registryCount < 1 || registryCount > 64)
    throw new RangeError('registryCount: must be an integer 1..64');
  const start = 32 - Math.ceil(registryCount / 8);
  if (signersBitmap.subarray(0, start).some((byte) => byte !== 0)) throw new RangeError('signersBitmap: names a node outside the registry');
  return signersBitmap.slice(start);
}

/** Tag 14: proves a round to the program, which writes the receipt and takes one round off the subscription. */
export function settleRound(input: SettleRoundInput): LedgerInstruction {
  const { programId } = input;
  const bitmap = shortBitmap(input.signersBitmap, input.registryCount);
  const timestampSeconds = unixSeconds(input.timestampSeconds);
  const { consumerAuthority, sourceId, signaturesRequired } = input;
  const receipt = input.receipt ?? roundAddress({ programId, consumerAuthority, sourceId, signaturesRequired, timestampSeconds });
  return {
    programId,
    accounts: [
      payer(input.gatewayAuthority),
      readonly(rememberedAddresses.config(programId)),
      readonly(rememberedAddresses.gateway(programId, input.gatewayAuthority)),
      writable(rememberedAddresses.subscription(programId, input.subscriptionOwner)),
      readonly(rememberedAddresses.registry(programId, input.registryVersion)),
      writable(receipt),
      readonly(SYSTEM_PROGRAM),
    ],
    data: new InstructionData(14)
      .bytes('sourceId', input.sourceId, 32)
      .bytes('value', input.value, 32)
      .u8('signaturesRequired', input.signaturesRequired)
      .u64('timestampSeconds', BigInt(timestampSeconds))
      .bytes('s', input.s, 32)
      .bytes('commitment', input.commitment, 20)
      .bytes('aggregateKey', input.aggregateKey, 64)
      .bytes('signersBitmap', bitmap, bitmap.length)
      .finish(),
  };
}
