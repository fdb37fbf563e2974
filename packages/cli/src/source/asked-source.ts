import { isIndex, type NamedSource, type SourceOrIndex } from '@oracle-gateway/caller/feeds';
import { UsageError } from '@oracle-gateway/caller/settings';
import type { Client } from '@oracle-gateway/client';
import type { ApiConfig } from '@oracle-gateway/protocol';

import type { CliCall } from '../deps.js';
import { readSecrets } from './secrets.js';
import type { SourceFlags } from './read-source.js';

export interface AskingFlags extends SourceFlags {
  readonly quorum?: number | undefined;
  readonly secret?: readonly string[];
}

/** Everything that a round or a dry run takes beside what is asked for. */
export interface AskingTerms {
  readonly quorum: number;
  readonly secrets?: Readonly<Record<string, string>>;
}

type Catalogue = Pick<Client, 'provider' | 'defaultQuorum'>;

/** Reads the source or the index that a user named. Where only the gateway says what a feed is, the user is told what will be asked. */
export async function readAskedSource(
  call: CliCall,
  client: Catalogue,
  { given, flags }: { readonly given: string; readonly flags: AskingFlags },
): Promise<{ readonly source: SourceOrIndex; readonly terms: AskingTerms }> {
  const named = await readNamed(call, client, { given, flags });
  return { source: named.source, terms: await termsOf(call, client, { named: [named], flags }) };
}

/** Reads the sources of a list likewise. */
export async function readAskedList(
  call: CliCall,
  client: Catalogue,
  { given, flags }: { readonly given: readonly string[]; readonly flags: AskingFlags },
): Promise<{ readonly sources: readonly ApiConfig[]; readonly terms: AskingTerms }> {
  const named: NamedSource[] = [];
  for (const one of given) named.push(await readNamed(call, client, { given: one, flags }));
  return { sources: listedSources(named), terms: await termsOf(call, client, { named, flags }) };
}

/** Throws UsageError for an index. */
export function listedSources(named: readonly Pick<NamedSource, 'source'>[]): readonly ApiConfig[] {
  return named.map(({ source }) => {
    if (isIndex(source)) throw new UsageError('source', 'must be no index where several sources are asked for');
    return source;
  });
}

async function readNamed(
  { around: { files }, deps: { readStandardInput }, terminal }: CliCall,
  client: Catalogue,
  { given, flags }: { readonly given: string; readonly flags: AskingFlags },
): Promise<NamedSource> {
  const { readSource } = await import('./read-source.js');
  const named = await readSource({ files, readStandardInput, catalogue: () => Promise.resolve(client) }, given, flags);
  if (named.isFromGateway)
    for (const line of sourceLines(named.source, 'the whole answer')) terminal.note(`${given} is the gateway's own feed: ${line}`);
  return named;
}

/** One line for each HTTP source. @param whole names the answer where no path selects from it */
export function sourceLines(source: SourceOrIndex, whole = ''): readonly string[] {
  const configs = isIndex(source) ? source.apiConfigs : [source];
  return configs.map(({ url, method, responseParser = whole }) => `${method} ${url} ${responseParser}`.trimEnd());
}

/** A list has the quorum that suits all of its sources. */
async function termsOf(
  { around: { files, signal } }: CliCall,
  client: Catalogue,
  { named, flags }: { readonly named: readonly NamedSource[]; readonly flags: AskingFlags },
): Promise<AskingTerms> {
  const secrets = await readSecrets(files, flags.secret ?? []);
  let quorum = flags.quorum ?? 0;
  if (flags.quorum === undefined)
    for (const one of named) quorum = Math.max(quorum, one.quorum ?? (await client.defaultQuorum(one.source, { signal })));
  return { quorum, ...(secrets === undefined ? {} : { secrets }) };
}
