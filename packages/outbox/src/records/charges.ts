import { AddressError, formatAddress, fromHex, parseAddress, toHex, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { ConcludedRow } from './book-row.js';
import { SettlementPayloadError } from './errors.js';
import { ADDRESS_TEXT, AMOUNT_TEXT, hexText } from './payload-form.js';

/** Members of each kind of charge. A way to pay that the program settles adds its members here and its row to CHARGES. */
interface ChargeMembers {
  readonly subscription: {
    readonly subscriptionOwner: Address;
    /** Owner of the feed that the round belongs to: the subscription's owner or a delegate. */
    readonly feedOwner: Address;
  };
  readonly escrow: {
    readonly payer: Address;
    /** Exactly what the payer signed. */
    readonly amountAtomic: bigint;
    /** 64 bytes: the payer's Ed25519 signature of AgentRequestAuth, which the program checks again. */
    readonly requestSignature: Uint8Array;
  };
}

/** Kind of account that pays for a round on the ledger. */
export type ChargeKind = keyof ChargeMembers;

/** The charge of a round on the ledger. */
export type SettlementCharge<Kind extends ChargeKind = ChargeKind> = {
  readonly [K in Kind]: { readonly kind: K } & ChargeMembers[K];
}[Kind];

/** Reads a stored member. Throws SettlementPayloadError, which names it. */
interface StoredMembers {
  address(member: string): Address;
  /** A text of the form that the row gives its member. */
  text(member: string): string;
}

/** The key that is charged, the delegate that asked in its name, and the atomic units of the stablecoin that move. */
export type BookedCharge = Pick<ConcludedRow, 'owner' | 'delegate' | 'amount'>;

/** One kind of charge, for the gateway that takes the holds of its rounds and the worker that settles them. */
interface ChargeRow<Kind extends ChargeKind> {
  /** Forms of the stored members. Their names are part of every stored record and never change. */
  readonly forms: Readonly<Record<string, RegExp>>;
  readonly write: (charge: SettlementCharge<Kind>) => Readonly<Record<string, string>>;
  readonly read: (stored: StoredMembers) => SettlementCharge<Kind>;
  /** Its part of a row of the books. */
  readonly booked: (charge: SettlementCharge<Kind>) => BookedCharge;
  /** Kinds of the quota keys that such a round holds units of and whose readings the ledger has. */
  readonly quotas: Readonly<Record<string, string>>;
}

/** Each kind of charge: the members that its record stores, and the kinds of its quota keys. */
export const CHARGES = {
  subscription: {
    forms: { owner: ADDRESS_TEXT, consumer: ADDRESS_TEXT },
    write: ({ subscriptionOwner, feedOwner }) => ({ owner: formatAddress(subscriptionOwner), consumer: formatAddress(feedOwner) }),
    read: (stored) => ({ kind: 'subscription', subscriptionOwner: stored.address('owner'), feedOwner: stored.address('consumer') }),
    booked: ({ subscriptionOwner, feedOwner }) => ({
      owner: subscriptionOwner,
      delegate: equalBytes(feedOwner, subscriptionOwner) ? null : feedOwner,
      amount: 0n,
    }),
    quotas: { ofOwner: 'subscription', ofDelegate: 'delegate' },
  },
  escrow: {
    forms: { payer: ADDRESS_TEXT, amountAtomic: AMOUNT_TEXT, requestSignature: hexText(64) },
    write: ({ payer, amountAtomic, requestSignature }) => ({
      payer: formatAddress(payer),
      amountAtomic: amountAtomic.toString(),
      requestSignature: toHex(requestSignature),
    }),
    read: (stored): SettlementCharge<'escrow'> => ({
      kind: 'escrow',
      payer: stored.address('payer'),
      amountAtomic: BigInt(stored.text('amountAtomic')),
      requestSignature: fromHex(stored.text('requestSignature'), 64),
    }),
    booked: ({ payer, amountAtomic }) => ({ owner: payer, delegate: null, amount: amountAtomic }),
    quotas: { ofTokenAccount: 'escrow' },
  },
} as const satisfies { readonly [Kind in ChargeKind]: ChargeRow<Kind> };

/** The same rows, each by the type of its kind. */
const ROWS: { readonly [Kind in ChargeKind]: ChargeRow<Kind> } = CHARGES;

/** Kind of the quota key of a gateway's own account. Every round that the program settles holds the lamports of its settlement. */
export const FEE_BALANCE_QUOTA = 'fee-balance';

/** Part of a charge in a row of the books. */
export function bookedCharge<Kind extends ChargeKind>(charge: SettlementCharge<Kind>): BookedCharge {
  return ROWS[charge.kind].booked(charge);
}

/** The stored form of a charge. Throws SettlementPayloadError, which names the stored member. */
export function writeCharge<Kind extends ChargeKind>(charge: SettlementCharge<Kind>): Readonly<Record<string, string>> {
  const row = ROWS[charge.kind];
  const stored = row.write(charge);
  for (const member of Object.keys(row.forms)) requireForm(row.forms, member, stored[member]);
  return { kind: charge.kind, ...stored };
}

/** Reads exactly the members of the charge's kind, whatever else it carries. Throws SettlementPayloadError, which names the stored member. */
export function readCharge(plain: unknown): SettlementCharge {
  if (typeof plain !== 'object' || plain === null) throw new SettlementPayloadError('charge');
  const members = new Map<string, unknown>(Object.entries(plain));
  const kind = members.get('kind');
  if (!isKind(kind)) throw new SettlementPayloadError('charge.kind');
  const { forms, read } = ROWS[kind];
  const text = (member: string): string => requireForm(forms, member, members.get(member));
  return read({
    text,
    address(member) {
      try {
        return parseAddress(text(member));
      } catch (cause) {
        if (cause instanceof AddressError) throw new SettlementPayloadError(`charge.${member}`, { cause });
        throw cause;
      }
    },
  });
}

function requireForm(forms: ChargeRow<ChargeKind>['forms'], member: string, value: unknown): string {
  if (typeof value === 'string' && forms[member]?.test(value) === true) return value;
  throw new SettlementPayloadError(`charge.${member}`);
}

function isKind(kind: unknown): kind is ChargeKind {
  return typeof kind === 'string' && Object.hasOwn(CHARGES, kind);
}
