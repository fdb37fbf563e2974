import { fromHex } from '@oracle-gateway/protocol';

/**
 * A flat result (docs/api.md#post-v1roundexecute) in bytes.
 *
 * @typedef {object} FlatResult
 * @property {Uint8Array} feedId 32 bytes
 * @property {string} value decimal text, as shown to people
 * @property {Uint8Array} valuePacked 32 bytes
 * @property {number} timestampSeconds time of the request
 * @property {number} observedAtMs the stamp: no node asked the source before it
 * @property {bigint} registryVersion
 * @property {number} signaturesRequired
 * @property {Uint8Array} configHash 32 bytes
 * @property {Uint8Array} signersBitmap 32 bytes
 * @property {Uint8Array} s 32 bytes
 * @property {Uint8Array} rx 32 bytes
 * @property {0 | 1} ryParity
 * @property {Uint8Array} commitment 20 bytes
 */

/** The text is no flat result; `field` says where. */
export class FlatResultError extends Error {
  /** @param {string} field @param {string} rule */
  constructor(field, rule) {
    super(`${field}: ${rule}`);
    this.name = 'FlatResultError';
    this.field = field;
  }
}

/**
 * Reads what a gateway answered. Nothing is believed yet: this only gives every member its type.
 *
 * @param {unknown} answer the parsed JSON body
 * @returns {FlatResult}
 * @throws {FlatResultError}
 */
export function readFlatResult(answer) {
  const body = objectAt(answer, 'result');
  if (body['status'] !== 'completed') throw new FlatResultError('status', 'must be "completed"');
  const data = objectAt(body['data'], 'data');
  const ryParity = integerAt(data, 'ryParity', 1);
  return {
    feedId: bytesAt(data, 'feedId', 32),
    value: textAt(data, 'value'),
    valuePacked: bytesAt(data, 'valuePacked', 32),
    timestampSeconds: integerAt(data, 'timestamp', Math.floor(Number.MAX_SAFE_INTEGER / 1000)),
    observedAtMs: integerAt(data, 'observedAt', Number.MAX_SAFE_INTEGER),
    registryVersion: BigInt(integerAt(data, 'registryVersion', Number.MAX_SAFE_INTEGER)),
    signaturesRequired: integerAt(data, 'signaturesRequired', 255),
    configHash: bytesAt(data, 'configHash', 32),
    signersBitmap: bytesAt(data, 'signersBitmap', 32),
    s: bytesAt(data, 's', 32),
    rx: bytesAt(data, 'rx', 32),
    ryParity: ryParity === 0 ? 0 : 1,
    commitment: bytesAt(data, 'commitmentAddr', 20),
  };
}

/**
 * @param {string} text a gateway's answer as it came
 * @returns {FlatResult}
 * @throws {FlatResultError}
 */
export function parseFlatResult(text) {
  /** @type {unknown} */
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new FlatResultError('result', 'must be JSON');
  }
  return readFlatResult(answer);
}

/** @param {unknown} value @param {string} field @returns {Record<string, unknown>} */
function objectAt(value, field) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new FlatResultError(field, 'must be an object');
  return { ...value };
}

/** @param {Record<string, unknown>} data @param {string} field @returns {string} */
function textAt(data, field) {
  const value = data[field];
  if (typeof value !== 'string') throw new FlatResultError(`data.${field}`, 'must be a string');
  return value;
}

/** @param {Record<string, unknown>} data @param {string} field @param {number} max @returns {number} */
function integerAt(data, field, max) {
  const value = data[field];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > max) {
    throw new FlatResultError(`data.${field}`, `must be an integer from 0 to ${max}`);
  }
  return value;
}

/** @param {Record<string, unknown>} data @param {string} field @param {number} byteLength @returns {Uint8Array} */
function bytesAt(data, field, byteLength) {
  const text = textAt(data, field);
  try {
    return fromHex(text, byteLength);
  } catch {
    throw new FlatResultError(`data.${field}`, `must be ${byteLength} bytes in hex`);
  }
}
