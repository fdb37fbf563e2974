import { type ApiConfig, parseApiConfig } from '@oracle-gateway/protocol';
import type { BrokenRules } from './broken-rules.js';
import { everyFault } from './every-fault.js';
import { stepsTo } from './fitting-parts.js';
import { BODY_HEADERS } from './route.js';

/** Members that break no rule, whatever is beside them. */
const GOOD_SOURCE = {
  url: 'https://example.com/',
  method: 'GET',
  responseParser: '$.value',
  aggregation: {
    mode: 'tolerance',
    rule: 'median',
    maxDeviationBps: 0,
    maxAgeMs: 3_600_000,
    numeric: { type: 'int256', decimals: 36 },
  },
};

export interface JudgedSource {
  /** The configuration, with broken members taken out or replaced. */
  readonly apiConfig: ApiConfig;
  /** Names of its members that break a rule. */
  readonly broken: ReadonlySet<string | undefined>;
}

/** Tells every rule of docs/protocol.md#apiconfig that a configuration breaks; undefined where nothing of it can be judged further. */
export function judgeSource(plain: unknown, field: string, faults: BrokenRules): JudgedSource | undefined {
  const hasBody = typeof plain === 'object' && plain !== null && 'body' in plain;
  const good = hasBody ? { ...GOOD_SOURCE, method: 'POST', headers: BODY_HEADERS } : GOOD_SOURCE;
  const { mended, errors } = everyFault({ apiConfig: plain }, { apiConfig: good }, ({ apiConfig }) => parseApiConfig(apiConfig));
  for (const error of errors)
    faults.add(
      error.field.replace('apiConfig', () => field),
      error.rule,
    );
  const broken = new Set(errors.map((error) => stepsTo(error.field)[1]));
  return mended === undefined || broken.has(undefined) ? undefined : { apiConfig: mended, broken };
}
