import { type ErrorPage, errorPages, errorPath } from '@oracle-gateway/gateway-api/internal';
import type { StaticSite } from '../http/static-site.js';
import { textFile } from './docs-site.js';
import { siteHeaders } from './site-headers.js';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}pre,code{font-family:ui-monospace,monospace}pre{overflow-x:auto;padding:1rem;border:1px solid #8888}';

/** `GET /docs/errors/{code}`: a page about each code, to which the member `docUrl` of a refusal leads. It needs no script. */
export function createErrorPages(): StaticSite {
  const files = errorPages().map((page) => [errorPath(page.code), textFile('text/html; charset=utf-8', pageText(page))] as const);
  return {
    name: 'errorPages',
    files: new Map([[`${errorPath('')}style.css`, textFile('text/css; charset=utf-8', STYLE)], ...files]),
    redirects: new Map(),
    headers: siteHeaders({ connectTo: [], openerPolicy: 'same-origin' }),
  };
}

function pageText({ code, status, sections, example }: ErrorPage): string {
  const body = sections.map(({ title, text }) => `<h2>${title}</h2>\n<p>${marked(text)}</p>`).join('\n');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${code}</title>
    <link rel="stylesheet" href="style.css" />
  </head>
  <body>
<h1><code>${code}</code></h1>
<p>HTTP ${status}</p>
${body}
<h2>Example</h2>
<pre>${escaped(JSON.stringify(example, null, 2))}</pre>
  </body>
</html>
`;
}

/** The texts are of the table of codes; what stands between backquotes is code. */
function marked(text: string): string {
  return escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
