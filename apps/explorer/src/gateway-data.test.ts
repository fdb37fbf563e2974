import { GatewayError, TransportError } from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';
import { readGatewayData } from './gateway-data.js';

const URL_OF_FEEDS = 'https://g.example/v1/feeds';

function read(said: Response | Error, signal = new AbortController().signal): Promise<unknown> {
  const fetch = (): Promise<Response> => (said instanceof Error ? Promise.reject(said) : Promise.resolve(said));
  return readGatewayData(URL_OF_FEEDS, signal, { fetch });
}

describe('readGatewayData', () => {
  it('answers the data', async () => {
    expect(await read(Response.json({ status: 'ok', data: { feeds: [] } }))).toEqual({ feeds: [] });
  });

  it('tells a refusal by its code, with the page about it', async () => {
    const refusal = { error: 'no such feed is public', code: 'feed_not_found', docUrl: '/docs/errors/feed_not_found' };
    const refused = await read(Response.json(refusal, { status: 404 })).catch((reason: unknown) => reason);
    expect(refused).toBeInstanceOf(GatewayError);
    expect(refused).toMatchObject({
      code: 'feed_not_found',
      status: 404,
      message: 'no such feed is public',
      docUrl: 'https://g.example/docs/errors/feed_not_found',
    });
  });

  it('refuses what is no answer of a gateway', async () => {
    await expect(read(new Response('<html>'))).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 });
    await expect(read(new Response('x'.repeat(2_000_001)))).rejects.toBeInstanceOf(TransportError);
    await expect(read(new TypeError('Failed to fetch'))).rejects.toMatchObject({ peer: 'gateway' });
  });

  it('ends with its reader', async () => {
    await expect(read(Response.json({}), AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });
});
