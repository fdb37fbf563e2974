import {
  type FlatRoundResult,
  type NestedRoundResult,
  parseFlatRoundResult,
  parseNestedRoundResult,
  parseRoundEvidence,
  type RoundEvidence,
} from '@oracle-gateway/gateway-api';

/** What the outbox keeps of an answer: what the caller got, and beside it, in tolerance mode, the evidence of how it came about. */
export interface StoredAnswer {
  readonly result: FlatRoundResult | NestedRoundResult;
  readonly evidence: RoundEvidence | null;
}

/** The JSON of the result itself where there is no evidence. */
export function writeStoredAnswer({ result, evidence }: StoredAnswer): string {
  return JSON.stringify(evidence === null ? result : { ...result, evidence });
}

/** Throws `ContractError` for what `writeStoredAnswer` did not write. */
export function readStoredAnswer(text: string): StoredAnswer {
  const plain: unknown = JSON.parse(text);
  if (typeof plain !== 'object' || plain === null || !('evidence' in plain)) return { result: parseResult(plain), evidence: null };
  const { evidence, ...result } = plain;
  return { result: parseResult(result), evidence: parseRoundEvidence(evidence) };
}

/** Only the nested result has its signature in an attestation of its own. */
function parseResult(plain: unknown): StoredAnswer['result'] {
  return hasAttestation(plain) ? parseNestedRoundResult(plain) : parseFlatRoundResult(plain);
}

function hasAttestation(plain: unknown): boolean {
  if (typeof plain !== 'object' || plain === null || !('data' in plain)) return false;
  return typeof plain.data === 'object' && plain.data !== null && 'attestation' in plain.data;
}
