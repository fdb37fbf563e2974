import type { Round, VerifiedValue } from '@oracle-gateway/client';
import type { ApiConfig } from '@oracle-gateway/protocol';

/** One remark about a value that is verified. */
export function describeValue({ observedAtMs, signers, mode }: VerifiedValue): string {
  const what = mode === 'exact' ? 'saw this value' : 'signed the median';
  return `verified: nodes ${signers.join(', ')} ${what}, observed at ${new Date(observedAtMs).toISOString()}`;
}

export function valueJson(verified: VerifiedValue): object {
  const { value, feedId, sourceId, timestampMs, observedAtMs, signers, quorum, registryVersion, mode } = verified;
  const observedAt = new Date(observedAtMs).toISOString();
  return { value, observedAt, observedAtMs, timestampMs, signers, quorum, mode, feedId, sourceId, registryVersion };
}

/** A value with all that verifies it again, later and without a gateway: `oracle-gateway verify` reads it. */
export function roundJson(round: Round, asked: { readonly source: ApiConfig; readonly owner: string | undefined }): object {
  const { source, owner } = asked;
  return { ...valueJson(round), roundId: round.roundId, source, ...(owner === undefined ? {} : { owner }), answer: round.answer };
}
