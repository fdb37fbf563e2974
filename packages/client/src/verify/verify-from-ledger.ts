import { createAggregateKeyCache } from '@oracle-gateway/schnorr';
import type { ApiConfigInput } from '../base/source.js';
import { quorumIn, sourceAsWritten } from '../base/source.js';
import { DEFAULT_TIMEOUT_MS, type Fetch } from '../http/read-json.js';
import { addressIn, deploymentOf, type LedgerOptions } from '../ledger/deployment.js';
import { createOracleLedger } from '../ledger/oracle-ledger.js';
import { type VerifiedValue, verifyAnswer } from './verify-answer.js';

/**
 * The round that was asked for. It comes from the caller's own records, never from the answer: a true value of another source is still the
 * wrong value.
 */
export interface Expected {
  readonly source: ApiConfigInput;
  /** Owner of the feed, base58: `consumerAuthority` or `payer` of the request. Left out for a round that was paid per request. */
  readonly owner?: string;
  readonly quorum: number;
}

/**
 * Verifies a stored answer against nothing but the ledger: without a client, without a gateway. The caller decides on the greatest age of a
 * value: compare `observedAtMs`, or use {@link takeNewer}.
 *
 * @param input `answer`: the JSON body as the gateway gave it, flat or nested
 * @throws VerificationError when the answer is not what the nodes signed; TransportError when the ledger cannot be read; ClientUsageError
 * @example
 * const { value } = await verifyFromLedger({ answer, expected: { source, owner, quorum: 3 }, ledger: { rpcUrl, programId, network } });
 */
export async function verifyFromLedger(
  input: { readonly answer: unknown; readonly expected: Expected; readonly ledger: LedgerOptions; readonly signal?: AbortSignal },
  deps: { readonly fetch?: Fetch; readonly clock?: () => number } = {},
): Promise<VerifiedValue> {
  const { fetch = (...call: Parameters<Fetch>) => globalThis.fetch(...call), clock: now = Date.now } = deps;
  const { answer, expected, signal } = input;
  const deployment = deploymentOf(input.ledger);
  const ledger = createOracleLedger({ rpcUrl: input.ledger.rpcUrl, fetch, timeoutMs: DEFAULT_TIMEOUT_MS, now }, deployment);
  const { verified } = await verifyAnswer(
    { ledger, keySums: createAggregateKeyCache({ maxEntries: 1 }), now },
    {
      answer,
      signal,
      expected: {
        source: sourceAsWritten(expected.source),
        quorum: quorumIn(expected.quorum),
        ...(expected.owner === undefined ? {} : { owner: addressIn('expected.owner', expected.owner) }),
      },
    },
  );
  return verified;
}
