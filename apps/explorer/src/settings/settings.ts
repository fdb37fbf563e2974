import { isAddressText } from './address-text.js';
import { objectOf, textIn } from '../read-json.js';

/** Settings of a page: the gateway that it asks, and the ledger that it trusts. */
export interface PageSettings {
  /** Base URL of the gateway. */
  readonly gateway: string;
  /** The oracle program, base58. */
  readonly programId: string;
  /** CAIP-2 id. */
  readonly network: string;
  /** JSON-RPC servers, the preferred first. */
  readonly rpcUrls: readonly string[];
  /** 64 bytes of a key that every visitor of a test world may sign with. */
  readonly demoKey?: Uint8Array;
}

/** `settings.json` beside the page cannot be used. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const KEY_BYTES = 64;

/**
 * Reads `settings.json`, which stands beside the page. A page that is kept elsewhere names its gateway there.
 *
 * @param input `pageUrl`: where the page is; its gateway is one level up unless the settings name another
 * @throws SettingsError
 */
export function readPageSettings({ value, pageUrl }: { readonly value: unknown; readonly pageUrl: string }): PageSettings {
  const members = objectOf(value) ?? {};
  const programId = textIn(members['programId']);
  const network = textIn(members['network']);
  const rpcUrls = members['rpcUrls'];
  const gateway = textIn(members['gateway']) ?? new URL('..', pageUrl).href;
  if (!isHttpUrl(gateway)) throw new SettingsError('settings.json: gateway must be an http or https URL');
  if (programId === undefined || !isAddressText(programId))
    throw new SettingsError('settings.json: programId must be an address in base58');
  if (network === undefined || !/^solana:\w+$/.test(network))
    throw new SettingsError('settings.json: network must be a CAIP-2 id of Solana');
  if (!Array.isArray(rpcUrls) || rpcUrls.length === 0 || !rpcUrls.every(isHttpUrl))
    throw new SettingsError('settings.json: rpcUrls must be a list of http or https URLs');
  const demoKey = readKey(members['demoKey']);
  return { gateway: gateway.replace(/\/+$/, ''), programId, network, rpcUrls, ...(demoKey === undefined ? {} : { demoKey }) };
}

export function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function readKey(value: unknown): Uint8Array | undefined {
  if (value === undefined) return undefined;
  const isByte = (entry: unknown): entry is number => typeof entry === 'number' && Number.isInteger(entry) && entry >= 0 && entry <= 255;
  if (!Array.isArray(value) || value.length !== KEY_BYTES || !value.every(isByte))
    throw new SettingsError(`settings.json: demoKey must be a list of ${KEY_BYTES} bytes`);
  return Uint8Array.from(value);
}
