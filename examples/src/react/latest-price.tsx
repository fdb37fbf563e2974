import type { Client } from '@oracle-gateway/client';
import { type ReactElement, useEffect, useState } from 'react';

const BITCOIN = { url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot', method: 'GET', responseParser: '$.data.amount' };

/** A verified price, or the code of the error. */
export function LatestPrice({ client }: { readonly client: Client }): ReactElement {
  const [shown, show] = useState('asking …');
  useEffect(() => {
    const ending = new AbortController();
    const failed = (error: unknown): void => {
      if (!ending.signal.aborted) show(error instanceof Error && 'code' in error ? `no price: ${String(error.code)}` : 'no price');
    };
    client.round(BITCOIN, { signal: ending.signal }).then(({ value }) => show(value), failed);
    return () => ending.abort();
  }, [client]);
  return <output>{shown}</output>;
}
