import { isMembers, own, parseJson } from '../json.js';
import type { Files } from '../files/files.js';
import { UsageError } from '../usage-error.js';
import type { SettingTexts } from './setting.js';

export const DEFAULT_MANIFEST = '.localnet/manifest.json';

/** A running localnet, from its manifest. */
export interface Localnet {
  readonly settings: SettingTexts;
  /** A sample key; null where the manifest has none of this name. */
  key(name: string): string | null;
}

const FIELD = '--localnet';

/** Throws UsageError where no localnet runs. */
export async function readLocalnet(files: Pick<Files, 'read'>, path: string): Promise<Localnet> {
  const text = await files.read(FIELD, path);
  if (text === null)
    throw new UsageError(
      FIELD,
      'must name the manifest of a localnet that runs: start one with npm start, or with npx @oracle-gateway/localnet in this folder',
    );
  const manifest = parseJson(FIELD, text);
  const member = (name: string): string => {
    const value = own(manifest, name);
    if (typeof value !== 'string' || value === '') throw new UsageError(FIELD, `must name a manifest with a text ${name}`);
    return value;
  };
  const keys = own(manifest, 'keys');
  return {
    settings: { gateway: member('gatewayUrl'), rpc: member('rpcUrl'), program: member('programId'), network: member('network') },
    key: (name) => {
      const key = isMembers(keys) ? own(keys, name) : undefined;
      return key === undefined ? null : JSON.stringify(key);
    },
  };
}
