/** One order for one set, and no repeats: what is hashed has one spelling. @throws RangeError unless the indices rise strictly. */
export function requireAscending(what: string, indices: readonly number[]): void {
  indices.forEach((index, place) => {
    const previous = indices[place - 1];
    if (previous !== undefined && index <= previous) throw new RangeError(`${what} indices must be strictly ascending`);
  });
}
