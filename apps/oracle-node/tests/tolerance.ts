import type { ObserveRequest, ObserveResponse, SignRequest } from '@oracle-gateway/node-api';
import { parseObserveRequest, readObservation, readObservedValues, writeObservation } from '@oracle-gateway/node-api';
import {
  type Aggregation,
  attestationMessage,
  deriveFeedId,
  fromHex,
  observationSetHash,
  packTolerance,
  parseAddress,
  parseDecimal,
  signersBitmap,
  toHex,
  unixMs,
} from '@oracle-gateway/protocol';
import { type AttestationVerdict, verifyAttestation } from '@oracle-gateway/schnorr';
import { prepareSession, publicKeyOf, sumPartials } from '@oracle-gateway/schnorr/signing';
import type { Overrides } from '../src/context.js';
import {
  type Cleanup,
  newLedger,
  NODE_KEYS,
  noncesOf,
  observeOk,
  observeRequest,
  type SingleRequest,
  startNode,
  startSource,
  type TestNode,
} from './fixture.js';
import { DEPLOYMENT_ID } from './ledger-fake.js';

export const AGGREGATION: Aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 100,
  maxAgeMs: 60_000,
  numeric: { type: 'int256', decimals: 2 },
};

export type SetEntry = NonNullable<SignRequest['observationSet']>['observations'][number];

export interface ToleranceRound {
  readonly nodes: readonly TestNode[];
  readonly request: SingleRequest;
  /** Observations by node index. */
  readonly observations: readonly ObserveResponse[];
  /** Observes once more, another session, each node at its price. */
  observe(prices: readonly string[], changed?: Partial<SingleRequest>): Promise<ToleranceRound>;
}

/** Starts as many real nodes as there are prices. Each has observed its own price at one source. */
export async function startToleranceRound(cleanup: Cleanup, prices: readonly string[], overrides: Overrides = {}): Promise<ToleranceRound> {
  const ledger = newLedger();
  let price = '';
  const source = await startSource(cleanup, (_, response) => response.end(`{"price":${price}}`));
  const nodes = await Promise.all(prices.map((_, index) => startNode(cleanup, { ledger, index, allowed: [source.name], overrides })));
  const eligible = nodes.map(({ index }) => index);
  const { apiConfig } = observeRequest(source);
  const observe = async (seen: readonly string[], changed: Partial<SingleRequest> = {}): Promise<ToleranceRound> => {
    const config = { ...apiConfig, aggregation: AGGREGATION };
    const request = observeRequest(source, { signaturesRequired: 3, eligible, apiConfig: config, ...changed });
    const observations: ObserveResponse[] = [];
    for (const node of nodes.filter(({ index }) => request.eligible.includes(index))) {
      price = seen[node.index] ?? '';
      observations.push(await observeOk(node, request));
    }
    return { nodes, request, observations, observe };
  };
  return observe(prices);
}

/** Entry that a gateway makes from one observation. */
export function entryOf({ index, values, signature }: ObserveResponse): SetEntry {
  if (signature === undefined) throw new TypeError('an observation that is part of a set is signed');
  const { s, commitment } = signature;
  return writeObservation({
    index,
    values: readObservedValues(values),
    signature: { s: fromHex(s, 32), commitment: fromHex(commitment, 20) },
  });
}

type SetSignRequest = SignRequest & Required<Pick<SignRequest, 'observationSet'>>;

/** The honest request of one attempt: the whole set, fixed now. */
export function toleranceSignRequest(
  { observations }: Pick<ToleranceRound, 'observations'>,
  { value, ...named }: { readonly signers: readonly number[]; readonly value: string; readonly attempt?: 0 | 1 },
): SetSignRequest {
  return setSignRequest(observations, { ...named, value: packed(value) });
}

/** The honest request for a value that is packed already, in hex. */
export function setSignRequest(
  observations: readonly ObserveResponse[],
  { signers, value, attempt = 0 }: { readonly signers: readonly number[]; readonly value: string; readonly attempt?: 0 | 1 },
): SetSignRequest {
  return {
    sessionId: observations[0]?.sessionId ?? '',
    attempt,
    value,
    signers: observations
      .filter(({ index }) => signers.includes(index))
      .map((observation) => ({ index: observation.index, ...noncesOf(observation)[attempt] })),
    observationSet: { fixedAtMs: Date.now(), observations: observations.map(entryOf) },
  };
}

export function packed(value: string): string {
  return toHex(packTolerance(parseDecimal(value), AGGREGATION.numeric.decimals));
}

/** An outsider's verdict: message and keys are rebuilt from the request and the registry. */
export function outsidersVerdict(request: ObserveRequest, signed: ReturnType<typeof toleranceSignRequest>, partials: readonly string[]) {
  const { signaturesRequired } = request;
  const { sourceId, form } = parseObserveRequest(request).subject;
  const feedId = deriveFeedId({ owner: parseAddress(request.feedOwner), sourceId, signaturesRequired });
  const value = fromHex(signed.value, 32);
  const times = { timestampMs: unixMs(request.timestampMs), observedAtMs: unixMs(request.observedAtMs) };
  const facts = { feedId, sourceId, value, registryVersion: 1n, signaturesRequired, form, ...times };
  const { fixedAtMs, observations } = signed.observationSet;
  const prepared = prepareSession({
    sessionId: fromHex(signed.sessionId, 32),
    attempt: signed.attempt,
    message: attestationMessage({ deploymentId: DEPLOYMENT_ID, ...facts }),
    setHash: observationSetHash({ fixedAtMs: unixMs(fixedAtMs), observations: observations.map(readObservation) }),
    signers: signed.signers.map(({ index, d, e }) => ({
      index,
      publicKey: publicKeyOf(NODE_KEYS[index] ?? new Uint8Array()),
      D: fromHex(d, 33),
      E: fromHex(e, 33),
    })),
  });
  const { s, commitment } = sumPartials(
    prepared,
    partials.map((partial) => fromHex(partial, 32)),
  );
  const verdict: AttestationVerdict = verifyAttestation({
    deploymentId: DEPLOYMENT_ID,
    registry: { version: 1n, minSigners: 2, keys: NODE_KEYS.map(publicKeyOf) },
    attestation: { ...facts, signersBitmap: signersBitmap(signed.signers.map(({ index }) => index)), s, commitment },
  });
  return verdict;
}
