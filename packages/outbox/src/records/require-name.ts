const NAME = /^[A-Za-z0-9:._-]{1,128}$/;

/** Checks a name that becomes the end of a key. The RangeError calls it `what`: admissions make names, and callers never do. */
export function requireName(what: string, name: string): string {
  if (!NAME.test(name)) throw new RangeError(`${what} is 1 to 128 of letters, digits and . : _ -`);
  return name;
}
