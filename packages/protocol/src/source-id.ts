import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';
import type { ApiConfig } from './api-config.js';
import type { Brand } from './units.js';

/** 32 bytes: `api_config_hash`, `configHash` and `sourceId` of the interface are all this value. */
export type SourceId = Brand<Uint8Array, 'SourceId'>;

/**
 * RFC 8785 form of the configuration as sent: absent members stay absent, nothing is normalised (docs/protocol.md#source_id--api_config_hash--confighash).
 * @throws Error for a text with a lone surrogate, which `parseApiConfig` has refused already.
 */
export function canonicalApiConfig(config: ApiConfig): string {
  const text = canonicalize(config);
  if (text === undefined) throw new TypeError('apiConfig has no canonical form');
  return text;
}

/**
 * keccak256 of the canonical form's UTF-8 bytes (docs/protocol.md#source_id--api_config_hash--confighash).
 *
 * @example
 * const sourceId = deriveSourceId(parseApiConfig({ url: 'https://api.example.com/price', method: 'GET' }));
 */
export function deriveSourceId(config: ApiConfig): SourceId {
  return hashSourceText(sourceText(config));
}

/** UTF-8 bytes of the canonical form. */
export function sourceText(config: ApiConfig): Uint8Array {
  return utf8ToBytes(canonicalApiConfig(config));
}

/** keccak256 of a source's text: identity of the source. */
export function hashSourceText(text: Uint8Array): SourceId {
  return keccak_256(text) as Uint8Array as SourceId;
}
