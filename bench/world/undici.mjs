// The copy of undici that loads first installs its dispatcher for `fetch` of the whole process. Node 20's `fetch` over undici 7 refuses the
// `content-length` header that @solana/kit sends. So Node's own copy, which this getter loads, comes first.
Reflect.get(globalThis, 'Response');

export const { Agent, Pool, request } = await import('undici');
