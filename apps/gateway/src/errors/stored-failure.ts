import { SOURCE_RULES, SOURCE_STEPS } from '@oracle-gateway/node-api';
import { isHint } from './failure-words.js';
import type { SourceFailure } from './source-failure.js';

/** A failure on the record of its round, and who may read it. */
export interface StoredFailure {
  readonly failure: SourceFailure;
  /** Addresses in base58. */
  readonly readers: readonly string[];
}

/** Characters of `matched` that a record keeps; a longer one is left out. */
const MAX_MATCHED = 128;

/** The text is bounded ASCII, whatever the request holds: a hint is kept by its name. */
export function writeStoredFailure({ failure, readers }: StoredFailure): string {
  const { matched, ...others } = failure;
  const text = JSON.stringify({ readers, ...others, ...(matched === undefined || matched.length > MAX_MATCHED ? {} : { matched }) });
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Members that this version does not write are left out; null for what is no failure at all. */
export function readStoredFailure(text: string): StoredFailure | null {
  const members = membersIn(text);
  const { readers, step, rule, matched, upstreamStatus, source, hint } = members;
  if (!Array.isArray(readers) || !readers.every((reader) => typeof reader === 'string')) return null;
  const [knownStep, knownRule] = [SOURCE_STEPS.find((known) => known === step), SOURCE_RULES.find((known) => known === rule)];
  const nodes = nodesIn(members['nodes']);
  return {
    readers,
    failure: {
      ...(knownStep === undefined ? {} : { step: knownStep }),
      ...(knownRule === undefined ? {} : { rule: knownRule }),
      ...(typeof matched === 'string' ? { matched } : {}),
      ...(typeof upstreamStatus === 'number' ? { upstreamStatus } : {}),
      ...(typeof source === 'string' ? { source } : {}),
      ...(isHint(hint) ? { hint } : {}),
      ...(nodes === null ? {} : { nodes }),
    },
  };
}

function nodesIn(plain: unknown): Required<SourceFailure>['nodes'] | null {
  if (typeof plain !== 'object' || plain === null || !('agree' in plain) || !('failed' in plain)) return null;
  const { agree, failed } = plain;
  return typeof agree === 'number' && typeof failed === 'number' ? { agree, failed } : null;
}

function membersIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const plain: unknown = JSON.parse(text);
    return typeof plain === 'object' && plain !== null ? { ...plain } : {};
  } catch {
    return {};
  }
}
