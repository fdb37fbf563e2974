import { parseAddress } from '@oracle-gateway/protocol';

/** Whether a text is 32 bytes in base58. */
export function isAddressText(text: string): boolean {
  try {
    parseAddress(text);
    return true;
  } catch {
    return false;
  }
}
