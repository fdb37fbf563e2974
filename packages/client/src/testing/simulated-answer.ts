import {
  agentRoundPrice,
  defaultQuorum,
  EXACT_DECIMALS,
  formatValue,
  toHex,
  x402RoundPrice,
  type Aggregation,
  isList,
  unitsOf,
} from '@oracle-gateway/protocol';
import { parseSubject, ruleOf, type Subject } from '@oracle-gateway/protocol/internal';
import { parseSimulateRequest } from '@oracle-gateway/gateway-api/parsers';
import { type RoundValues, SOURCE_FAILED, type ValueTable } from './fake-values.js';
import { GatewayRefused } from './gateway-refused.js';
import { type FakeRequest, parsedBody, type PathParts, refusing, requireTerms } from './path-double.js';

const LATENCY_MS = 5;

/** Answer to a dry run. Every asked node sees what the test has as the value. */
export function simulatedAnswer(
  { values, ...deps }: Pick<PathParts, 'network' | 'now'> & { readonly values: ValueTable },
  { body, headers }: FakeRequest,
): object {
  const request = parsedBody(parseSimulateRequest, body);
  const subject = refusing('invalid_request', () => parseSubject(request));
  const { registry, config } = deps.network;
  const { signaturesRequired: quorum = defaultQuorum(registry, subject) } = request;
  const registryVersion = Number(registry.version);
  requireTerms(deps, { quorum, registryVersion });
  const isKnown = headers.get('authorization') !== null;
  const receivedAtMs = deps.now();
  const seen = valuesOf({ values }, subject, receivedAtMs);
  const rule = ruleOf(subject);
  const units = unitsOf(subject.form);
  const row = (nodeIndex: number): object => ({ nodeIndex, latencyMs: LATENCY_MS, ...observed(subject, seen, receivedAtMs) });
  const isSigned = isKnown && seen !== null;
  return {
    sourceId: toHex(subject.sourceId),
    ...(isList(subject.form) ? {} : { ...scaleOf(rule), onChain: true }),
    ...(subject.sources.length === 1
      ? {}
      : {
          sources: subject.sources.map(({ apiConfig, sourceId }) => ({
            sourceId: toHex(sourceId),
            ...scaleOf(apiConfig.aggregation),
            onChain: true,
          })),
        }),
    signaturesRequired: quorum,
    registryVersion,
    wouldSign: isSigned ? { value: seen.text, valuePacked: toHex(seen.packed), quorum, ...signedList(subject, seen) } : null,
    ...(isSigned ? {} : { reason: seen === null ? SOURCE_FAILED : { code: 'one_node_asked', detail: 'one node was asked' } }),
    nodes: Array.from({ length: isKnown ? quorum : 1 }, (_, index) => row(index)),
    prices: {
      subscription: String(units * Number(config.prices.subscriptionRoundBase)),
      agent: String(agentRoundPrice(config.prices, { signaturesRequired: quorum, units })),
      x402: String(x402RoundPrice(config.prices, { signaturesRequired: quorum, redundancyBuffer: registry.redundancyBuffer, units })),
    },
  };
}

/** Null where a round would fail. */
function valuesOf(deps: { readonly values: ValueTable }, subject: Subject, nowMs: number): RoundValues | null {
  try {
    return deps.values.next(subject, nowMs);
  } catch (error) {
    if (error instanceof GatewayRefused) return null;
    throw error;
  }
}

function scaleOf(rule: Aggregation | undefined): object {
  return rule === undefined ? { mode: 'exact', decimals: EXACT_DECIMALS } : { mode: 'tolerance', decimals: rule.numeric.decimals };
}

function observed(subject: Subject, seen: RoundValues | null, receivedAtMs: number): object {
  if (seen === null) return { error: SOURCE_FAILED };
  if (!isList(subject.form)) return { value: seen.text, valuePacked: toHex(seen.packed), receivedAtMs };
  return {
    values: eachOf(subject, seen, (value) => (value === null ? { error: SOURCE_FAILED } : { ...value, receivedAtMs })),
  };
}

function signedList(subject: Subject, seen: RoundValues): object {
  return isList(subject.form) ? { values: eachOf(subject, seen, (value) => value ?? { reason: SOURCE_FAILED }) } : {};
}

function eachOf(
  { sources }: Subject,
  { values }: RoundValues,
  write: (value: { readonly value: string; readonly valuePacked: string } | null) => object,
): readonly object[] {
  return sources.map(({ apiConfig }, place) => {
    const packed = values[place] ?? null;
    return write(packed === null ? null : { value: formatValue(packed, apiConfig.aggregation), valuePacked: toHex(packed) });
  });
}
