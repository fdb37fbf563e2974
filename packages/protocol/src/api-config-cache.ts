import type { ApiConfig } from './api-config-outline.js';
import { BoundedMap } from './bounded-map.js';

/** Configurations that are kept, and characters of each: together less than 2 MiB. */
const MAX_KEPT = 512;
const MAX_KEPT_CHARS = 1_024;

/** The members that a kept configuration may have, each a text. Headers may hold credentials, so a configuration with headers is not kept. */
const TEXTS = ['url', 'method', 'responseParser', 'valueTransform'] as const;
const AGGREGATION_MEMBERS = ['mode', 'rule', 'maxDeviationBps', 'maxAgeMs', 'numeric'] as const;
const NUMERIC_MEMBERS = ['type', 'decimals'] as const;

/** Parsed form of a configuration and the one text that stands for it. */
export interface KeptForm {
  readonly text: string;
  readonly members: unknown;
}

const kept = new BoundedMap<string, ApiConfig>(MAX_KEPT);

/** `null` for what is not kept: another member than the known ones, one of another type, headers, or too many characters. */
export function keptForm(input: unknown): KeptForm | null {
  if (!isObject(input)) return null;
  const members: Record<string, unknown> = {};
  const parts: unknown[] = [];
  let known = 0;
  for (const name of TEXTS) {
    const value = Object.hasOwn(input, name) ? input[name] : null;
    if (value !== null && typeof value !== 'string') return null;
    parts.push(value);
    if (value === null) continue;
    members[name] = value;
    known += 1;
  }
  if (Object.hasOwn(input, 'aggregation')) {
    const aggregation = aggregationOf(input['aggregation']);
    if (aggregation === null) return null;
    members['aggregation'] = aggregation;
    const { mode, rule, maxDeviationBps, maxDeviation = null, maxAgeMs, numeric } = aggregation;
    parts.push(Object.values(numeric), mode, rule, maxDeviationBps, maxDeviation, maxAgeMs);
    known += 1;
  }
  if (Object.getOwnPropertyNames(input).length !== known) return null;
  const text = JSON.stringify(parts);
  return text.length <= MAX_KEPT_CHARS ? { text, members } : null;
}

/** The configuration of this text that was kept lately. */
export function keptConfig({ text }: KeptForm): ApiConfig | undefined {
  return kept.get(text);
}

/** Keeps a configuration that was judged under its form, frozen: several callers share it. */
export function keepConfig({ text }: KeptForm, config: ApiConfig): void {
  if (config.aggregation !== undefined) {
    Object.freeze(config.aggregation.numeric);
    Object.freeze(config.aggregation);
  }
  kept.set(text, Object.freeze(config));
}

/** A copy, `null` where a member is of another type. */
function aggregationOf(value: unknown) {
  if (!isObject(value)) return null;
  const isBounded = Object.hasOwn(value, 'maxDeviation');
  if (!hasJust(value, isBounded ? [...AGGREGATION_MEMBERS, 'maxDeviation'] : AGGREGATION_MEMBERS)) return null;
  const { mode, rule, maxDeviationBps, maxDeviation, maxAgeMs, numeric } = value;
  if (isBounded && typeof maxDeviation !== 'string') return null;
  if (typeof mode !== 'string' || typeof rule !== 'string') return null;
  if (typeof maxDeviationBps !== 'number' || typeof maxAgeMs !== 'number') return null;
  if (!isObject(numeric) || !hasJust(numeric, NUMERIC_MEMBERS)) return null;
  const { type, decimals } = numeric;
  if (typeof type !== 'string' || typeof decimals !== 'number') return null;
  return { mode, rule, maxDeviationBps, ...(isBounded ? { maxDeviation } : {}), maxAgeMs, numeric: { type, decimals } };
}

function hasJust(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return Object.getOwnPropertyNames(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
