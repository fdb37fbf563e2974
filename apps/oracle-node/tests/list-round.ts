import type { ObserveRequest, ObserveResponse, SignRequest } from '@oracle-gateway/node-api';
import { type ApiConfig, listValue, packExact, packTolerance, parseDecimal, toHex } from '@oracle-gateway/protocol';
import { parseSubject, type Subject } from '@oracle-gateway/protocol/internal';
import type { Cleanup } from './cleanup.js';
import { newLedger, noncesOf, observeOk, observeRequest, startNode, startSource, type TestNode } from './fixture.js';
import { AGGREGATION, entryOf } from './tolerance.js';

/** Decimals that a node sees of the sources of the list; null: the source fails. */
export type Texts = readonly (string | null)[];

export interface ListRound {
  readonly nodes: readonly TestNode[];
  readonly request: ObserveRequest;
  readonly subject: Subject;
  /** Observations by node index. */
  readonly observations: readonly ObserveResponse[];
  /** Observes once more, another session. */
  observe(changed: Partial<ObserveRequest>): Promise<ListRound>;
}

export type ListSignRequest = SignRequest & Required<Pick<SignRequest, 'observationSet'>>;

/** Starts as many real nodes as have texts, with a list of three sources at quorum 3: an exact one, one in tolerance mode, and an exact one. */
export async function startListRound(
  cleanup: Cleanup,
  seen: readonly Texts[],
  { minValues }: { readonly minValues: number },
): Promise<ListRound> {
  const ledger = newLedger();
  let texts: Texts = [];
  const source = await startSource(cleanup, (incoming, response) => {
    const text = texts[Number(incoming.url?.slice(1))] ?? null;
    if (text === null) response.writeHead(500);
    response.end(`{"price":${text ?? ''}}`);
  });
  const nodes = await Promise.all(seen.map((_, index) => startNode(cleanup, { ledger, index, allowed: [source.name] })));
  const { apiConfig: _single, ...template } = observeRequest(source, { signaturesRequired: 3, eligible: nodes.map(({ index }) => index) });
  const apiConfigs: ApiConfig[] = [0, 1, 2].map((place) => ({
    url: `${source.url}/${place}`,
    method: 'GET',
    responseParser: '$.price',
    ...(place === 1 ? { aggregation: AGGREGATION } : {}),
  }));
  const observe = async (changed: Partial<ObserveRequest>): Promise<ListRound> => {
    const { gatewayNonce, observedAtMs } = observeRequest(source);
    const request: ObserveRequest = { ...template, gatewayNonce, observedAtMs, apiConfigs, minValues, ...changed };
    const observations: ObserveResponse[] = [];
    for (const node of nodes.filter(({ index }) => request.eligible.includes(index))) {
      texts = seen[node.index] ?? [];
      observations.push(await observeOk(node, request));
    }
    return { nodes, request, subject: parseSubject(request), observations, observe };
  };
  return observe({});
}

/** The value of the list where its sources have these numbers, in hex. */
export function valueOfList({ subject }: Pick<ListRound, 'subject'>, texts: Texts): string {
  const entries = subject.sources.map(({ sourceId }, place) => ({ sourceId, value: packedAt(place, texts[place] ?? null) }));
  return toHex(listValue(entries));
}

/** The value of a source of the list in its mode. */
export function packedAt(place: number, text: string | null): Uint8Array | null {
  if (text === null) return null;
  return place === 1 ? packTolerance(parseDecimal(text), AGGREGATION.numeric.decimals) : packExact(parseDecimal(text));
}

/** The honest request of the first attempt: the whole set, fixed now. */
export function listSignRequest(
  round: ListRound,
  { signers, texts }: { readonly signers: readonly number[]; readonly texts: Texts },
): ListSignRequest {
  const { observations } = round;
  return {
    sessionId: observations[0]?.sessionId ?? '',
    attempt: 0,
    value: valueOfList(round, texts),
    signers: observations.filter(({ index }) => signers.includes(index)).map((one) => ({ index: one.index, ...noncesOf(one)[0] })),
    observationSet: { fixedAtMs: Date.now(), observations: observations.map(entryOf) },
  };
}
