import type { Paywall } from './paywall.js';
import { json, NOT_FOUND, PRICE, type Source } from './source.js';

/** The price, for one payment per request; 404 without a facilitator. */
export function paywalledSource(paywall: Paywall | null): Source {
  return (request) => {
    if (request.path !== '/price' || paywall === null) return NOT_FOUND;
    const header = request.headers['payment-signature'];
    return paywall.charge({
      header: Array.isArray(header) ? header[0] : header,
      resourceUrl: `http://${request.headers.host ?? ''}${request.path}`,
      sold: json({ price: PRICE }),
    });
  };
}
