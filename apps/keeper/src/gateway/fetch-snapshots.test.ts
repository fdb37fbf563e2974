import { expect, it } from 'vitest';
import { fetchSnapshots } from './fetch-snapshots.js';

const gateways = ['one', 'two'].map((name) => ({ name, url: `https://${name}.example/base/`, onDeprecated: unexpected }));

function unexpected(): never {
  throw new Error('no operation ends');
}
const { signal } = new AbortController();

function urlOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : input.toString();
}

function answering(answers: Readonly<Record<string, () => Response>>): typeof fetch {
  return (input) => Promise.resolve().then(() => answers[new URL(urlOf(input)).hostname]?.() ?? Promise.reject(new Error('down')));
}

it('every gateway that has a snapshot of the version answers it, and one that is down holds up none', async () => {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked.push(urlOf(input));
    return answering({ 'two.example': () => Response.json({ status: 'ok', data: { s: '0x1' } }) })(input, init);
  };
  expect(await fetchSnapshots({ fetch, gateways }, 7n, signal)).toEqual([{ s: '0x1' }]);
  expect(asked[0]).toBe('https://one.example/base/v1/registry/snapshot?signerVersion=7');
});

it('a gateway without one has none, and where none answers that is a failure', async () => {
  const none = answering({ 'one.example': () => new Response(null, { status: 404 }) });
  expect(await fetchSnapshots({ fetch: none, gateways }, 7n, signal)).toEqual([]);
  const failing = answering({ 'one.example': () => Response.json({}, { status: 503 }) });
  await expect(fetchSnapshots({ fetch: failing, gateways }, 7n, signal)).rejects.toThrow(/gateways\.one: answered 503/);
});
