import { etagOf, namesTag } from './etag.js';
import type { HttpRequest } from './endpoint.js';

type Headers = Readonly<Record<string, string>>;

/** An answer that is the same for every caller: 304 for one that has it already. */
export function cachedAnswer<Body>(
  { header }: Pick<HttpRequest, 'header'>,
  { body, maxAgeSeconds }: { readonly body: Body; readonly maxAgeSeconds: number },
):
  | { readonly status: 200; readonly body: Body; readonly headers: Headers }
  | { readonly status: 304; readonly body: null; readonly headers: Headers } {
  const headers = {
    ETag: etagOf(typeof body === 'string' ? body : JSON.stringify(body)),
    'Cache-Control': `public, max-age=${maxAgeSeconds}`,
  };
  return namesTag(header('if-none-match'), headers.ETag) ? { status: 304, body: null, headers } : { status: 200, body, headers };
}
