/** Trims space, tab, CR and LF without a regular expression, whose backtracking would take quadratic time over a long run of spaces. */
export function trim(text: string): string {
  const isSpace = (place: number): boolean => ' \t\r\n'.includes(text.charAt(place));
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(start)) start += 1;
  while (end > start && isSpace(end - 1)) end -= 1;
  return text.slice(start, end);
}
