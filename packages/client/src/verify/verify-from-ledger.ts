import { createAggregateKeyCache } from '@oracle-gateway/schnorr';
import { asWritten, type ValuesInput, listIn, quorumIn, type SourceInput, sourceIn } from '../base/source.js';
import { DEFAULT_TIMEOUT_MS, type Fetch } from '../http/read-json.js';
import { addressIn, deploymentOf, type LedgerOptions } from '../ledger/deployment.js';
import { createOracleLedger } from '../ledger/oracle-ledger.js';
import {
  type ExpectedRound,
  type VerifiedValue,
  type VerifiedValues,
  type VerifyDeps,
  verifyValue,
  verifyValues,
} from './verify-answer.js';

interface ExpectedOwner {
  /** Owner of the feed, base58: `consumerAuthority` or `payer` of the request. Left out for a round that was paid per request. */
  readonly owner?: string;
  readonly quorum: number;
}

/**
 * The round that was asked for. It comes from the caller's own records, never from the answer: a true value of another source is still the
 * wrong value.
 */
export interface Expected extends ExpectedOwner {
  readonly source: SourceInput;
}

/** The round of a list that was asked for, likewise. */
export interface ExpectedList extends ExpectedOwner, ValuesInput {}

/** An answer that is verified without a client. */
export interface KeptAnswer<E> {
  /** The JSON body as the gateway gave it, flat or nested. */
  readonly answer: unknown;
  readonly expected: E;
  readonly ledger: LedgerOptions;
  readonly signal?: AbortSignal;
}

/** `fetch` and clock in milliseconds; those of the platform unless set. */
export interface VerifyFromLedgerDeps {
  readonly fetch?: Fetch;
  readonly clock?: () => number;
}

/**
 * Verifies a stored answer against nothing but the ledger: without a client, without a gateway. The caller decides on the greatest age of a
 * value: compare `observedAtMs`, or use {@link takeNewer}.
 *
 * @throws VerificationError when the answer is not what the nodes signed; TransportError when the ledger cannot be read; ClientUsageError
 * @example
 * const { value } = await verifyFromLedger({ answer, expected: { source, owner, quorum: 3 }, ledger: { rpcUrl, programId, network } });
 */
export async function verifyFromLedger(input: KeptAnswer<Expected>, deps: VerifyFromLedgerDeps = {}): Promise<VerifiedValue> {
  const { answer, signal } = input;
  return (await verifyValue(verifierOf(input.ledger, deps), { answer, signal, expected: expectedRound(input.expected) })).verified;
}

/**
 * Verifies a stored answer of a list likewise.
 *
 * @throws likewise
 * @example
 * const { values } = await verifyValuesFromLedger({ answer, expected: { sources: [btc, eth], owner, quorum: 3 }, ledger });
 */
export async function verifyValuesFromLedger(input: KeptAnswer<ExpectedList>, deps: VerifyFromLedgerDeps = {}): Promise<VerifiedValues> {
  const { answer, signal } = input;
  return (await verifyValues(verifierOf(input.ledger, deps), { answer, signal, expected: expectedRound(input.expected) })).verified;
}

/** A stored answer may be of a round that another program asked for, in the text of its caller. @throws ClientUsageError */
export function expectedRound(expected: Expected | ExpectedList, defaultOwner?: string): ExpectedRound {
  const { owner = defaultOwner, quorum } = expected;
  return {
    subjects:
      'sources' in expected
        ? [listIn(expected), listIn(expected, asWritten)]
        : [sourceIn(expected.source), sourceIn(expected.source, asWritten)],
    quorum: quorumIn(quorum),
    ...(owner === undefined ? {} : { owner: addressIn('expected.owner', owner) }),
  };
}

/** The verifier of one call. @throws ClientUsageError */
export function verifierOf(
  ledger: LedgerOptions,
  { fetch = (...call: Parameters<Fetch>) => globalThis.fetch(...call), clock: now = Date.now }: VerifyFromLedgerDeps,
): VerifyDeps {
  const rpc = { rpcUrl: ledger.rpcUrl, fetch, timeoutMs: DEFAULT_TIMEOUT_MS, now };
  return { ledger: createOracleLedger(rpc, deploymentOf(ledger)), keySums: createAggregateKeyCache({ maxEntries: 1 }), now };
}
