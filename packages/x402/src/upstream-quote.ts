/** The x402 versions of payments that nodes pass on to a source. */
export const SUPPORTED_X402_VERSIONS = [1, 2] as const;

const MAX_ERROR_BYTES = 1_024;
const utf8 = new TextEncoder();

/** Payments that a paywalled source needs beside the price of the round: one for each eligible node (docs/api.md#paywalled-sources). */
export type UpstreamQuote = {
  /** Id of the integrated provider whose x402 host the source is on. */
  readonly provider?: string;
  /** The source's URL. */
  readonly resource: string;
  readonly signaturesRequired: number;
  readonly redundancyBuffer: number;
  readonly nodeCount: number;
  /** Number of payments to sign. */
  readonly eligibleSetSize: number;
  readonly supportedX402Versions: readonly number[];
  /** The source's own terms, when it asked for payment without having been declared as paywalled. */
  readonly error?: string;
};

/** A paywalled source, and the nodes that it is paid by. */
export interface UpstreamQuoteInput {
  readonly resource: string;
  readonly signaturesRequired: number;
  readonly redundancyBuffer: number;
  /** Nodes in the registry version of the round. */
  readonly nodeCount: number;
  readonly provider?: string;
  /** The source's answer, when it was asked. */
  readonly refusal?: { readonly status: number; readonly terms: string };
}

/** The payments that a paywalled source needs: one for each eligible node. */
export function upstreamQuote(input: UpstreamQuoteInput): UpstreamQuote {
  const { provider, resource, signaturesRequired, redundancyBuffer, nodeCount, refusal } = input;
  return {
    ...(provider === undefined ? {} : { provider }),
    resource,
    signaturesRequired,
    redundancyBuffer,
    nodeCount,
    eligibleSetSize: Math.min(signaturesRequired + redundancyBuffer, nodeCount),
    supportedX402Versions: SUPPORTED_X402_VERSIONS,
    ...(refusal === undefined ? {} : { error: quoted(refusal) }),
  };
}

/** Cuts long terms, which would not fit into a header. */
function quoted({ status, terms }: { status: number; terms: string }): string {
  return utf8.encode(terms).length > MAX_ERROR_BYTES ? `${status}, terms too large` : terms;
}
