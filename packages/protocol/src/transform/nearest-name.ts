/** A name further away is another word. */
const MAX_DISTANCE = 2;
const MAX_NAME_CHARS = 32;

/** Characters to put in, take out or exchange. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, place) => place);
  for (let above = 0; above < left.length; above += 1) {
    const next = [above + 1];
    for (let place = 1; place <= right.length; place += 1) {
      const [diagonal = 0, up = 0, beside = 0] = [row[place - 1], row[place], next[place - 1]];
      next.push(Math.min(up + 1, beside + 1, diagonal + (left.charAt(above) === right.charAt(place - 1) ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The name that a misspelt one stands for, in any case; undefined where none is near. */
export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  if (misspelt.length > MAX_NAME_CHARS) return undefined;
  const plain = misspelt.trim().toLowerCase();
  const near = names
    .map((name) => ({ name, far: distance(plain, name) }))
    .filter(({ name, far }) => far <= MAX_DISTANCE && far * 2 <= name.length)
    .toSorted((a, b) => a.far - b.far);
  return near[0]?.name;
}
