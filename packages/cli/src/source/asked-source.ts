import type { Client } from '@oracle-gateway/client';
import type { ApiConfig } from '@oracle-gateway/protocol';

import type { CliCall } from '../deps.js';
import { readSecrets } from './secrets.js';
import type { SourceFlags } from './read-source.js';

export interface AskingFlags extends SourceFlags {
  readonly quorum?: number | undefined;
  readonly secret?: readonly string[];
}

/** A source with everything that a round or a dry run of it takes. */
export interface AskedSource {
  readonly source: ApiConfig;
  readonly quorum: number;
  readonly secrets: Readonly<Record<string, string>> | undefined;
}

/** Reads what a user named. Where only the gateway says what a feed is, the user is told what will be asked. */
export async function readAskedSource(
  { around: { files, signal }, deps: { readStandardInput }, terminal }: CliCall,
  client: Pick<Client, 'provider' | 'defaultQuorum'>,
  { given, flags }: { readonly given: string; readonly flags: AskingFlags },
): Promise<AskedSource> {
  const secrets = await readSecrets(files, flags.secret ?? []);
  const { readSource } = await import('./read-source.js');
  const named = await readSource({ files, readStandardInput, catalogue: () => Promise.resolve(client) }, given, flags);
  if (named.isFromGateway) {
    const { url, method, responseParser = 'the whole answer' } = named.source;
    terminal.note(`${given} is the gateway's own feed: ${method} ${url} ${responseParser}`);
  }
  const quorum = flags.quorum ?? named.quorum ?? (await client.defaultQuorum(named.source, { signal }));
  return { source: named.source, quorum, secrets };
}
