import { type ConfigFault, faultsOf, readNamedBytes } from '@oracle-gateway/app-config';
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

/** Providers without a fault, and the faults of the others. */
export interface ReadCatalogue {
  readonly catalogue: Catalogue;
  /** Each names the setting, and for a file the path, the field and the rule. */
  readonly faults: readonly ConfigFault[];
}

/** A provider with the setting that names it, or what is wrong with the setting or its file. */
type Described = { readonly key: string; readonly provider: Provider } | { readonly faults: readonly ConfigFault[] };

/** The providers that an operator enables, and those of the operator's own files. */
export async function loadCatalogue({ enabled, files }: Pick<ConfigFile['providers'], 'enabled' | 'files'>): Promise<ReadCatalogue> {
  const described = [
    ...enabled.map((id, position) => enabledProvider(id, `providers.enabled[${position}]`)),
    ...(await Promise.all(files.map((path, position) => checkFile(path, `providers.files[${position}]`)))),
  ];
  const faults: ConfigFault[] = [];
  let catalogue = createCatalogue([]);
  for (const one of described) {
    if ('faults' in one) faults.push(...one.faults);
    else
      try {
        // One more each time, so that a conflict is told of the setting that brings it.
        catalogue = createCatalogue([...catalogue.providers, one.provider]);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        faults.push({ key: `${one.key}, ${error.field}`, rule: error.rule });
      }
  }
  return { catalogue, faults };
}

function enabledProvider(id: string, key: string): Described {
  const provider = builtInProvider(id);
  return provider === null ? { faults: [{ key, rule: `must be one of ${BUILT_IN_PROVIDERS.join(', ')}` }] } : { key, provider };
}

async function checkFile(path: string, setting: string): Promise<Described> {
  const key = `${setting}, ${path}`;
  try {
    const bytes = await readNamedBytes(setting, path);
    const check = checkProvider(readRequestJson(bytes, { maxBytes: MAX_FILE_BYTES, maxDepth: MAX_DEPTH }));
    if ('provider' in check) return { key, provider: check.provider };
    return { faults: check.faults.map(({ field, rule }) => ({ key: `${key}, ${field}`, rule })) };
  } catch (error) {
    return { faults: error instanceof JsonError ? [{ key, rule: error.message }] : faultsOf(error) };
  }
}
