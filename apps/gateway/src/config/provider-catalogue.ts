import { readFile } from 'node:fs/promises';
import { ConfigError } from '@oracle-gateway/app-config';
import { JsonError, readRequestJson } from '@oracle-gateway/protocol';
import {
  BUILT_IN_PROVIDERS,
  builtInProvider,
  type Catalogue,
  checkProvider,
  createCatalogue,
  type Provider,
  ProviderError,
} from '@oracle-gateway/providers';
import type { ConfigFile } from './config-schema.js';

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_DEPTH = 16;

/**
 * The providers that an operator enables, and those of the operator's own files.
 * @throws ConfigError naming the setting, and for a file the path, the field and the rule: of each fault of all files, one a line.
 */
export async function loadCatalogue({ enabled, files }: Pick<ConfigFile['providers'], 'enabled' | 'files'>): Promise<Catalogue> {
  const builtIn = enabled.map((id, position) => ({ key: `providers.enabled[${position}]`, provider: enabledProvider(id, position) }));
  const checks = await Promise.all(files.map((path, position) => checkFile(path, `providers.files[${position}]`)));
  const [first, ...others] = checks.flatMap((check) => ('faults' in check ? check.faults : []));
  if (first !== undefined) throw new ConfigError(first.key, first.rule, others);
  const described = [...builtIn, ...checks.flatMap((check) => ('provider' in check ? check : []))];
  const providers: Provider[] = [];
  for (const { key, provider } of described) {
    providers.push(provider);
    // One more each time, so that a conflict is told of the setting that brings it.
    inTermsOf(key, () => createCatalogue(providers));
  }
  return createCatalogue(providers);
}

function enabledProvider(id: string, position: number): Provider {
  const provider = builtInProvider(id);
  if (provider === null) throw new ConfigError(`providers.enabled[${position}]`, `must be one of ${BUILT_IN_PROVIDERS.join(', ')}`);
  return provider;
}

/** The provider of a file, or all that is wrong with the file. */
async function checkFile(
  path: string,
  setting: string,
): Promise<{ readonly key: string; readonly provider: Provider } | { readonly faults: readonly ConfigError[] }> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return { faults: [new ConfigError(setting, 'must name a file that can be read')] };
  const key = `${setting}, ${path}`;
  try {
    const check = checkProvider(readRequestJson(bytes, { maxBytes: MAX_FILE_BYTES, maxDepth: MAX_DEPTH }));
    if ('provider' in check) return { key, provider: check.provider };
    return { faults: check.faults.map(({ field, rule }) => new ConfigError(`${key}, ${field}`, rule)) };
  } catch (error) {
    if (error instanceof JsonError) return { faults: [new ConfigError(key, error.message)] };
    throw error;
  }
}

function inTermsOf<T>(key: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProviderError) throw new ConfigError(`${key}, ${error.field}`, error.rule);
    throw error;
  }
}
