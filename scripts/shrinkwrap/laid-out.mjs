/** Packages that need each other in several versions have no end of folders. */
const MOST_PLACES = 20_000;

/**
 * @typedef {object} Place where a package stands
 * @property {string} key in the graph
 * @property {string} path from the folder of the first package: `node_modules/a/node_modules/b`; empty for the first itself
 * @property {Place | null} above the place whose `node_modules` it stands in
 * @property {Map<string, Place>} inside its own `node_modules`, by name
 * @property {Set<string>} passed names that something inside has found further up: another package of such a name here would hide it
 */

/**
 * Folders of packages in which Node finds, from each package, exactly the copy that the graph has for it: as high as can be, so that packages
 * share copies. A package that has peers stands where it finds the same copies as the package that asks for it.
 *
 * @param {import('./locked-graph.mjs').LockedGraph} graph
 * @param {string} start key of the package that has all others inside
 * @returns {Place[]} the first package is the first
 */
export function laidOut(graph, start) {
  const first = placeOf(start, '', null);
  const places = [first];
  for (const place of places) {
    if (places.length > MOST_PLACES) throw new Error(`${graph[start].name}: needs more than ${MOST_PLACES} folders of packages`);
    for (const name of peersFirst(graph, graph[place.key].dependencies)) {
      const key = graph[place.key].dependencies[name];
      const found = foundFrom(place, name);
      if (found?.key !== key) places.push(putFor(graph, { dependent: place, name, key }));
      markPassed(place, name);
    }
  }
  return places;
}

/**
 * The place that Node finds a name at, from a package.
 *
 * @param {Place} place
 * @param {string} name
 * @returns {Place | undefined}
 */
export function foundFrom(place, name) {
  for (let holder = place; holder !== null; holder = holder.above) if (holder.inside.has(name)) return holder.inside.get(name);
  return undefined;
}

function putFor(graph, { dependent, name, key }) {
  let holder = null;
  for (let candidate = dependent; candidate !== null; candidate = candidate.above) {
    if (candidate.inside.has(name)) break;
    if (!candidate.passed.has(name) && sharesPeers(graph, { key, candidate, dependent })) holder = candidate;
  }
  if (holder === null) throw new Error(`${graph[dependent.key].name}: has no place for its ${name}`);
  const place = placeOf(key, `${holder.path}${holder.path === '' ? '' : '/'}node_modules/${name}`, holder);
  holder.inside.set(name, place);
  return place;
}

/** Whether a package that stands in a candidate finds for its peers the copies that its dependent finds. */
function sharesPeers(graph, { key, candidate, dependent }) {
  const { peers, dependencies } = graph[key];
  return [...peers].every((peer) => {
    const shared = foundFrom(dependent, peer);
    return dependencies[peer] === undefined || shared?.key !== dependencies[peer] || foundFrom(candidate, peer) === shared;
  });
}

/** Peers of other dependencies are placed before what shares them. */
function peersFirst(graph, dependencies) {
  const names = Object.keys(dependencies);
  const placed = new Set();
  const visit = (name, above) => {
    if (placed.has(name) || above.includes(name)) return;
    for (const peer of graph[dependencies[name]].peers) if (names.includes(peer)) visit(peer, [...above, name]);
    placed.add(name);
  };
  for (const name of names) visit(name, []);
  return placed;
}

/** Marks the packages up to the one that holds the name: another copy of that name there would be found first. */
function markPassed(place, name) {
  for (let holder = place; holder !== null && !holder.inside.has(name); holder = holder.above) holder.passed.add(name);
}

function placeOf(key, path, above) {
  return { key, path, above, inside: new Map(), passed: new Set() };
}
