import { builtInFeed, type FeedCatalogue, isFeedName, namedFeed, type NamedSource, parseSource } from '@oracle-gateway/caller/feeds';
import { type Files, parseJson, UsageError } from '@oracle-gateway/caller/settings';
import type { CliDeps } from '../deps.js';

export interface SourceFlags {
  readonly path?: string | undefined;
  readonly transform?: string | undefined;
  readonly header?: readonly string[];
  readonly body?: string | undefined;
  readonly 'max-bytes'?: number | undefined;
}

export interface SourceDeps {
  readonly files: Pick<Files, 'read'>;
  readonly readStandardInput: CliDeps['readStandardInput'];
  /** Asked for a feed that this command does not bring along. */
  readonly catalogue: () => Promise<FeedCatalogue>;
}

const FIELD = 'source';
const HOST_AND_PATH = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?[/?]/i;

/** Reads a URL with flags, an apiConfig or an index as JSON, a file, `-` for the standard input, or a feed. Throws UsageError. */
export async function readSource(deps: SourceDeps, given: string, flags: SourceFlags): Promise<NamedSource> {
  if (/^https?:\/\//i.test(given)) return { source: parseSource(FIELD, sourceOfUrl(given, flags)), isFromGateway: false };
  for (const name of ['path', 'transform', 'header', 'body', 'max-bytes'] as const)
    // A header that is not given is an empty list.
    if (String(flags[name] ?? '') !== '')
      throw schemeMissing(given) ?? new UsageError(`--${name}`, 'goes with a URL; any other source has its own');
  if (given === '-') return plain(await standardInput(deps));
  if (given.trimStart().startsWith('{')) return plain(given);
  if (isFeedName(given)) return (await builtInFeed(given)) ?? namedFeed(await deps.catalogue(), given);
  const text = await deps.files.read(FIELD, given);
  if (text === null)
    throw (
      schemeMissing(given) ??
      new UsageError(FIELD, 'must be a URL, an apiConfig as JSON, a file, - or a feed such as coinbase/btc-usd; there is no such file')
    );
  return plain(text);
}

/** The refusal of a host and a path without a scheme; null for what looks otherwise. */
function schemeMissing(given: string): UsageError | null {
  return HOST_AND_PATH.test(given) ? new UsageError(FIELD, `must start with https:// where it is a URL: write https://${given}`) : null;
}

function plain(text: string): NamedSource {
  return { source: parseSource(FIELD, parseJson(FIELD, text)), isFromGateway: false };
}

async function standardInput({ readStandardInput }: SourceDeps): Promise<string> {
  const text = await readStandardInput();
  if (text === null) throw new UsageError(FIELD, 'must be smaller');
  return text;
}

/** Reads the URL as a URL parser writes it, so that a user may leave out the last slash. */
function sourceOfUrl(given: string, { path, transform, header = [], body, 'max-bytes': maxBytes }: SourceFlags): object {
  // A URL parser would encode the braces of a placeholder.
  const url = URL.canParse(given) && !given.includes('{{') ? new URL(given).href : given;
  const headers = header.map((line) => {
    const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new UsageError('--header', 'must be <name>: <value>');
    return [name, value] as const;
  });
  if (body !== undefined && !headers.some(([name]) => name.toLowerCase() === 'content-type'))
    headers.push(['Content-Type', 'application/json']);
  return {
    url,
    method: body === undefined ? 'GET' : 'POST',
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(body === undefined ? {} : { body }),
    ...(path === undefined ? {} : { responseParser: path }),
    ...(transform === undefined ? {} : { valueTransform: transform }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  };
}
