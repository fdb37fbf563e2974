import { base58 } from '@scure/base';
import { isAddress, parseAddress, type Address } from './address.js';
import { invalidParam, RpcError } from './rpc-error.js';

/** The `params` of a request, positional as in all of Solana's methods. */
export type RpcParams = readonly unknown[];

/** The trailing object of a method's parameters. */
export type RpcOptions = Readonly<Record<string, unknown>>;

/** More characters than 64 bytes can have in base58. */
const MAX_SIGNATURE_CHARACTERS = 88;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws {RpcError} -32602 */
export function addressParam(params: RpcParams, index: number): Address {
  return addressOf(params[index], `parameter ${index}`);
}

/** @throws {RpcError} -32602 */
export function addressOf(value: unknown, name: string): Address {
  if (typeof value !== 'string' || !isAddress(value)) throw invalidParam(`${name} is not a base58 address of 32 bytes`);
  return parseAddress(value);
}

/** @throws {RpcError} -32602 */
export function signatureOf(value: unknown, name: string): string {
  const valid = typeof value === 'string' && value.length <= MAX_SIGNATURE_CHARACTERS && base58Length(value) === 64;
  if (!valid) throw invalidParam(`${name} is not a base58 signature of 64 bytes`);
  return value;
}

/** @throws {RpcError} -32602 */
export function stringParam(params: RpcParams, index: number): string {
  const value = params[index];
  if (typeof value !== 'string') throw invalidParam(`parameter ${index} is not a string`);
  return value;
}

/** @throws {RpcError} -32602 */
export function listParam(params: RpcParams, index: number, maxItems: number): readonly unknown[] {
  const value: unknown = params[index];
  if (!Array.isArray(value)) throw invalidParam(`parameter ${index} is not a list`);
  if (value.length > maxItems) throw invalidParam(`too many inputs provided; max ${maxItems}`);
  return value;
}

/** @throws {RpcError} -32602 */
export function integerParam(params: RpcParams, index: number, max = Number.MAX_SAFE_INTEGER): number {
  const value = params[index];
  if (!isInteger(value, max)) throw invalidParam(`parameter ${index} is not an integer between 0 and ${max}`);
  return value;
}

/**
 * The options at `index`, empty when absent. Refuses a `minContextSlot` above the ledger's slot, as every node does.
 *
 * @throws {RpcError} -32602, -32016
 */
export function optionsParam(params: RpcParams, index: number, currentSlot: bigint): RpcOptions {
  const value = params[index] ?? {};
  if (!isRecord(value)) throw invalidParam(`parameter ${index} is not an object`);
  const minContextSlot = integerOption(value, 'minContextSlot', Number.MAX_SAFE_INTEGER);
  if (minContextSlot !== undefined && BigInt(minContextSlot) > currentSlot) {
    throw new RpcError('minContextSlotNotReached', 'Minimum context slot has not been reached', { contextSlot: currentSlot });
  }
  return value;
}

/** @throws {RpcError} -32602 */
export function integerOption(options: RpcOptions, name: string, max: number): number | undefined {
  const value = options[name] ?? undefined;
  if (value === undefined) return undefined;
  if (!isInteger(value, max)) throw invalidParam(`${name} is not an integer between 0 and ${max}`);
  return value;
}

/** Absent and `null` are false. @throws {RpcError} -32602 */
export function flagOption(options: RpcOptions, name: string): boolean {
  const value = options[name] ?? false;
  if (typeof value !== 'boolean') throw invalidParam(`${name} is not a boolean`);
  return value;
}

/** @throws {RpcError} -32602 */
export function choiceOption<const Choice extends string>(
  options: RpcOptions,
  name: string,
  choices: readonly Choice[],
  absent: Choice,
): Choice {
  const value = options[name] ?? absent;
  const chosen = choices.find((choice) => choice === value);
  if (chosen === undefined) throw invalidParam(`${name} must be one of ${choices.join(', ')}`);
  return chosen;
}

/**
 * Bytes in base58 or base64.
 *
 * @throws {RpcError} -32602
 */
export function decodeBytes(text: string, encoding: 'base58' | 'base64', name: string): Uint8Array {
  const bytes = encoding === 'base64' ? decodeBase64(text) : decodeBase58(text);
  if (bytes === null) throw invalidParam(`${name} is not ${encoding}`);
  return bytes;
}

function decodeBase64(text: string): Uint8Array | null {
  const wellFormed = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;
  return wellFormed ? Uint8Array.from(Buffer.from(text, 'base64')) : null;
}

function decodeBase58(text: string): Uint8Array | null {
  try {
    return base58.decode(text);
  } catch {
    return null;
  }
}

function base58Length(text: string): number | undefined {
  return decodeBase58(text)?.length;
}

function isInteger(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max;
}
