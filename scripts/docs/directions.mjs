import { table } from './generated-blocks.mjs';

const PACKAGE = /^\^packages\/([a-z0-9-]+)\/$/;
const NOT_THESE = /^\^packages\/\(\?!\(?(.+?)\)?\/\)$/;

/**
 * docs/rooms.md: which rooms each package and app imports, from the rules of .dependency-cruiser.cjs.
 *
 * @param {readonly object[]} rules `forbidden` of the configuration
 * @param {{ packages: readonly string[], apps: readonly string[] }} rooms folders that must have a rule
 */
export function directionsTable(rules, { packages, apps }) {
  const row = (room) => [`\`${room}\``, listed(importsOf(rules, room))];
  return table(['room', 'imports of the rooms, and nothing else of them'], [...packages, ...apps].map(row));
}

/** Characters inside the frame of the floors. */
const FLOOR_WIDTH = 76;

/**
 * docs/rooms.md: the packages on floors, each above everything that it imports, and the apps above all of them.
 *
 * @param {readonly object[]} rules `forbidden` of the configuration
 * @param {{ packages: readonly string[], apps: readonly string[] }} rooms
 * @param {string} world the app that starts the other apps
 */
export function floorsDiagram(rules, { packages, apps }, world) {
  const floors = [];
  const floorOf = new Map();
  const place = (room, under = []) => {
    if (under.includes(room)) throw new Error(`the rules of .dependency-cruiser.cjs lead from ${room} back to ${room}`);
    const known = floorOf.get(room);
    if (known !== undefined) return known;
    const floor = Math.max(-1, ...importsOf(rules, room).map((other) => place(other, [...under, room]))) + 1;
    floorOf.set(room, floor);
    (floors[floor] ??= []).push(room);
    return floor;
  };
  for (const room of packages) place(room);
  const others = apps.filter((app) => app !== world);
  const drawn = [[world], others, ...floors.toReversed()].map((rooms) => wrapped(rooms.toSorted()));
  const line = (left, right) => `${left}${'─'.repeat(FLOOR_WIDTH)}${right}`;
  const lines = drawn.map((texts) => texts.map((text) => `│ ${text.padEnd(FLOOR_WIDTH - 1)}│`).join('\n'));
  return ['```', line('┌', '┐'), lines.join(`\n${line('├', '┤')}\n`), line('└', '┘'), '```'].join('\n');
}

/** Names in lines that fit into the frame. */
function wrapped(names) {
  const lines = [''];
  for (const name of names) {
    const longer = lines.at(-1) === '' ? name : `${lines.at(-1)}   ${name}`;
    if (longer.length <= FLOOR_WIDTH - 2) lines[lines.length - 1] = longer;
    else lines.push(name);
  }
  return lines;
}

function listed(rooms) {
  return rooms.length === 0 ? 'none' : rooms.map((room) => `\`${room}\``).join(', ');
}

function importsOf(rules, room) {
  const rule = rules.find(({ name }) => name === `${room}-imports-only` || name === `${room}-directions`);
  if (rule === undefined) throw new Error(`no rule of .dependency-cruiser.cjs says what ${room} imports`);
  const { path, pathNot } = rule.to;
  // Either everything but these is refused, or all packages but these.
  const names = path === undefined ? [pathNot].flat().flatMap((pattern) => PACKAGE.exec(pattern)?.[1] ?? []) : exceptions(path, room);
  return names.filter((name) => name !== room).toSorted();
}

function exceptions(path, room) {
  const found = NOT_THESE.exec(path);
  if (found === null) throw new Error(`the rule of ${room} has a form that is not known here: ${path}`);
  return found[1].split('|').map((name) => name.replace(/\/$/, ''));
}

const ROOM = /^((?:apps|packages)\/[^/]+)\/src\/(\S+) may import only: (.*)$/;

/** The rooms inside an app or a package and which others of it they import, from the comments of their rules: one table a folder. */
export function roomsTables(rules) {
  const rooms = rules.flatMap(({ comment = '' }) => {
    const [, folder, room, others] = ROOM.exec(comment) ?? [];
    return room === undefined ? [] : [{ folder, row: [`\`${room.replace('([^/]+)', '*')}\``, roomsOf(others)] }];
  });
  if (rooms.length === 0) throw new Error('no rule of .dependency-cruiser.cjs is about the rooms of a folder');
  const folders = [...new Set(rooms.map(({ folder }) => folder))];
  const rowsOf = (folder) => rooms.filter((room) => room.folder === folder).map(({ row }) => row);
  return folders.map((folder) => table([`room of \`${folder}/src\``, 'imports of its other rooms'], rowsOf(folder))).join('\n\n');
}

function roomsOf(others) {
  return others === 'no other room' ? 'none' : listed(others.split(', ').map((other) => other.replace(/\(?\[\^\/\]\+\)?/, '*')));
}
