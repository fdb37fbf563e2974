import type { Client } from '@oracle-gateway/client';
import { useEffect, useState } from 'preact/hooks';
import type { Draft } from './draft.js';

/** A majority of five nodes, shown until the ledger has told how many there are. */
const BEFORE_IT_IS_KNOWN = 3;

/** Quorum of a draft for which neither visitor nor catalogue sets one: as every other program of this client does. */
export function useDefaultQuorum(client: Pick<Client, 'defaultQuorum'>, draft: Draft): number {
  const [quorum, setQuorum] = useState(BEFORE_IT_IS_KNOWN);
  const source = draft.ok ? draft.source : undefined;
  useEffect(() => {
    if (source === undefined) return undefined;
    const left = new AbortController();
    client.defaultQuorum(source, { signal: left.signal }).then(setQuorum, () => undefined);
    return () => left.abort();
  }, [client, source]);
  return quorum;
}
