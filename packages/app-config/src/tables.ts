import { type Static, type TObject, type TOptional, type TString, Type } from '@sinclair/typebox';
import { host, port, table, text } from './schema.js';
import { type Environment, readSetting } from './setting.js';
import { readUrl } from './url.js';

/** `[metrics]` of every app. */
export const metricsTable = table({
  host: host('Address of the metrics listener.'),
  port: port('Port of the metrics listener; 0 switches it off.', 0),
});

/** `[sources]` of gateway and node. The app's parser brings the format `allowed-source`. */
export const sourcesTable = table({
  allowed: Type.Array(Type.String({ format: 'allowed-source', title: 'host:port, spelt as in a URL' }), {
    title: 'a list of at most 64 entries host:port',
    description: 'Sources that may have an address that is not public; leave empty in production.',
    maxItems: 64,
    default: [],
  }),
});

type SolanaTable = TObject<{ rpc_url: TOptional<TString>; program_id: TString; network: TString }>;

/** `[solana]` of every app; `variable` overrides its RPC server. */
export function solanaTable(variable: string): SolanaTable {
  return table({
    rpc_url: Type.Optional(
      text(`RPC server of the ledger; never logged. \`${variable}\` takes precedence.`, { title: 'an http or https URL' }),
    ),
    program_id: text('Address of the oracle program.', { format: 'address', title: 'an address in base58' }),
    network: text('CAIP-2 id of the network; with the program id it makes the deployment id, which is compared with the ledger at start.', {
      pattern: '^solana:[-_a-zA-Z0-9]{1,32}$',
      title: 'a CAIP-2 id of a Solana network',
    }),
  });
}

/** Throws ConfigError. */
export function readRpcUrl(solana: Static<SolanaTable>, environment: Environment, variable: string): string {
  return readUrl(readSetting({ environment, variable, key: 'solana.rpc_url', value: solana.rpc_url }), ['http:', 'https:']);
}
