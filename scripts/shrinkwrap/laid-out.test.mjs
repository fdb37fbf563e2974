import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundFrom, laidOut } from './laid-out.mjs';

const GRAPHS = 300;
const MOST_PACKAGES = 40;
const NAMES = 'abcdefghij'.split('');
const MOST_DEPENDENCIES = 5;

function packageOf(dependencies, peers = []) {
  return { name: 'any', version: '1.0.0', dependencies, optional: new Set(), peers: new Set(peers), limits: {} };
}

/** Numbers below a bound, the same for a seed (a linear congruential generator). */
function drawsOf(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** A graph of some names in several versions; each package asks for later ones alone. */
function drawnGraph(seed) {
  const draw = drawsOf(seed);
  const keys = Array.from({ length: 1 + draw(MOST_PACKAGES) }, (_, index) => `${NAMES[draw(NAMES.length)]}@${index}`);
  const askedBy = (index) => {
    const later = keys.slice(index + 1);
    const asked = later.length === 0 ? [] : Array.from({ length: draw(MOST_DEPENDENCIES + 1) }, () => later[draw(later.length)]);
    return packageOf(Object.fromEntries(asked.map((key) => [key[0], key])));
  };
  return { start: askedBy(-1), ...Object.fromEntries(keys.map((key, index) => [key, askedBy(index)])) };
}

function wrongEdges(graph, places) {
  return places.flatMap((place) =>
    Object.entries(graph[place.key].dependencies).filter(([name, key]) => foundFrom(place, name)?.key !== key),
  );
}

test(`in ${GRAPHS} drawn graphs, each package finds the copy that it was resolved with`, () => {
  for (let seed = 1; seed <= GRAPHS; seed += 1) {
    const graph = drawnGraph(seed);
    assert.deepEqual(wrongEdges(graph, laidOut(graph, 'start')), [], `seed ${seed}`);
  }
});

test('packages share a copy in the highest folder', () => {
  const graph = {
    start: packageOf({ a: 'a@1', b: 'b@1' }),
    'a@1': packageOf({ c: 'c@1' }),
    'b@1': packageOf({ c: 'c@1' }),
    'c@1': packageOf({}),
  };
  assert.deepEqual(
    laidOut(graph, 'start').map(({ path }) => path),
    ['', 'node_modules/a', 'node_modules/b', 'node_modules/c'],
  );
});

test('a second version stands below the package that asks for it', () => {
  const graph = { start: packageOf({ a: 'a@1', c: 'c@2' }), 'a@1': packageOf({ c: 'c@1' }), 'c@1': packageOf({}), 'c@2': packageOf({}) };
  const places = laidOut(graph, 'start');
  assert.ok(places.some(({ path, key }) => path === 'node_modules/a/node_modules/c' && key === 'c@1'));
  assert.deepEqual(wrongEdges(graph, places), []);
});

test('packages that need each other find each other', () => {
  const graph = { start: packageOf({ a: 'a@1' }), 'a@1': packageOf({ b: 'b@1' }), 'b@1': packageOf({ a: 'a@1' }) };
  const places = laidOut(graph, 'start');
  assert.equal(places.length, 3);
  assert.deepEqual(wrongEdges(graph, places), []);
});

test('versions that need each other without end are refused', () => {
  const graph = {
    start: packageOf({ a: 'a@1' }),
    'a@1': packageOf({ b: 'b@1' }),
    'b@1': packageOf({ a: 'a@2' }),
    'a@2': packageOf({ b: 'b@2' }),
    'b@2': packageOf({ a: 'a@1' }),
  };
  assert.throws(() => laidOut(graph, 'start'), /needs more than \d+ folders/);
});

test('a package finds for its peers the copies of the package that asks for it', () => {
  // The kit of the first is another one than that of a, and p has to share the one of a.
  const graph = {
    start: packageOf({ a: 'a@1', kit: 'kit@2' }),
    'a@1': packageOf({ p: 'p@1', kit: 'kit@1' }),
    'p@1': packageOf({ kit: 'kit@1' }, ['kit']),
    'kit@1': packageOf({}),
    'kit@2': packageOf({}),
  };
  const places = laidOut(graph, 'start');
  const byPath = Object.fromEntries(places.map((place) => [place.path, place]));
  assert.equal(foundFrom(byPath['node_modules/a/node_modules/p'], 'kit'), foundFrom(byPath['node_modules/a'], 'kit'));
});
