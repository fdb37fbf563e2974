import { type Static, type TArray, type TObject, type TOptional, type TString, type TUnsafe, Type } from '@sinclair/typebox';
import { ConfigError } from './config-error.js';
import { readEach } from './read-all.js';
import { readRenewable, type Renewable } from './renewable.js';
import { host, integerSetting, port, table, text } from './schema.js';
import type { Environment, Setting, SettingPlace } from './setting.js';
import { readHttpUrl } from './url.js';

const MAX_RPC_URLS = 8;
/** Genesis hashes, cut as CAIP-2 cuts them. */
const CLUSTERS = {
  mainnet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
};

/** `[metrics]` of every app. */
export const metricsTable = table({
  host: host('Address of the metrics listener.'),
  port: port('Port of the metrics listener; 0 switches it off.', 0),
});

/** Members of an app that sends transactions: what they offer for their place in a block. */
export const priorityFeeMembers = {
  priority_fee_percentile: integerSetting('Percentile of the priority fees in recent blocks; a transaction offers as much.', {
    minimum: 1,
    maximum: 100,
    default: 75,
  }),
  priority_fee_cap_micro_lamports: integerSetting(
    'Highest priority fee that a transaction offers, in micro-lamports per compute unit. 0: no priority fee.',
    { minimum: 0, maximum: 1_000_000_000, default: 50_000 },
  ),
};

/** `[sources]` of gateway and node. The app's parser brings the format `allowed-source`. */
export const sourcesTable = table({
  allowed: Type.Array(Type.String({ format: 'allowed-source', title: 'host:port, spelt as in a URL' }), {
    title: 'a list of at most 64 entries host:port',
    description: 'Sources whose address need not be public. Leave it empty in production.',
    maxItems: 64,
    default: [],
  }),
});

type SolanaTable = TObject<{
  rpc_url: TOptional<TString>;
  rpc_urls: TOptional<TArray<TString>>;
  rpc_url_path: TOptional<TString>;
  program_id: TString;
  network: TUnsafe<`solana:${string}`>;
}>;

/** `[solana]` of every app; `variable` overrides its RPC server. */
export function solanaTable(variable: string): SolanaTable {
  return table({
    rpc_url: Type.Optional(
      text(`URL of the ledger’s RPC server, never logged. \`${variable}\` takes precedence.`, { title: 'an http or https URL' }),
    ),
    rpc_urls: Type.Optional(
      Type.Array(Type.String({ minLength: 1, title: 'an http or https URL' }), {
        title: 'a list of 1 to 8 http or https URLs',
        description: `URLs of several RPC servers in place of \`rpc_url\`, the preferred first, never logged. \`${variable}\` takes precedence, with spaces between the URLs.`,
        minItems: 1,
        maxItems: MAX_RPC_URLS,
      }),
    ),
    rpc_url_path: Type.Optional(
      text(
        `File with that URL or those URLs, one a line, in place of \`rpc_url\` and \`rpc_urls\`: an access key then stands in no configuration. It is read again while the process runs, for as many servers. \`${variable}\` takes precedence.`,
        { title: 'the path of a file' },
      ),
    ),
    program_id: text('Address of the oracle program.', { format: 'address', title: 'an address in base58' }),
    network: Type.Unsafe<`solana:${string}`>(
      text('CAIP-2 id of the network. With the program id it makes the deployment id, which must equal that of the ledger at start.', {
        pattern: '^solana:[1-9A-HJ-NP-Za-km-z]{32}$',
        title: `a CAIP-2 id of a Solana network, solana: and the first 32 characters of the genesis hash: ${Object.entries(CLUSTERS)
          .map(([cluster, id]) => `${cluster} is ${id}`)
          .join(', ')}`,
      }),
    ),
  });
}

const RPC_KEYS = ['rpc_url', 'rpc_urls', 'rpc_url_path'] as const;

/** URL of an RPC server; one from a file may change while the process runs. */
export type RpcUrlSetting = string | Renewable<string>;

/**
 * One server or several, the preferred first. A file is read again at each use, and may name other URLs of as many servers. Throws ConfigError.
 */
export async function readRpcUrls(
  solana: Pick<Static<SolanaTable>, (typeof RPC_KEYS)[number]>,
  environment: Environment,
  variable: string,
): Promise<readonly RpcUrlSetting[]> {
  const [first, second] = RPC_KEYS.filter((key) => solana[key] !== undefined);
  if (second !== undefined) throw new ConfigError(`solana.${second}`, `must not stand beside solana.${first}: remove one of the two`);
  if (environment[variable] === undefined && solana.rpc_url_path !== undefined)
    return renewableUrls({ environment, variable, key: 'solana.rpc_url_path', value: solana.rpc_url_path });
  return readEach(requireFew(rpcSettings(solana, environment, variable)), readHttpUrl);
}

async function renewableUrls(place: SettingPlace): Promise<readonly RpcUrlSetting[]> {
  let count: number | undefined;
  const urls = await readRenewable(place, (setting) => {
    const read = requireFew(inWords(setting)).map(readHttpUrl);
    count ??= read.length;
    if (read.length !== count)
      throw new ConfigError(setting.name, `must name ${count} servers, as at the start; restart for another number`);
    return read;
  });
  return urls.current().map((first, position) => ({ current: () => urls.current()[position] ?? first }));
}

function requireFew(urls: readonly Setting[]): readonly Setting[] {
  const [first] = urls;
  if (first !== undefined && urls.length > MAX_RPC_URLS) throw new ConfigError(first.name, `must name at most ${MAX_RPC_URLS} servers`);
  return urls;
}

function rpcSettings(
  { rpc_url: url, rpc_urls: urls }: Parameters<typeof readRpcUrls>[0],
  environment: Environment,
  variable: string,
): readonly Setting[] {
  const inline = environment[variable];
  if (inline !== undefined) return inWords({ name: variable, text: inline });
  if (urls !== undefined) return urls.map((text, position) => ({ name: `solana.rpc_urls[${position}]`, text }));
  if (url !== undefined) return [{ name: 'solana.rpc_url', text: url }];
  throw new ConfigError('solana.rpc_url', `is required, here or in ${variable}, or in the file of solana.rpc_url_path`);
}

function inWords({ name, text: words }: Setting): readonly Setting[] {
  return words
    .trim()
    .split(/\s+/)
    .map((word) => ({ name, text: word }));
}
