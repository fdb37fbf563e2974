import { type FlatRoundResult, parseFlatRoundResult, parseRoundEvidence, type RoundEvidence } from '@oracle-gateway/gateway-api';

/** What the outbox keeps of an answer: what the caller got, and beside it, in tolerance mode, the evidence of how it came about. */
export interface StoredAnswer {
  readonly result: FlatRoundResult;
  readonly evidence: RoundEvidence | null;
}

/** The JSON of the result itself where there is no evidence. */
export function writeStoredAnswer({ result, evidence }: StoredAnswer): string {
  return JSON.stringify(evidence === null ? result : { ...result, evidence });
}

/** Throws `ContractError` for what `writeStoredAnswer` did not write. */
export function readStoredAnswer(text: string): StoredAnswer {
  const plain: unknown = JSON.parse(text);
  if (typeof plain !== 'object' || plain === null || !('evidence' in plain)) return { result: parseFlatRoundResult(plain), evidence: null };
  const { evidence, ...result } = plain;
  return { result: parseFlatRoundResult(result), evidence: parseRoundEvidence(evidence) };
}
