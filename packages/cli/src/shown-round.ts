import type { SourceOrIndex } from '@oracle-gateway/caller/feeds';
import type { KeptRegistry, ListedValue, ListRound, Round, SignedTerms, VerifiedValue, VerifiedValues } from '@oracle-gateway/client';
import type { ApiConfig } from '@oracle-gateway/protocol';

/** A line for a source of a list without a value: it is no decimal. */
const NO_VALUE = '-';

/** One remark about a value that is verified. */
export function describeValue({ observedAtMs, signers, mode }: VerifiedValue): string {
  const what = mode === 'exact' ? 'saw this value' : 'signed the median';
  return `verified: nodes ${signers.join(', ')} ${what}, observed at ${new Date(observedAtMs).toISOString()}`;
}

/** Remarks about the values of a list that are verified. */
export function describeValues({ observedAtMs, signers, values }: VerifiedValues): readonly string[] {
  const present = values.filter(({ value }) => value !== null).length;
  return [
    `verified: nodes ${signers.join(', ')} signed ${present} of ${values.length} values, observed at ${new Date(observedAtMs).toISOString()}`,
    ...values.flatMap((one) =>
      one.value === null ? [`no value of ${one.source.url}: the gateway says ${one.unsignedReason.detail}`] : [],
    ),
  ];
}

/** One line for each source of a list. */
export function valueLines(values: readonly (string | null)[]): string {
  return values.map((value) => value ?? NO_VALUE).join('\n');
}

export function hasAllValues({ values }: VerifiedValues): boolean {
  return values.every(({ value }) => value !== null);
}

function termsJson({ feedId, sourceId, timestampMs, observedAtMs, signers, quorum, registryVersion }: SignedTerms): object {
  const observedAt = new Date(observedAtMs).toISOString();
  return { observedAt, observedAtMs, timestampMs, signers, quorum, feedId, sourceId, registryVersion };
}

export function valueJson(verified: VerifiedValue): object {
  const { value, mode } = verified;
  return { value, mode, ...termsJson(verified) };
}

export function valuesJson(verified: VerifiedValues): object {
  return { values: verified.values.map(listedJson), ...termsJson(verified) };
}

function listedJson(one: ListedValue): object {
  const { value, mode, feedId, sourceId } = one;
  return { value, mode, feedId, sourceId, ...(value === null ? { unsignedReason: one.unsignedReason } : {}) };
}

/** Members beside an answer, for one source and for a list. */
interface KeptTerms {
  readonly owner: string | undefined;
  readonly registry?: KeptRegistry;
}

/** A value with all that verifies it again, later and without a network: `oracle-gateway verify` reads it. */
export function roundJson(round: Round, { source, ...kept }: KeptTerms & { readonly source: SourceOrIndex }): object {
  return { ...valueJson(round), roundId: round.roundId, source, ...keptJson(kept), answer: round.answer };
}

/** The values of a list likewise. */
export function listJson(
  round: ListRound,
  { sources, minValues, ...kept }: KeptTerms & { readonly sources: readonly ApiConfig[]; readonly minValues: number | undefined },
): object {
  const terms = { ...(minValues === undefined ? {} : { minValues }), ...keptJson(kept) };
  return { ...valuesJson(round), roundId: round.roundId, sources, ...terms, answer: round.answer };
}

function keptJson({ owner, registry }: KeptTerms): object {
  return { ...(owner === undefined ? {} : { owner }), ...(registry === undefined ? {} : { registry }) };
}
