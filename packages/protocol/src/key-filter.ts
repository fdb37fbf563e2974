const HIDDEN = '[hidden]';
/** What is shorter is no key, and hiding it would make a text unreadable. */
const MIN_KEY_CHARS = 8;

/**
 * Hides whatever may be an access key of a server's URL in the texts that the server says: user, password, and each part of path and query, as
 * they stand in the URL and decoded. `others` are hidden too, such as values of headers.
 */
export function createKeyFilter(url: string, others: readonly string[] = []): (text: string) => string {
  const { username, password, pathname, search } = new URL(url);
  const parts = [username, password, ...pathname.split('/'), ...search.slice(1).split(/[&=]/)];
  const keys = [...parts, ...parts.map(decoded), ...others].filter(({ length }) => length >= MIN_KEY_CHARS);
  // A key that holds another one goes first.
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
