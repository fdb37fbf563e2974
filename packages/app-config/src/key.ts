import { fromHex, HexError } from '@oracle-gateway/protocol';
import { ConfigError } from './config-error.js';
import type { Setting } from './setting.js';

/** A key of 32 bytes in hex; white space around it is ignored. Throws ConfigError. */
export function readKey({ name, text }: Setting): Uint8Array {
  try {
    return fromHex(text.trim(), 32);
  } catch (error) {
    throw error instanceof HexError ? new ConfigError(name, 'must hold 32 bytes in hex') : error;
  }
}
