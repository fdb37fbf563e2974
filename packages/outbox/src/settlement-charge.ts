import { SettlementPayloadError } from './errors.js';
import { ADDRESS_TEXT, AMOUNT_TEXT, hexText } from './payload-form.js';

/** What each way to pay is known by. A new one adds its members here, its reader below and its form in the worker. */
interface ChargeMembers {
  readonly subscription: {
    readonly owner: string;
    /** Whose feed the round is of: the owner or a delegate. */
    readonly consumer: string;
  };
  readonly escrow: {
    readonly payer: string;
    /** Exactly what the payer signed, in decimal. */
    readonly amountAtomic: string;
    /** 64 bytes: the payer's Ed25519 signature of AgentRequestAuth, which the program checks again. */
    readonly requestSignature: string;
  };
}

export type ChargeKind = keyof ChargeMembers;

/** What pays for a round on the ledger. */
export type SettlementCharge<Kind extends ChargeKind = ChargeKind> = {
  readonly [K in Kind]: { readonly kind: K } & ChargeMembers[K];
}[Kind];

/** Reads a text member of the form given. Throws SettlementPayloadError. */
type ReadText = (field: string, form: RegExp) => string;

const READERS: { readonly [Kind in ChargeKind]: (text: ReadText) => SettlementCharge<Kind> } = {
  subscription: (text) => ({ kind: 'subscription', owner: text('owner', ADDRESS_TEXT), consumer: text('consumer', ADDRESS_TEXT) }),
  escrow: (text) => ({
    kind: 'escrow',
    payer: text('payer', ADDRESS_TEXT),
    amountAtomic: text('amountAtomic', AMOUNT_TEXT),
    requestSignature: text('requestSignature', hexText(64)),
  }),
};

/** Exactly the members of the charge's kind, whatever else it carries. Throws SettlementPayloadError. */
export function readCharge(plain: unknown): SettlementCharge {
  if (typeof plain !== 'object' || plain === null) throw new SettlementPayloadError('charge');
  const members = new Map<string, unknown>(Object.entries(plain));
  const kind = members.get('kind');
  if (!isKind(kind)) throw new SettlementPayloadError('charge.kind');
  return READERS[kind]((field, form) => {
    const value = members.get(field);
    if (typeof value === 'string' && form.test(value)) return value;
    throw new SettlementPayloadError(`charge.${field}`);
  });
}

function isKind(kind: unknown): kind is ChargeKind {
  return typeof kind === 'string' && Object.hasOwn(READERS, kind);
}
