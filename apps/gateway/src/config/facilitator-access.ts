import {
  ConfigError,
  type Environment,
  type Keypair,
  readAll,
  readHttpUrl,
  readRenewable,
  readSetting,
  readSigner,
  type Renewable,
  type Setting,
  unchanging,
} from '@oracle-gateway/app-config';
import { type ConfigFile, FACILITATOR_HEADERS_VARIABLE, FACILITATOR_KEYPAIR_VARIABLE, FACILITATOR_URL_VARIABLE } from './config-schema.js';

/** Access to the facilitator. All of it is secret: URLs and headers carry keys. */
export type FacilitatorAccess =
  | { readonly kind: 'remote'; readonly url: string | Renewable<string>; readonly headers: Renewable<Readonly<Record<string, string>>> }
  /** `feePayer`: key of the account that pays the fees. */
  | { readonly kind: 'local'; readonly feePayer: Keypair };

type FacilitatorSettings = Pick<
  ConfigFile['x402'],
  'facilitator_url' | 'facilitator_url_path' | 'facilitator_headers_path' | 'facilitator_keypair_path'
>;

/** Names of RFC 9110 and visible values: what Node would refuse at the first payment is refused at the start. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;

/** One of the two ways, and not both. Throws ConfigError. */
export async function readFacilitatorAccess(settings: FacilitatorSettings, environment: Environment): Promise<FacilitatorAccess> {
  const { facilitator_url: url, facilitator_url_path: urlPath, facilitator_keypair_path: keypairPath } = settings;
  const isRemote = (environment[FACILITATOR_URL_VARIABLE] ?? url ?? urlPath) !== undefined;
  const isLocal = (environment[FACILITATOR_KEYPAIR_VARIABLE] ?? keypairPath) !== undefined;
  if (isRemote === isLocal) {
    const rule = isRemote
      ? 'excludes x402.facilitator_keypair_path'
      : 'is required, or x402.facilitator_url_path, or x402.facilitator_keypair_path';
    throw new ConfigError('x402.facilitator_url', rule);
  }
  if (isLocal) {
    const place = { environment, variable: FACILITATOR_KEYPAIR_VARIABLE, key: 'x402.facilitator_keypair_path', value: keypairPath };
    return { kind: 'local', feePayer: await readSigner(place) };
  }
  const remote = await readAll({
    url: () => readFacilitatorUrl(settings, environment),
    headers: () => readFacilitatorHeaders(settings, environment),
  });
  return { kind: 'remote', ...remote };
}

async function readFacilitatorUrl(
  { facilitator_url: value, facilitator_url_path: path }: FacilitatorSettings,
  environment: Environment,
): Promise<string | Renewable<string>> {
  if (value !== undefined && path !== undefined)
    throw new ConfigError('x402.facilitator_url_path', 'must not stand beside x402.facilitator_url: remove one of the two');
  const variable = FACILITATOR_URL_VARIABLE;
  if (path === undefined) return withoutLogin(readSetting({ environment, variable, key: 'x402.facilitator_url', value }));
  const place = { environment, variable, key: 'x402.facilitator_url_path', value: path };
  return readRenewable(place, ({ name, text }) => withoutLogin({ name, text: text.trim() }));
}

async function readFacilitatorHeaders(
  { facilitator_headers_path: value }: FacilitatorSettings,
  environment: Environment,
): Promise<Renewable<Readonly<Record<string, string>>>> {
  const place = { environment, variable: FACILITATOR_HEADERS_VARIABLE, key: 'x402.facilitator_headers_path', value };
  if (value === undefined && environment[FACILITATOR_HEADERS_VARIABLE] === undefined) return unchanging({});
  return readRenewable(place, readHeaders);
}

/** Refuses a URL with a login: `fetch` refuses it too, and its error would quote it. Throws ConfigError. */
function withoutLogin(setting: Setting): string {
  const url = readHttpUrl(setting);
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') {
    throw new ConfigError(
      setting.name,
      `must hold no user name and no password; send them as headers, by x402.facilitator_headers_path or ${FACILITATOR_HEADERS_VARIABLE}`,
    );
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
