import type { StaticSite } from '../http/static-site.js';
import { textFile } from './docs-site.js';
import { siteHeaders } from './site-headers.js';

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Status of this gateway</title>
    <link rel="stylesheet" href="status.css" />
    <script src="status.js" defer></script>
  </head>
  <body>
    <main>
      <h1>Status of this gateway</h1>
      <p id="state" role="status">Asking…</p>
      <ul id="reasons"></ul>
      <p id="checked"></p>
      <noscript><p>This page needs JavaScript. <a href="ready">/ready</a> says the same as JSON.</p></noscript>
    </main>
  </body>
</html>
`;

const STYLE = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
#state{font-size:1.25rem;border-left:.4rem solid #888;padding-left:1rem}
#state[data-state=serving]{border-color:#1a7f37}
#state[data-state=limited]{border-color:#b58900}
#state[data-state=down]{border-color:#cf222e}
`;

/** It asks again every ten seconds while the page is in sight. Texts of the gateway are shown as text, never as markup. */
const SCRIPT = `const EVERY_MS = 10_000;
const LIMIT_MS = 5_000;
const part = (id) => document.getElementById(id);

async function ask() {
  try {
    const answer = await fetch('ready', { cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) });
    const body = await answer.json();
    if (answer.status === 503) return { state: 'down', text: 'It serves no rounds now.', reasons: body.reasons ?? [body.error] };
    if (!answer.ok) return { state: 'down', text: 'Its answer has the status ' + answer.status + '.', reasons: [] };
    const notes = body.notes ?? [];
    return notes.length === 0
      ? { state: 'serving', text: 'It serves rounds.', reasons: [] }
      : { state: 'limited', text: 'It serves rounds, but not all of its parts work.', reasons: notes };
  } catch {
    return { state: 'down', text: 'It does not answer.', reasons: [] };
  }
}

async function show() {
  const { state, text, reasons } = await ask();
  const shown = part('state');
  // A reader of screens hears a change alone.
  if (shown.textContent !== text) shown.textContent = text;
  shown.dataset.state = state;
  part('reasons').replaceChildren(
    ...reasons.map((reason) => {
      const item = document.createElement('li');
      item.textContent = String(reason);
      return item;
    }),
  );
  part('checked').textContent = 'Asked at ' + new Date().toLocaleTimeString() + ', again every ' + EVERY_MS / 1_000 + ' seconds.';
}

setInterval(() => document.visibilityState === 'visible' && show(), EVERY_MS);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && show());
show();
`;

/** `GET /status`: what `/ready` says, in words. */
export function createStatusPage(): StaticSite {
  return {
    name: 'statusPage',
    files: new Map([
      ['/status', textFile('text/html; charset=utf-8', HTML)],
      ['/status.js', textFile('text/javascript; charset=utf-8', SCRIPT)],
      ['/status.css', textFile('text/css; charset=utf-8', STYLE)],
    ]),
    redirects: new Map([['/status/', '../status']]),
    headers: siteHeaders({ connectTo: [], openerPolicy: 'same-origin' }),
  };
}
