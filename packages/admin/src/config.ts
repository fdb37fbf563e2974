import { ConfigError, readUrl } from '@oracle-gateway/app-config';

/** The RPC server's URL in place of `--rpc`: the URL may hold an access key, and other users can read a command line. */
export const RPC_URL_VARIABLE = 'ORACLE_ADMIN_RPC_URL';

/** Throws ConfigError. */
export function readRpcUrl(flag: string | undefined, environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const variable = environment[RPC_URL_VARIABLE];
  const setting = flag === undefined ? { name: RPC_URL_VARIABLE, text: variable } : { name: '--rpc', text: flag };
  const { name, text } = setting;
  if (text === undefined) throw new ConfigError('--rpc', `is required, here or in ${RPC_URL_VARIABLE}`);
  return readUrl({ name, text }, ['http:', 'https:']);
}
