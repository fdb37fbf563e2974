const NAME = /^[A-Za-z0-9:._-]{1,128}$/;

/** What a key of the shard ends with. Throws RangeError, saying `what` is named: names are made by admissions, never by callers. */
export function requireName(what: string, name: string): string {
  if (!NAME.test(name)) throw new RangeError(`${what} is 1 to 128 of letters, digits and . : _ -`);
  return name;
}
