import { integerParameter, json, NOT_FOUND, PRICE, type Source } from './source.js';

const MAX_BPS = 10_000;
/** More decimals than a price has, so that no two draws are equal. */
const NOISE_DECIMALS = 8;
const OUTLIER_EVERY = 5;
const OUTLIER_FACTOR = 10;
const FAILURE_EVERY = 2;

/** A steady price in the shape of Coinbase's API. */
export function priceSource(): Source {
  return (request) =>
    request.path === '/v2/prices/BTC-USD/spot' ? json({ data: { amount: PRICE, base: 'BTC', currency: 'USD' } }) : NOT_FOUND;
}

/** A new value for every request, up to `spreadBps` (default 20) away from the price. */
export function noisySource(random: () => number): Source {
  return (request) => (request.path === '/price' ? json({ price: noisyPrice(request.query, random).toFixed(NOISE_DECIMALS) }) : NOT_FOUND);
}

/** As the noisy source, but every fifth answer is ten times the value. */
export function outlierSource(random: () => number): Source {
  let requests = 0;
  return (request) => {
    if (request.path !== '/price') return NOT_FOUND;
    const price = noisyPrice(request.query, random);
    requests += 1;
    return json({ price: (requests % OUTLIER_EVERY === 0 ? price * OUTLIER_FACTOR : price).toFixed(NOISE_DECIMALS) });
  };
}

/** Every second answer is a 500. */
export function flakySource(): Source {
  let requests = 0;
  return (request) => {
    if (request.path !== '/price') return NOT_FOUND;
    requests += 1;
    return requests % FAILURE_EVERY === 0 ? json({ error: 'flaky' }, 500) : json({ price: PRICE });
  };
}

/** @param random uniform in [0, 1) */
function noisyPrice(query: URLSearchParams, random: () => number): number {
  const spreadBps = integerParameter(query, 'spreadBps', { absent: 20, min: 0, max: MAX_BPS });
  return Number(PRICE) * (1 + ((2 * random() - 1) * spreadBps) / MAX_BPS);
}
