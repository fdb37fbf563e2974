import type { ExecuteX402RoundRequest } from '@oracle-gateway/gateway-api';
import { operations } from '@oracle-gateway/gateway-api';
import { PaymentRequiredV2Schema, PaymentRequirementsV2Schema } from '@x402/core/schemas';
import {
  extractDiscoveryInfo,
  isValidServiceName,
  sanitizeTags,
  validateAndExtract,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPaidWorld, termsOf } from './fakes/paid-world.js';
import { postX402 } from './fakes/post.js';
import type { World } from './fakes/world.js';
import { createX402Payer, headerOf, x402Request } from './fakes/x402-payer.js';

let world: World;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, close } = await startPaidWorld());
});
afterAll(() => close());

describe('a probe', () => {
  const probes: readonly (readonly [string, RequestInit])[] = [
    ['POST {}', { method: 'POST', body: '{}' }],
    ['POST { } with white space', { method: 'POST', body: ' {\n} ' }],
    ['POST without a body', { method: 'POST' }],
    ['GET', { method: 'GET' }],
  ];

  it.each(probes)('of an indexer gets the 402 with a template that says how the endpoint is called: %s', async (_, init) => {
    const response = await fetch(`${world.url}/v1/x402/execute`, init);
    expect(response.status).toBe(402);
    const { code, docUrl, ...body } = (await response.json()) as Record<string, unknown>;
    expect([code, docUrl]).toEqual(['payment_required', '/docs/errors/payment_required']);
    expect(body['error']).toContain('the example in extensions.bazaar');
    const header = response.headers.get('payment-required') ?? '';
    expect(JSON.parse(Buffer.from(header, 'base64').toString())).toEqual(body);
    expect(PaymentRequiredV2Schema.safeParse(body).success).toBe(true);
    const { bazaar } = body['extensions'] as { bazaar: { info: { input: { body: ExecuteX402RoundRequest } } } };
    // The example is a request that is taken as it stands, and the terms are its own.
    const asked = await postX402(world.url, bazaar.info.input.body);
    expect(asked.body['accepts']).toEqual(body['accepts']);
  });

  it('says HEAD too, and another method is 405 that names both', async () => {
    const [head, put] = await Promise.all(
      ['HEAD', 'PUT'].map((method) => fetch(`${world.url}/v1/x402/execute`, { method, ...(method === 'PUT' ? { body: '{}' } : {}) })),
    );
    expect(head?.status).toBe(402);
    expect([put?.status, put?.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD']);
  });

  it.each([
    ['a member', '{"a":1}'],
    ['a list', '[]'],
    ['no JSON', '{'],
    ['white space alone', '\n'],
  ])('is judged by its request where it asks for something: %s', async (_, body) => {
    expect((await postX402(world.url, body)).status).toBe(400);
  });

  it('with a payment is no probe: the body is judged, and the payment stays good', async () => {
    const request = x402Request();
    const payment = createX402Payer().pay(await termsOf(world, request));
    const refused = await postX402(world.url, '{}', payment);
    expect([refused.status, refused.body['code']]).toEqual([400, 'invalid_request']);
    expect((await postX402(world.url, request, payment)).status).toBe(200);
  });
});

describe('an indexer with the official package', () => {
  type Extension = Parameters<typeof validateDiscoveryExtension>[0];
  type Payload = Parameters<typeof extractDiscoveryInfo>[0];
  type Requirements = Parameters<typeof extractDiscoveryInfo>[1];

  /** The probe's validation: an extension, and what it reads there. */
  function validated(bazaar: unknown) {
    const extension = bazaar as Extension;
    expect(validateDiscoveryExtensionSpec(bazaar as Record<string, unknown>)).toEqual({ valid: true });
    expect(validateDiscoveryExtension(extension)).toEqual({ valid: true });
    return validateAndExtract(extension);
  }

  it('takes the extension of a probe’s 402, and lists the resource by it', async () => {
    const response = await fetch(`${world.url}/v1/x402/execute`, { method: 'POST' });
    const body = (await response.json()) as { readonly accepts: readonly [Requirements]; readonly resource: { readonly url: string } } & {
      readonly extensions: { readonly bazaar: unknown };
    };
    expect(validated(body.extensions.bazaar)).toMatchObject({
      valid: true,
      info: { input: { type: 'http', method: 'POST', bodyType: 'json' } },
    });
    // A facilitator reads it from the payment, which repeats what the 402 told.
    const payload = { ...body, x402Version: 2, payload: {}, accepted: body.accepts[0] } as unknown as Payload;
    expect(extractDiscoveryInfo(payload, body.accepts[0])).toMatchObject({ resourceUrl: body.resource.url, method: 'POST' });
  });

  it('reads the list of resources: addresses that answer 402, and items in the form of its discovery', async () => {
    const { body } = await world.http.call(operations.getX402Resources);
    if (!('items' in body)) throw new Error('the list was refused');
    expect(body.version).toBe(1);
    expect(body.resources).toEqual(body.items.map(({ resource }) => resource));
    for (const url of body.resources) {
      const probe = await fetch(world.url + new URL(url).pathname, { method: 'POST' });
      expect(probe.status).toBe(402);
    }
    const [item] = body.items;
    expect(isValidServiceName(item?.serviceName)).toBe(true);
    expect(sanitizeTags(item?.tags)).toEqual(item?.tags);
    expect(new Date(item?.lastUpdated ?? '').toISOString()).toBe(item?.lastUpdated);
    for (const terms of item?.accepts ?? []) expect(PaymentRequirementsV2Schema.safeParse(terms).success).toBe(true);
    expect(validated(item?.extensions['bazaar' as never])).toMatchObject({ valid: true });
  });
});

describe('a client of x402 version 1', () => {
  it.each<[string, object]>([
    ['with a request', x402Request()],
    ['with none', {}],
  ])('is told that version 2 is needed: %s', async (_, body) => {
    const response = await fetch(`${world.url}/v1/x402/execute`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-payment': headerOf({ x402Version: 1, scheme: 'exact', network: 'solana-devnet', payload: {} }) },
    });
    const answer = (await response.json()) as Record<string, unknown>;
    expect([response.status, answer['code'], answer['x402Version']]).toEqual([402, 'payment_required', 2]);
    expect(answer['error']).toContain('send a version 2 payment in PAYMENT-SIGNATURE');
  });
});
