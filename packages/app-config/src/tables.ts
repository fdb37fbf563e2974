import { type Static, type TArray, type TObject, type TOptional, type TString, type TUnsafe, Type } from '@sinclair/typebox';
import { ConfigError } from './config-error.js';
import { host, integerSetting, port, table, text } from './schema.js';
import { type Environment, readSetting } from './setting.js';
import { readUrl } from './url.js';

const MAX_RPC_URLS = 8;
const SCHEMES = ['http:', 'https:'];

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
    program_id: text('Address of the oracle program.', { format: 'address', title: 'an address in base58' }),
    network: Type.Unsafe<`solana:${string}`>(
      text('CAIP-2 id of the network. With the program id it makes the deployment id, which must equal that of the ledger at start.', {
        pattern: '^solana:[-_a-zA-Z0-9]{1,32}$',
        title: 'a CAIP-2 id of a Solana network',
      }),
    ),
  });
}

/** One server or several, the preferred first. Throws ConfigError. */
export function readRpcUrls(
  solana: Pick<Static<SolanaTable>, 'rpc_url' | 'rpc_urls'>,
  environment: Environment,
  variable: string,
): readonly string[] {
  if (solana.rpc_url !== undefined && solana.rpc_urls !== undefined) {
    throw new ConfigError('solana.rpc_urls', 'must not stand beside solana.rpc_url: remove one of the two');
  }
  if (environment[variable] === undefined && solana.rpc_urls !== undefined) {
    return solana.rpc_urls.map((url, position) => readUrl({ name: `solana.rpc_urls[${position}]`, text: url }, SCHEMES));
  }
  const { name, text: urls } = readSetting({ environment, variable, key: 'solana.rpc_url', value: solana.rpc_url });
  const several = name === variable ? urls.trim().split(/\s+/) : [urls];
  if (several.length > MAX_RPC_URLS) throw new ConfigError(name, `must name at most ${MAX_RPC_URLS} servers`);
  return several.map((url) => readUrl({ name, text: url }, SCHEMES));
}
