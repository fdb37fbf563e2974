// Bounds on the bytes that an export of a library brings into a bundle. A constant and an error have that of their kind, others a line in
// scripts/sizes.json.

const KB = 1_000;
/** Bounds that an export may have, kB. An export gets the next one above its size, so that a bound changes seldom. */
const STEPS = [1, 2, 3, 5, 8, 12, 16, 20, 25, 32, 40, 47, 55, 65, 80, 100, 130, 170, 220, 300, 400];
/** Room for what a patch of a dependency adds. */
const ROOM = 1.03;
/** The largest error has the table of what each code means for an authorization. */
const BY_KIND = { constant: 1 * KB, error: 4 * KB };

/**
 * Exports that bring more than their bound or have none, and bounds of exports that are gone.
 *
 * @param {{ sizes: readonly { entry: string, name: string, kind: string, bytes: number }[], bounds: ReadonlyMap<string, number> }} input
 * @returns {string[]}
 */
export function sizeFaults({ sizes, bounds }) {
  const names = new Set(sizes.filter(isInTable).map(nameOf));
  const found = sizes.flatMap((size) => {
    const bound = BY_KIND[size.kind] ?? bounds.get(nameOf(size));
    if (bound === undefined) return [`${nameOf(size)}: has no bound in scripts/sizes.json; run node scripts/check-sizes.mjs --write`];
    return size.bytes <= bound
      ? []
      : [`${nameOf(size)}: brings ${size.bytes} bytes, at most ${bound}; find what it imports, and import less`];
  });
  const gone = [...bounds.keys()].filter((name) => !names.has(name));
  return [...found, ...gone.map((name) => `${name}: has a bound and needs none; run node scripts/check-sizes.mjs --write`)];
}

/**
 * The text of the table: each export with its bound or, where that is lower or missing, the one for its size. No bound rises.
 *
 * @param {{ sizes: readonly { entry: string, name: string, kind: string, bytes: number }[], bounds: ReadonlyMap<string, number> }} input
 */
export function renewedTable({ sizes, bounds }) {
  const tables = {};
  for (const size of sizes.filter(isInTable)) {
    const bound = Math.min(bounds.get(nameOf(size)) ?? Infinity, boundFor(size));
    ((tables[size.entry] ??= {})[`${bound / KB} kB`] ??= []).push(size.name);
  }
  const written = Object.entries(tables).map(([entry, table]) => [entry, joined(table)]);
  return `${JSON.stringify(Object.fromEntries(written), null, 2)}\n`;
}

/** Bounds in bytes by entry and name. */
export function parseBounds(text) {
  return new Map(
    Object.entries(JSON.parse(text)).flatMap(([entry, table]) =>
      Object.entries(table).flatMap(([bound, names]) =>
        names.split(' ').map((name) => [nameOf({ entry, name }), Number.parseInt(bound, 10) * KB]),
      ),
    ),
  );
}

/** Bound for an export of these bytes that has none yet. */
function boundFor({ bytes }) {
  return (STEPS.find((step) => bytes * ROOM <= step * KB) ?? STEPS.at(-1)) * KB;
}

function joined(table) {
  const rows = Object.entries(table).sort(([one], [other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  return Object.fromEntries(rows.map(([bound, names]) => [bound, names.sort().join(' ')]));
}

function isInTable({ kind }) {
  return BY_KIND[kind] === undefined;
}

function nameOf({ entry, name }) {
  return `${entry} ${name}`;
}
