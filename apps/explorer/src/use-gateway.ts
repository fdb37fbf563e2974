import { type Client, GatewayError, type Info, type Nodes, type ListedProvider } from '@oracle-gateway/client';
import { useEffect, useState } from 'preact/hooks';
import { type Feed, catalogueFeeds } from './catalogue/feeds.js';
import { explainFailure, type ExplainedFailure } from './rounds/explain-failure.js';

/** The gateway's description of itself; a part is undefined until it is known. */
export interface GatewayFacts {
  readonly info: Info | undefined;
  readonly nodes: Nodes | undefined;
  readonly feeds: readonly Feed[] | undefined;
  /** The gateway cannot be read. */
  readonly failure: ExplainedFailure | undefined;
  readonly again: () => void;
}

const NOTHING = { info: undefined, nodes: undefined, feeds: undefined, failure: undefined };

/** Reads the gateway once, and again when the visitor asks for it. */
export function useGateway(client: Client): GatewayFacts {
  const [facts, setFacts] = useState<Omit<GatewayFacts, 'again'>>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    Promise.all([client.info({ signal }), client.nodes({ signal }), readFeeds(client, signal)]).then(
      ([info, nodes, feeds]) => setFacts({ info, nodes, feeds, failure: undefined }),
      (error: unknown) => {
        if (!signal.aborted) setFacts((known) => ({ ...known, failure: explainFailure(error) }));
      },
    );
    return () => left.abort();
  }, [client, attempt]);
  return { ...facts, again: () => setAttempt(attempt + 1) };
}

async function readFeeds(client: Client, signal: AbortSignal): Promise<readonly Feed[]> {
  const listed = await client.providers({ signal });
  const providers = await Promise.all(listed.map(async ({ id }) => readProvider(client, id, signal)));
  return catalogueFeeds(providers.filter((provider) => provider !== undefined));
}

/** A provider that went in between is passed over. */
async function readProvider(client: Client, id: string, signal: AbortSignal): Promise<ListedProvider | undefined> {
  try {
    return await client.provider(id, { signal });
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'provider_not_found') return undefined;
    throw error;
  }
}
