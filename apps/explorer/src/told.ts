/** Reads a part of a gateway's answer; undefined where the word breaks its form. A gateway cannot break the page by it. */
export function told<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
