import { SettlementPayloadError } from './errors.js';
import { hexText, parseMembers } from './payload-form.js';
import { readCharge, writeCharge, type SettlementCharge } from './charges.js';

/**
 * Everything that settling a round needs: bytes in lower-case `0x` hex, `registryVersion` in decimal. It never holds an ApiConfig, a sealed bundle
 * or a token.
 */
export interface SettlementPayload {
  readonly charge: SettlementCharge;
  /** 32 bytes. */
  readonly sourceId: string;
  /** 32 bytes. */
  readonly value: string;
  /** 32 bytes: `m` of the attestation (protocol §4). */
  readonly message: string;
  readonly signaturesRequired: number;
  /** The round's own time, unix seconds: a seed of its receipt. */
  readonly timestampSeconds: number;
  readonly registryVersion: string;
  /** Slots of that registry version: it decides the width of the bitmap in the instruction. */
  readonly registryCount: number;
  /** 32 bytes. */
  readonly s: string;
  /** 20 bytes. */
  readonly commitment: string;
  /** 64 bytes. */
  readonly aggregateKey: string;
  /** 32 bytes. */
  readonly signersBitmap: string;
}

const TEXT_FIELDS = {
  sourceId: hexText(32),
  value: hexText(32),
  message: hexText(32),
  registryVersion: /^(0|[1-9][0-9]{0,19})$/,
  s: hexText(32),
  commitment: hexText(20),
  aggregateKey: hexText(64),
  signersBitmap: hexText(32),
} as const;

const INTEGER_FIELDS = { signaturesRequired: 255, timestampSeconds: Number.MAX_SAFE_INTEGER, registryCount: 255 } as const;

/** Version of the payload's stored form, its member `version`. A payload of another one is not read. */
const PAYLOAD_VERSION = 1;

type TextField = keyof typeof TEXT_FIELDS;
type IntegerField = keyof typeof INTEGER_FIELDS;

/** Reads back what `encodeSettlementPayload` wrote. Throws SettlementPayloadError. */
export function decodeSettlementPayload(json: string): SettlementPayload {
  const members = readMembers(json);
  if (members.get('version') !== PAYLOAD_VERSION) throw new SettlementPayloadError('version');
  return { charge: readCharge(members.get('charge')), ...readProof(members) };
}

/** The stored form: exactly the payload's own members, whatever else the object given carries. Throws SettlementPayloadError. */
export function encodeSettlementPayload(payload: SettlementPayload): string {
  const { charge, ...proof } = payload;
  return JSON.stringify({ version: PAYLOAD_VERSION, charge: writeCharge(charge), ...readProof(new Map(Object.entries(proof))) });
}

function readMembers(json: string): ReadonlyMap<string, unknown> {
  try {
    return parseMembers(json);
  } catch (cause) {
    throw new SettlementPayloadError('(whole)', { cause });
  }
}

function readProof(members: ReadonlyMap<string, unknown>): Omit<SettlementPayload, 'charge'> {
  const text = (field: TextField): string => {
    const value = members.get(field);
    if (typeof value === 'string' && TEXT_FIELDS[field].test(value)) return value;
    throw new SettlementPayloadError(field);
  };
  const integer = (field: IntegerField): number => {
    const value = members.get(field);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= INTEGER_FIELDS[field]) return value;
    throw new SettlementPayloadError(field);
  };
  return {
    sourceId: text('sourceId'),
    value: text('value'),
    message: text('message'),
    signaturesRequired: integer('signaturesRequired'),
    timestampSeconds: integer('timestampSeconds'),
    registryVersion: text('registryVersion'),
    registryCount: integer('registryCount'),
    s: text('s'),
    commitment: text('commitment'),
    aggregateKey: text('aggregateKey'),
    signersBitmap: text('signersBitmap'),
  };
}
