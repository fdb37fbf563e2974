import type { Client, SourceInput } from '@oracle-gateway/client';
import { useEffect, useState } from 'preact/hooks';
import { type Asked, askedOf } from './asked.js';
import type { Draft } from './draft.js';

/** A majority of five nodes, shown until the ledger has told how many there are. */
const BEFORE_IT_IS_KNOWN = 3;

/** Quorum of a draft for which neither visitor nor catalogue sets one: as every other program of this client does. */
export function useDefaultQuorum(client: Pick<Client, 'defaultQuorum'>, draft: Draft): number {
  const [quorum, setQuorum] = useState(BEFORE_IT_IS_KNOWN);
  useEffect(() => {
    const source = draft.ok ? decidingSource(askedOf(draft.subject)) : undefined;
    if (source === undefined) return undefined;
    const left = new AbortController();
    client.defaultQuorum(source, { signal: left.signal }).then(setQuorum, () => undefined);
    return () => left.abort();
  }, [client, draft]);
  return quorum;
}

/** A list has the smallest quorum of tolerance mode where one of its sources has that mode. */
function decidingSource(asked: Asked): SourceInput | undefined {
  return 'source' in asked ? asked.source : (asked.sources.find(({ aggregation }) => aggregation !== undefined) ?? asked.sources[0]);
}
