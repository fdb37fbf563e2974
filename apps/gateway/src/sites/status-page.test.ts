import { runInNewContext } from 'node:vm';

import { expect, it } from 'vitest';
import { createStatusPage } from './status-page.js';

const { files, headers, redirects } = createStatusPage();

async function textOf(path: string): Promise<string> {
  return Buffer.from((await files.get(path)?.read()) ?? []).toString();
}

interface Shown {
  readonly state: string | undefined;
  readonly text: string;
  readonly reasons: readonly string[];
}

/** The page's script beside elements that keep what it writes. */
async function show(answer: () => Promise<Response>): Promise<Shown> {
  interface Part {
    textContent: string;
    dataset: { state?: string };
    items: readonly Part[];
    replaceChildren: (...items: readonly Part[]) => void;
  }
  const newPart = (): Part => {
    const part: Part = { textContent: '', dataset: {}, items: [], replaceChildren: (...items) => (part.items = items) };
    return part;
  };
  const parts = new Map(['state', 'reasons', 'checked'].map((id) => [id, newPart()]));
  const written = new Promise<void>((resolve) => {
    const checked = parts.get('checked');
    if (checked !== undefined) Object.defineProperty(checked, 'textContent', { set: () => resolve() });
  });
  const document = {
    visibilityState: 'visible',
    getElementById: (id: string) => parts.get(id),
    createElement: newPart,
    addEventListener: () => undefined,
  };
  const fetchReady = (url: string): Promise<Response> => (url === 'ready' ? answer() : Promise.reject(new Error(`asked for ${url}`)));
  runInNewContext(await textOf('/status.js'), { document, fetch: fetchReady, AbortSignal, setInterval: () => 0 });
  await written;
  const [state, reasons] = [parts.get('state'), parts.get('reasons')];
  return { state: state?.dataset.state, text: state?.textContent ?? '', reasons: (reasons?.items ?? []).map((item) => item.textContent) };
}

it.each<readonly [string, () => Promise<Response>, Shown]>([
  ['ready', () => Promise.resolve(Response.json({ status: 'ok' })), { state: 'serving', text: 'It serves rounds.', reasons: [] }],
  [
    'ready with notes',
    () => Promise.resolve(Response.json({ status: 'ok', notes: ['settlement is switched off'] })),
    { state: 'limited', text: 'It serves rounds, but not all of its parts work.', reasons: ['settlement is switched off'] },
  ],
  [
    'not ready',
    () => Promise.resolve(Response.json({ error: 'not ready', code: 'not_ready', reasons: ['<b>2 nodes answer'] }, { status: 503 })),
    { state: 'down', text: 'It serves no rounds now.', reasons: ['<b>2 nodes answer'] },
  ],
  ['gone', () => Promise.reject(new TypeError('refused')), { state: 'down', text: 'It does not answer.', reasons: [] }],
  ['no JSON', () => Promise.resolve(new Response('<html>')), { state: 'down', text: 'It does not answer.', reasons: [] }],
])('the page says in words that the gateway is %s', async (_, answer, shown) => {
  expect(await show(answer)).toEqual(shown);
});

it('the page names its files without their folder, so that it also works behind a proxy that adds a path', async () => {
  const html = await textOf('/status');
  const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
  expect(named).toEqual(['status.css', 'status.js', 'ready']);
  for (const path of ['status.css', 'status.js']) expect(files.has(`/${path}`)).toBe(true);
  expect(redirects.get('/status/')).toBe('../status');
});

it('the page loads from the gateway alone, has no script in its markup, and says so where scripts are off', async () => {
  expect(headers['Content-Security-Policy']).toContain("default-src 'none'; script-src 'self'");
  const html = await textOf('/status');
  expect(html).not.toMatch(/<script(?! src="status\.js" defer><\/script>)|\son\w+=/);
  expect(html).toMatch(/<noscript>.*href="ready"/);
});
