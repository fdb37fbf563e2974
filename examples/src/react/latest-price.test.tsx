import { type FakeFault, fakeWorld } from '@oracle-gateway/client/testing';
import { parseHTML } from 'linkedom';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { LatestPrice } from './latest-price.js';

const values = { 'https://api.coinbase.com/v2/prices/BTC-USD/spot': '64628.31' };

// Any other DOM serves as well.
beforeAll(() => {
  const { window } = parseHTML('<html></html>');
  for (const [name, value] of Object.entries({ window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true }))
    vi.stubGlobal(name, value);
});

async function shownWith(...faults: FakeFault[]): Promise<() => string> {
  const client = fakeWorld({ values, faults }).client();
  const place = document.createElement('div');
  await act(async () => createRoot(place).render(<LatestPrice client={client} />));
  return () => place.innerHTML;
}

it('shows a price once it is verified', async () => {
  await expect.poll(await shownWith()).toBe('<output>64628.31</output>');
});

it('shows a price whose answer was lost on the way', async () => {
  await expect.poll(await shownWith('lost_answer')).toBe('<output>64628.31</output>');
});

it('shows no price that the nodes did not sign', async () => {
  await expect.poll(await shownWith('tampered')).toBe('<output>no price: verification_failed</output>');
});

it('says why there is no price', async () => {
  await expect.poll(await shownWith({ code: 'subscription_expired' })).toBe('<output>no price: subscription_expired</output>');
});
