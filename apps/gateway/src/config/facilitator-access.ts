import {
  ConfigError,
  type Environment,
  readSecretKey,
  readSetting,
  readSettingFile,
  readUrl,
  type Setting,
} from '@oracle-gateway/app-config';
import { type ConfigFile, FACILITATOR_HEADERS_VARIABLE, FACILITATOR_KEYPAIR_VARIABLE, FACILITATOR_URL_VARIABLE } from './config-schema.js';

/** Access to the facilitator. All of it is secret: URLs and headers carry keys. */
export type FacilitatorAccess =
  | { readonly kind: 'remote'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  /** `secretKey`: 64 bytes of the account that pays the fees. */
  | { readonly kind: 'local'; readonly secretKey: Uint8Array };

type FacilitatorSettings = Pick<ConfigFile['x402'], 'facilitator_url' | 'facilitator_keypair_path'>;

/** Names of RFC 9110 and visible values: what Node would refuse at the first payment is refused at the start. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;

/** One of the two ways, and not both. Throws ConfigError. */
export async function readFacilitatorAccess(settings: FacilitatorSettings, environment: Environment): Promise<FacilitatorAccess> {
  const urlPlace = { environment, variable: FACILITATOR_URL_VARIABLE, key: 'x402.facilitator_url', value: settings.facilitator_url };
  const keyPlace = {
    environment,
    variable: FACILITATOR_KEYPAIR_VARIABLE,
    key: 'x402.facilitator_keypair_path',
    value: settings.facilitator_keypair_path,
  };
  const [isRemote, isLocal] = [urlPlace, keyPlace].map(({ variable, value }) => (environment[variable] ?? value) !== undefined);
  if (isRemote === isLocal) {
    const rule = isRemote === true ? 'excludes x402.facilitator_keypair_path' : 'is required, or x402.facilitator_keypair_path';
    throw new ConfigError('x402.facilitator_url', rule);
  }
  if (isLocal === true) return { kind: 'local', secretKey: readSecretKey(await readSettingFile(keyPlace)) };
  const headers = environment[FACILITATOR_HEADERS_VARIABLE];
  return {
    kind: 'remote',
    url: readFacilitatorUrl(readSetting(urlPlace)),
    headers: headers === undefined ? {} : readHeaders({ name: FACILITATOR_HEADERS_VARIABLE, text: headers }),
  };
}

/** Refuses a URL with a login: `fetch` refuses it too, and its error would quote it. Throws ConfigError. */
function readFacilitatorUrl(setting: Setting): string {
  const url = readUrl(setting, ['http:', 'https:']);
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') {
    throw new ConfigError(setting.name, `must hold no user name and no password; send them as headers, by ${FACILITATOR_HEADERS_VARIABLE}`);
  }
  return url;
}

/** Reads headers such as `{"authorization": "Bearer …"}`. Throws ConfigError, which repeats nothing. */
function readHeaders({ name, text }: Setting): Readonly<Record<string, string>> {
  const plain = parseJson(text);
  const refusal = new ConfigError(name, 'must be a JSON object of header names and their values');
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) throw refusal;
  const entries = Object.entries(plain).map(([header, value]): [string, string] => {
    if (!HEADER_NAME.test(header) || typeof value !== 'string' || !HEADER_VALUE.test(value)) throw refusal;
    return [header, value];
  });
  return Object.fromEntries(entries);
}

/** `undefined` for what is not JSON: its error would quote the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
