/** Characters of a text as JSON schemas count them: a pair of surrogates is one. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _character of text) length += 1;
  return length;
}
