const HIDDEN = '[hidden]';
/** Shorter parts are not keys, and hiding them would make texts unreadable. */
const MIN_KEY_CHARS = 8;

/**
 * Hides possible access keys of a server's URL in texts of that server: user, password, and each part of path and query, encoded and decoded.
 * Also hides `others`, such as values of headers.
 */
export function createKeyFilter(url: string, others: readonly string[] = []): (text: string) => string {
  const { username, password, pathname, search } = new URL(url);
  const parts = [username, password, ...pathname.split('/'), ...search.slice(1).split(/[&=]/)];
  const keys = [...parts, ...parts.map(decoded), ...others].filter(({ length }) => length >= MIN_KEY_CHARS);
  // Longer keys first, because one key may contain another.
  const ordered = keys.toSorted((a, b) => b.length - a.length);
  return (text) => ordered.reduce((hidden, key) => hidden.replaceAll(key, HIDDEN), text);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
