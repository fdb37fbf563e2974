import { formatAddress, type Address } from '@oracle-gateway/protocol';

/** A key for maps of this process, at a hundredth of the cost of base58. */
export function addressName(address: Address): string {
  return Buffer.from(address).toString('base64');
}

const texts = new WeakMap<Address, string>();

/** Its base58 form, computed once for each object: a round is asked for several times, a remembered address with each round. */
export function addressText(address: Address): string {
  const text = texts.get(address) ?? formatAddress(address);
  texts.set(address, text);
  return text;
}
