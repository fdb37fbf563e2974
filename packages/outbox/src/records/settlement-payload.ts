import { fromHex, toHex, type SourceId, type Form, isForm } from '@oracle-gateway/protocol';
import { readCharge, writeCharge, type SettlementCharge } from './charges.js';
import { SettlementPayloadError } from './errors.js';
import { hexText, parseMembers } from './payload-form.js';

/** Everything that settling a round needs. It never holds an ApiConfig, a sealed bundle or a token. */
export interface SettlementPayload {
  readonly charge: SettlementCharge;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  /** 32 bytes: `m` of the attestation (docs/protocol.md#message-m). */
  readonly message: Uint8Array;
  readonly signaturesRequired: number;
  /** The round's own time, unix seconds: a seed of its receipt. */
  readonly timestampSeconds: number;
  /** Form of what was signed: a source, an index, or a list. */
  readonly form: Form;
  /** The stamp, unix milliseconds. */
  readonly observedAtMs: number;
  readonly registryVersion: bigint;
  /** Slots of that registry version: it decides the width of the bitmap in the instruction. */
  readonly registryCount: number;
  /** 32 bytes. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
  /** 64 bytes. */
  readonly aggregateKey: Uint8Array;
  /** 32 bytes. */
  readonly signersBitmap: Uint8Array;
}

/** The signers of a round, and its form. */
export type SignedBy = Pick<SettlementPayload, 'form' | 'registryVersion' | 'signersBitmap'>;

const BYTES_20 = { width: 20, text: hexText(20) } as const;
const BYTES_32 = { width: 32, text: hexText(32) } as const;
const BYTES_64 = { width: 64, text: hexText(64) } as const;
const BYTE_FIELDS = {
  sourceId: BYTES_32,
  value: BYTES_32,
  message: BYTES_32,
  s: BYTES_32,
  commitment: BYTES_20,
  aggregateKey: BYTES_64,
  signersBitmap: BYTES_32,
} as const;
const INTEGER_FIELDS = {
  signaturesRequired: 255,
  timestampSeconds: Number.MAX_SAFE_INTEGER,
  form: 255,
  observedAtMs: Number.MAX_SAFE_INTEGER,
  registryCount: 255,
} as const;
const VERSION_TEXT = /^(0|[1-9][0-9]{0,19})$/;

/** Version of the payload's stored form, its member `version`. A payload of another one is not read. */
const PAYLOAD_VERSION = 1;

type ByteField = keyof typeof BYTE_FIELDS;
type IntegerField = keyof typeof INTEGER_FIELDS;

/** Reads back what `encodeSettlementPayload` wrote. Throws SettlementPayloadError. */
export function decodeSettlementPayload(json: string): SettlementPayload {
  const members = readMembers(json);
  if (members.get('version') !== PAYLOAD_VERSION) throw new SettlementPayloadError('version');
  const bytes = (field: ByteField): Uint8Array => fromHex(requireText(field, members.get(field), BYTE_FIELDS[field].text));
  const integer = (field: IntegerField): number => requireInteger(field, members.get(field));
  return {
    charge: readCharge(members.get('charge')),
    // The one place where bytes read from a record become a source id.
    sourceId: bytes('sourceId') as SourceId,
    value: bytes('value'),
    message: bytes('message'),
    signaturesRequired: integer('signaturesRequired'),
    timestampSeconds: integer('timestampSeconds'),
    form: requireForm(integer('form')),
    observedAtMs: integer('observedAtMs'),
    registryVersion: BigInt(requireText('registryVersion', members.get('registryVersion'), VERSION_TEXT)),
    registryCount: integer('registryCount'),
    s: bytes('s'),
    commitment: bytes('commitment'),
    aggregateKey: bytes('aggregateKey'),
    signersBitmap: bytes('signersBitmap'),
  };
}

/**
 * The stored form: exactly the payload's own members, whatever else the object given carries. Bytes are lower-case `0x` hex, the registry
 * version is decimal. Names and order are part of every stored record and never change. Throws SettlementPayloadError.
 */
export function encodeSettlementPayload(payload: SettlementPayload): string {
  const hex = (field: ByteField): string => toHex(requireBytes(field, payload[field]));
  const integer = (field: IntegerField): number => requireInteger(field, payload[field]);
  return JSON.stringify({
    version: PAYLOAD_VERSION,
    charge: writeCharge(payload.charge),
    sourceId: hex('sourceId'),
    value: hex('value'),
    message: hex('message'),
    signaturesRequired: integer('signaturesRequired'),
    timestampSeconds: integer('timestampSeconds'),
    form: requireForm(payload.form),
    observedAtMs: integer('observedAtMs'),
    registryVersion: requireText('registryVersion', payload.registryVersion.toString(), VERSION_TEXT),
    registryCount: integer('registryCount'),
    s: hex('s'),
    commitment: hex('commitment'),
    aggregateKey: hex('aggregateKey'),
    signersBitmap: hex('signersBitmap'),
  });
}

function readMembers(json: string): ReadonlyMap<string, unknown> {
  try {
    return parseMembers(json);
  } catch (cause) {
    throw new SettlementPayloadError('(whole)', { cause });
  }
}

function requireText(field: ByteField | 'registryVersion', value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new SettlementPayloadError(field);
}

function requireBytes(field: ByteField, value: Uint8Array): Uint8Array {
  if (value.length === BYTE_FIELDS[field].width) return value;
  throw new SettlementPayloadError(field);
}

function requireForm(value: number): Form {
  if (isForm(value)) return value;
  throw new SettlementPayloadError('form');
}

function requireInteger(field: IntegerField, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= INTEGER_FIELDS[field]) return value;
  throw new SettlementPayloadError(field);
}
