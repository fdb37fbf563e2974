import { fromHex, HexError } from '@oracle-gateway/protocol';
import { ConfigError } from './config-error.js';
import type { Setting } from './setting.js';

/**
 * Use of a key of 32 bytes. `oracle-node keygen` writes it before the hex, as `signing:<hex>`. Hex alone says nothing, so a key that
 * another program made is taken for either.
 */
export type KeyUse = 'signing' | 'encryption';

/** A key of 32 bytes in hex, with its use before it or without; white space around it is ignored. Throws ConfigError. */
export function readKey({ name, text }: Setting, use: KeyUse): Uint8Array {
  const [, named, hex = ''] = /^(?:(signing|encryption):)?(.*)$/s.exec(text.trim()) ?? [];
  if (named !== undefined && named !== use)
    throw new ConfigError(name, `must hold the ${use} key, and holds the ${named} key; exchange the two`);
  try {
    return fromHex(hex, 32);
  } catch (error) {
    throw error instanceof HexError ? new ConfigError(name, 'must hold 32 bytes in hex') : error;
  }
}
