import { isAddress } from '@oracle-gateway/protocol';
import type { SupportedResponse } from '@x402/core/types';
import { FacilitatorUnavailableError } from './facilitator.js';

/**
 * The fee payers that an answer of `/supported` offers for version 2, `exact`, on a network; base58, in the order of the answer.
 * @throws FacilitatorUnavailableError when there is none.
 */
export function supportedFeePayers({ kinds }: Pick<SupportedResponse, 'kinds'>, network: string): readonly string[] {
  const offered = kinds
    .filter((kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network)
    .map((kind) => kind.extra?.feePayer)
    .filter((feePayer): feePayer is string => typeof feePayer === 'string' && isAddress(feePayer));
  if (offered.length === 0) throw new FacilitatorUnavailableError(`it names no fee payer for exact payments on ${network}`);
  return [...new Set(offered)];
}
