import { createChecker } from '@oracle-gateway/contract';
import { parseApiConfig } from '@oracle-gateway/protocol';
import { BrokenRules } from './broken-rules.js';
import { type Parts, putAt, stepsTo } from './fitting-parts.js';
import { judgeFlows } from './judge-flows.js';
import { judgeIndices, parseIndices } from './judge-indices.js';
import { ProviderError } from './provider-error.js';
import { type Provider, type ProviderFile, ProviderSchema } from './provider.js';

/** A provider, or every rule that its file breaks: those of the schema first, then those between members. */
export type ProviderCheck = { readonly provider: Provider } | { readonly faults: readonly [ProviderError, ...ProviderError[]] };

const shapeFaults = createChecker(ProviderSchema, { root: 'the file' });

/**
 * Checks the JSON of a provider's file: the schema, then all rules between members, down to the source id of every feed. A rule between members
 * is judged where all that it reads fits the schema.
 */
export function checkProvider(plain: unknown): ProviderCheck {
  const shape = shapeFaults(plain).map(({ field, rule }) => new ProviderError(field, rule));
  const faults = new BrokenRules(shape);
  const parts = structuredClone(plain);
  for (const { field } of shape) putAt(parts, stepsTo(field), undefined);
  if (hasPartsOfFile(parts)) {
    judgeFlows(parts, faults);
    judgeIndices(parts, faults);
  }
  const [first, ...others] = faults.found;
  if (first !== undefined) return { faults: [first, ...others] };
  if (!fitsSchema(plain, shape)) throw new TypeError('a file without faults fits the schema');
  return { provider: providerOf(plain) };
}

/**
 * Parses the JSON of a provider's file.
 * @throws ProviderError with the first field that breaks a rule, and the rule: `checkProvider` tells all.
 * @example
 * const mine = parseProvider(JSON.parse(await readFile('mine.json', 'utf8')));
 */
export function parseProvider(plain: unknown): Provider {
  const check = checkProvider(plain);
  if ('provider' in check) return check.provider;
  throw check.faults[0];
}

/** All that does not fit the schema was taken out. */
function hasPartsOfFile(parts: unknown): parts is Parts<ProviderFile> {
  return typeof parts === 'object' && parts !== null && !Array.isArray(parts);
}

function fitsSchema(plain: unknown, faults: readonly unknown[]): plain is ProviderFile {
  return faults.length === 0;
}

function providerOf({ sources, indices, ...described }: ProviderFile): Provider {
  const flows = described.flows.map((flow) => ({
    ...flow,
    feeds: flow.feeds.map((feed) => ({ ...feed, apiConfig: parseApiConfig(feed.apiConfig) })),
  }));
  if (sources === undefined || indices === undefined) return { ...described, flows };
  return { ...described, flows, sources, indices: parseIndices(indices) };
}
