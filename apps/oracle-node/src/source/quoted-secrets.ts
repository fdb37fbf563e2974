/** Number of nested codings that are undone, such as percent-encoded base64. */
const MAX_DEPTH = 2;

/**
 * Whether a text of at most a few KiB repeats one of these secrets. It finds secrets in clear, in another case, escaped in a JSON string,
 * percent-encoded, in hex, and in base64 at any offset. It finds one of these codings inside another too. For a secret that is base64
 * itself, such as `Basic` credentials, its decoded form and its password are found too. Ciphers, gaps and reversed text are not undone.
 */
export function quotesSecret(text: string, secrets: readonly string[]): boolean {
  const sought = secrets.flatMap(formsOf).map((form) => form.toLowerCase());
  if (sought.length === 0) return false;
  let views = [text, ...stringsOf(text)];
  for (let depth = 0; ; depth += 1) {
    if (views.some((view) => holdsOneOf(view.toLowerCase(), sought))) return true;
    if (depth === MAX_DEPTH) return false;
    views = views.flatMap(decodings);
  }
}

function holdsOneOf(view: string, sought: readonly string[]): boolean {
  return sought.some((form) => view.includes(form));
}

function formsOf(secret: string): string[] {
  const decoded = Buffer.from(secret, 'base64').toString('latin1');
  const isBase64 = Buffer.from(decoded, 'latin1').toString('base64') === secret && /^[\x20-\x7e]+$/.test(decoded);
  const password = isBase64 ? /^[^:]*:(.*)$/.exec(decoded)?.[1] : undefined;
  return [secret, isBase64 ? decoded : '', password ?? ''].filter((form) => form !== '');
}

/** Every name and string of a JSON value, unescaped. Empty for a text that is not JSON. */
function stringsOf(text: string): string[] {
  const strings: string[] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      strings.push(name);
      if (typeof value === 'string') strings.push(value);
      return value;
    });
  } catch {
    // A text that is not JSON has no strings.
  }
  return strings;
}

function decodings(view: string): string[] {
  return [
    view.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    ...[0, 1].map((offset) => decodeRuns(view, /[0-9a-f]{4,}/gi, offset, 'hex')),
    ...[0, 1, 2, 3].map((offset) => decodeRuns(view, /[\w+/-]{4,}/g, offset, 'base64')),
  ].filter((decoded) => decoded !== '' && decoded !== view);
}

/** Decodes each run of an alphabet, from an offset on. */
function decodeRuns(view: string, runs: RegExp, offset: number, coding: 'hex' | 'base64'): string {
  return [...view.matchAll(runs)].map(([run]) => Buffer.from(run.slice(offset), coding).toString('latin1')).join('\n');
}
