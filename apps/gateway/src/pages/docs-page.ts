import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page, PageFile } from '../http/page.js';

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

/** Without the badge of a validator elsewhere. */
const START = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
`;

/** `GET /docs`: the OpenAPI document for people, by swagger-ui from the gateway itself. */
export function createDocsPage({ publicOrigin }: { readonly publicOrigin: string | undefined }): Page {
  const text = (path: PageFile['path'], contentType: string, content: string): PageFile => ({
    path,
    contentType,
    read: () => Promise.resolve(Buffer.from(content)),
  });
  const distributed = (path: PageFile['path'], contentType: string, name: string): PageFile => ({
    path,
    contentType,
    read: () => readFile(join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), name)),
  });
  return {
    name: 'docsPage',
    // Its requests go to the server that the document names.
    connectTo: publicOrigin === undefined ? [] : [publicOrigin],
    files: [
      text('/docs', 'text/html; charset=utf-8', HTML),
      text('/docs/start.js', 'text/javascript; charset=utf-8', START),
      distributed('/docs/swagger-ui.js', 'text/javascript; charset=utf-8', 'swagger-ui-bundle.js'),
      distributed('/docs/swagger-ui.css', 'text/css; charset=utf-8', 'swagger-ui.css'),
      distributed('/docs/favicon.png', 'image/png', 'favicon-32x32.png'),
    ],
  };
}
