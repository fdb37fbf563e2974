import binance from './data/binance.json' with { type: 'json' };
import bitstamp from './data/bitstamp.json' with { type: 'json' };
import bls from './data/bls.json' with { type: 'json' };
import carbonIntensity from './data/carbon-intensity.json' with { type: 'json' };
import coinbase from './data/coinbase.json' with { type: 'json' };
import coingecko from './data/coingecko.json' with { type: 'json' };
import cratesIo from './data/crates-io.json' with { type: 'json' };
import fiscalData from './data/fiscal-data.json' with { type: 'json' };
import frankfurter from './data/frankfurter.json' with { type: 'json' };
import index from './data/index.json' with { type: 'json' };
import kraken from './data/kraken.json' with { type: 'json' };
import mempool from './data/mempool.json' with { type: 'json' };
import npm from './data/npm.json' with { type: 'json' };
import nws from './data/nws.json' with { type: 'json' };
import ofr from './data/ofr.json' with { type: 'json' };
import openMeteo from './data/open-meteo.json' with { type: 'json' };
import pypistats from './data/pypistats.json' with { type: 'json' };
import solana from './data/solana.json' with { type: 'json' };
import { parseProvider } from './parse-provider.js';
import type { Provider } from './provider.js';

const FILES: Readonly<Record<string, unknown>> = {
  coinbase,
  kraken,
  binance,
  bitstamp,
  coingecko,
  frankfurter,
  'open-meteo': openMeteo,
  nws,
  mempool,
  solana,
  ofr,
  'fiscal-data': fiscalData,
  bls,
  'carbon-intensity': carbonIntensity,
  npm,
  pypistats,
  'crates-io': cratesIo,
  index,
};

/** Ids of the providers that this package describes. */
export const BUILT_IN_PROVIDERS: readonly string[] = Object.keys(FILES);

/**
 * A provider that this package describes; null for an unknown id.
 *
 * @example
 * builtInProvider('coinbase')?.flows[0]?.feeds[0]?.apiConfig;
 */
export function builtInProvider(id: string): Provider | null {
  return Object.hasOwn(FILES, id) ? parseProvider(FILES[id]) : null;
}
