/** An answer as it is repeated: no live round any more. */
export function repeated(answer: unknown): object {
  const { data, ...rest } = answer as { readonly data: object };
  return { ...rest, data: { ...data, fresh: false } };
}
