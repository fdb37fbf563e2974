import { type Address, AddressError, formatAddress, parseAddress } from '../address.js';
import { JsonError } from '../json.js';
import { readRequestJson } from '../request-json.js';
import { type UnixSeconds, unixSeconds } from '../units.js';
import { MAX_PLAINTEXT_BYTES } from './enc-key-bundle.js';
import { SealedSecretsError } from './sealed-secrets-error.js';

/** Plaintext of an envelope. */
export interface SourceSecrets {
  /** Values by the name in their placeholder `{{secret.<name>}}`. */
  readonly values: ReadonlyMap<string, string>;
  /** Nodes refuse them later, and never accept a time more than {@link MAX_SECRET_LIFE_SECONDS} ahead. */
  readonly notAfter: UnixSeconds;
  /** The only requester that the secrets serve; null: any sender of the bundle. */
  readonly owner: Address | null;
}

/** Longest life of sealed secrets: 30 days. */
export const MAX_SECRET_LIFE_SECONDS = 30 * 86_400;

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_DEPTH = 2;
const encoder = new TextEncoder();

/** The plaintext of a bundle: UTF-8 JSON. @throws RangeError when it is larger than a bundle may hold. */
export function encodeSecrets({ values, notAfter, owner }: SourceSecrets): Uint8Array {
  const members = { secrets: Object.fromEntries(values), notAfter, ...(owner === null ? {} : { owner: formatAddress(owner) }) };
  const plaintext = encoder.encode(JSON.stringify(members));
  if (plaintext.length > MAX_PLAINTEXT_BYTES) throw new RangeError(`secrets: must have at most ${MAX_PLAINTEXT_BYTES} bytes as JSON`);
  return plaintext;
}

/** @throws SealedSecretsError `malformed` */
export function decodeSecrets(plaintext: Uint8Array): SourceSecrets {
  const members = objectOf(parse(plaintext), 'the plaintext');
  for (const name of Object.keys(members)) {
    if (!['secrets', 'notAfter', 'owner'].includes(name)) throw malformed('the plaintext has an unknown member');
  }
  const { notAfter } = members;
  if (typeof notAfter !== 'number' || notAfter < 0) throw malformed('notAfter must be unix seconds');
  return {
    values: new Map(Object.entries(objectOf(members['secrets'], 'secrets')).map(readSecret)),
    notAfter: unixSeconds(notAfter),
    owner: members['owner'] === undefined ? null : readOwner(members['owner']),
  };
}

function parse(plaintext: Uint8Array): unknown {
  try {
    return readRequestJson(plaintext, { maxBytes: MAX_PLAINTEXT_BYTES, maxDepth: MAX_DEPTH });
  } catch (error) {
    if (error instanceof JsonError) throw malformed('the plaintext must be one JSON object without a member twice');
    throw error;
  }
}

function objectOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(`${what} must be an object`);
  return Object.fromEntries(Object.entries(value));
}

function readSecret([name, value]: [string, unknown]): [string, string] {
  if (!NAME.test(name)) throw malformed('the name of a secret must be 1 to 64 of A-Z, a-z, 0-9, _ and -');
  if (typeof value !== 'string') throw malformed('a secret must be a text');
  return [name, value];
}

function readOwner(value: unknown): Address {
  try {
    if (typeof value === 'string') return parseAddress(value);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
  }
  throw malformed('owner must be an address');
}

function malformed(rule: string): SealedSecretsError {
  return new SealedSecretsError('malformed', rule);
}
