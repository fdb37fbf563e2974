import { type Authorization, type ErrorCode, type ErrorEntry, errorTable } from './errors.js';

/** A page about one code of the table, as the gateway and the documentation site show it. */
export interface ErrorPage {
  readonly code: ErrorCode;
  readonly status: number;
  /** Sections in their order. Texts may hold `code`. */
  readonly sections: readonly { readonly title: string; readonly text: string }[];
  /** Body of a refusal with this code. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** The path of the page about a code, at every gateway and on the documentation site's own path. */
export function errorPath(code: string): string {
  return `/docs/errors/${code}`;
}

/** The page of each error: what happened, why, what was charged and what to do. */
export function errorPages(): readonly ErrorPage[] {
  return (Object.entries(errorTable) as [ErrorCode, ErrorEntry][]).map(([code, entry]) => ({
    code,
    status: entry.status,
    sections: [
      { title: 'What happened', text: `${entry.message[0]?.toUpperCase()}${entry.message.slice(1)}.` },
      { title: 'Why', text: entry.meaning },
      { title: 'What was charged', text: CHARGED[entry.authorization] },
      { title: 'What to do', text: entry.remedy },
    ],
    example: exampleOf(code, entry),
  }));
}

const CHARGED: Readonly<Record<Authorization, string>> = {
  unused: 'Nothing. The authorization is unused: the same request may be sent again.',
  spent: 'Nothing. The authorization is used up: sign a new timestamp, or another payment.',
  settled: 'The round: the payment was made, and the result is on record.',
  unknown: 'It is not known yet. `GET /v1/rounds/{roundId}` tells, and no further round should be asked for before.',
};

const EXAMPLE_ROUND = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';

/** Members of an example beside its code, where the code has some. */
const MEMBERS: { readonly [Code in ErrorCode]?: Readonly<Record<string, unknown>> } = {
  stale_registry_version: { registryVersion: 4 },
  timestamp_out_of_range: { gatewayTimeMs: 1_763_683_200_000 },
  amount_mismatch: { amount: 3_000 },
  not_ready: { reasons: ['the ledger has not answered since the start'] },
  duplicate_round: { roundId: EXAMPLE_ROUND },
  upstream_failure: {
    step: 'select',
    rule: 'nothing_selected',
    matched: '$.data',
    hint: 'Compare responseParser with the answer of the source. A dry run is free, and shows how far the path matches.',
    nodes: { agree: 4, failed: 4 },
    roundId: EXAMPLE_ROUND,
  },
  no_quorum_value: {
    hint: 'The value moves between one node and the next: use tolerance mode (aggregation), or a source that changes less often.',
    roundId: EXAMPLE_ROUND,
  },
};

const DETAILS: { readonly [Code in ErrorCode]?: string } = {
  invalid_request: 'apiConfig.responseParser: must begin with $: write $.data.amount',
  upstream_failure: 'responseParser selects nothing in the answer of the source; 0 of 4 nodes observed a value, 3 equal values are needed',
  no_quorum_value: 'observe: 4 of 4 nodes observed a value, 3 equal values are needed',
};

function exampleOf(code: ErrorCode, { message, scope }: ErrorEntry): Readonly<Record<string, unknown>> {
  const detail = DETAILS[code];
  return {
    error: detail === undefined ? message : `${message}: ${detail}`,
    code,
    ...(scope === undefined ? {} : { scope }),
    ...MEMBERS[code],
    docUrl: errorPath(code),
  };
}
