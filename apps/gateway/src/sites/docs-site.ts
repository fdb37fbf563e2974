import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StaticFile, StaticSite } from '../http/static-site.js';
import { siteHeaders } from './site-headers.js';

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Oracle Gateway: HTTP interface</title>
    <link rel="icon" type="image/png" href="/docs/favicon.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. <a href="/v1/openapi.json">/v1/openapi.json</a> has the same as JSON.</noscript>
    <script src="/docs/swagger-ui.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** The page has no badge of a validator elsewhere. */
const START = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
`;

export interface DocsSiteInput {
  readonly publicOrigin?: string;
  /** Folder that has `swagger-ui-dist`. */
  readonly pagesPath: string;
}

/** `GET /docs`: the OpenAPI document for people, by swagger-ui from the gateway itself. */
export function createDocsSite({ publicOrigin, pagesPath }: DocsSiteInput): StaticSite {
  const distributed = (contentType: string, name: string): StaticFile => ({
    contentType,
    cacheControl: 'no-cache',
    read: () => readFile(join(pagesPath, 'swagger-ui-dist', name)),
  });
  return {
    name: 'docs',
    files: new Map([
      ['/docs', textFile('text/html; charset=utf-8', HTML)],
      ['/docs/start.js', textFile('text/javascript; charset=utf-8', START)],
      ['/docs/swagger-ui.js', distributed('text/javascript; charset=utf-8', 'swagger-ui-bundle.js')],
      ['/docs/swagger-ui.css', distributed('text/css; charset=utf-8', 'swagger-ui.css')],
      ['/docs/favicon.png', distributed('image/png', 'favicon-32x32.png')],
    ]),
    redirects: new Map([['/docs/', '../docs']]),
    // Its requests go to the server that the document names.
    headers: siteHeaders({ connectTo: publicOrigin === undefined ? [] : [publicOrigin], openerPolicy: 'same-origin' }),
  };
}

export function textFile(contentType: string, content: string): StaticFile {
  return { contentType, cacheControl: 'no-cache', read: () => Promise.resolve(Buffer.from(content)) };
}
