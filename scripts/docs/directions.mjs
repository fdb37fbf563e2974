import { table } from './generated-blocks.mjs';

const PACKAGE = /^\^packages\/([a-z0-9-]+)\/$/;
const NOT_THESE = /^\^packages\/\(\?!\(?(.+?)\)?\/\)$/;

/**
 * docs/architecture.md: which rooms each package and app imports, from the rules of .dependency-cruiser.cjs.
 *
 * @param {readonly object[]} rules `forbidden` of the configuration
 * @param {{ packages: readonly string[], apps: readonly string[] }} rooms folders that must have a rule
 */
export function directionsTable(rules, { packages, apps }) {
  const row = (room) => [`\`${room}\``, listed(importsOf(rules, room))];
  return table(['room', 'imports of the rooms, and nothing else of them'], [...packages, ...apps].map(row));
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

/** The rooms inside an app and which others each imports, from the comments of its rules. */
export function roomsTable(rules, { app, prefix }) {
  const rows = rules
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ comment }) => {
      const [, room, others] = /^apps\/[^/]+\/src\/(.*) may import only: (.*)$/.exec(comment) ?? [];
      if (room === undefined) throw new Error(`a room of ${app} has a rule without its comment: ${comment}`);
      return [
        `\`${room.replace('([^/]+)', '*')}\``,
        others === 'no other room' ? 'none' : others.split(', ').map((other) => `\`${other.replace('([^/]+)', '*')}\``).join(', '),
      ];
    });
  if (rows.length === 0) throw new Error(`no rule of .dependency-cruiser.cjs is about the rooms of ${app}`);
  return table([`room of \`apps/${app}/src\``, 'imports of the other rooms'], rows);
}
