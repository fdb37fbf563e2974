import type { KeyForm, LedgerInstruction } from '@oracle-gateway/ledger';
import type { ChargeKind, SettlementCharge } from '@oracle-gateway/outbox';
import type { Address, SourceId, UnixSeconds } from '@oracle-gateway/protocol';

/** What settles rounds, and where. */
export interface SettlingGateway {
  readonly programId: Address;
  readonly gatewayAuthority: Address;
  /** Config.mint: what escrows hold. */
  readonly mint: Address;
}

/** What every round proves to the program, whatever pays for it. */
export interface ProvenRound {
  /** The account that its id names. */
  readonly receipt: Address;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
  readonly registryVersion: bigint;
  readonly registryCount: number;
  /** 32 bytes. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
  readonly keyForm: KeyForm;
  /** 32 bytes. */
  readonly signersBitmap: Uint8Array;
}

export interface ChargeSettlement {
  readonly instruction: LedgerInstruction;
  readonly computeUnits: number;
}

/** How rounds that are paid in one way are settled. */
export interface ChargeForm<Kind extends ChargeKind> {
  /** null: the charge leads to another round account than the one given. */
  readonly settle: (charge: SettlementCharge<Kind>, round: ProvenRound, gateway: SettlingGateway) => ChargeSettlement | null;
  /** The owner of the token account that the charge is paid into; null where a settlement moves no tokens. */
  readonly paidTo: (gateway: Pick<SettlingGateway, 'programId'>) => Address | null;
  /** The 32 byte message that the account of a settled round holds. Throws AccountDecodeError. */
  readonly messageOf: (data: Uint8Array) => Uint8Array;
}
