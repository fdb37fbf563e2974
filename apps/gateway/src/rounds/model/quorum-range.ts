import { type ApiConfig, MIN_TOLERANCE_QUORUM } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';

/** The quorums that a registry version serves for a source. */
export function quorumRange(
  { minSigners, active }: Pick<RegistryAccount, 'minSigners' | 'active'>,
  { aggregation }: Pick<ApiConfig, 'aggregation'>,
): { readonly minimum: number; readonly maximum: number } {
  return { minimum: Math.max(minSigners, aggregation === undefined ? 0 : MIN_TOLERANCE_QUORUM), maximum: active };
}
