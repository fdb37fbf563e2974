import type { Client } from '@oracle-gateway/client';
import { useEffect, useState } from 'preact/hooks';
import type { ChartPoint } from './chart.js';
import { chartPointsOf } from './history-points.js';

const MAX_ROUNDS = 100;

/**
 * Reads a feed's recorded rounds from the gateway. A gateway that keeps no such list has no points.
 *
 * @param input `after`: reads again when it changes
 */
export function useHistory(
  client: Client,
  { feedId, after }: { readonly feedId: string | undefined; readonly after: unknown },
): readonly ChartPoint[] {
  const [points, setPoints] = useState<readonly ChartPoint[]>([]);
  useEffect(() => {
    setPoints([]);
  }, [feedId]);
  useEffect(() => {
    if (feedId === undefined) return undefined;
    const left = new AbortController();
    client.feedRounds(feedId, { limit: MAX_ROUNDS, signal: left.signal }).then(
      ({ rounds }) => setPoints(chartPointsOf(rounds)),
      () => undefined,
    );
    return () => left.abort();
  }, [client, feedId, after]);
  return points;
}
