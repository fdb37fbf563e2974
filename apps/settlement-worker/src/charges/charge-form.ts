import type { StoredAccount, KeyForm, LedgerInstruction } from '@oracle-gateway/ledger';
import type { ChargeKind, QuotaKey, SettlementCharge } from '@oracle-gateway/outbox';
import type { Address, SourceId, UnixSeconds, Form } from '@oracle-gateway/protocol';
import type { RoundReceiptAccount } from '@oracle-gateway/protocol/accounts';

/** The gateway that settles rounds, and its deployment. */
export interface SettlingGateway {
  readonly programId: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  /** The key of the gateway, which signs. */
  readonly gatewayAuthority: Address;
  /** Config.mint: the token of the escrows. */
  readonly mint: Address;
}

/** Facts that every round proves to the program, however it is paid. */
export interface ProvenRound {
  /** The account whose address is the round id. */
  readonly receipt: Address;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  readonly signaturesRequired: number;
  readonly form: Form;
  readonly timestampSeconds: UnixSeconds;
  /** The stamp, unix milliseconds. */
  readonly observedAtMs: number;
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
  /** The instruction where this key pays, and signs beside the gateway's. */
  readonly instruction: (feePayer: Address) => LedgerInstruction;
  readonly computeUnits: number;
}

/** The account that a settled round leaves; it is closed when the round can no longer settle. */
export interface ReceiptForm {
  /** The first eight bytes of the account, in ASCII. */
  readonly discriminator: string;
  /** The account's size. */
  readonly bytes: number;
  /** Throws AccountDecodeError. */
  readonly decode: (data: Uint8Array) => RoundReceiptAccount;
}

/** Account that counts the units left to one kind of hold. */
export interface HoldReading {
  /** null: the hold is of another kind. */
  readonly addressOf: (hold: QuotaKey, programId: Address) => Address | null;
  /** Units left in an account that exists; another owner's account has 0. Throws AccountDecodeError. */
  readonly unitsLeft: (held: StoredAccount, programId: Address) => bigint;
}

/** One way to pay for rounds, as far as settlement is concerned. */
export interface ChargeForm<Kind extends ChargeKind> {
  /** null: the charge leads to another round account than the given one. */
  readonly settle: (charge: SettlementCharge<Kind>, round: ProvenRound, gateway: SettlingGateway) => ChargeSettlement | null;
  /** The owner of the token account that the charge is paid into; null where a settlement moves no tokens. */
  readonly paidTo: (gateway: Pick<SettlingGateway, 'programId'>) => Address | null;
  readonly receipt: ReceiptForm;
  /** Every kind of hold that such a round can have. */
  readonly holds: readonly HoldReading[];
}
