import { KEYS } from './pages/keys.mjs';
import { MONEY } from './pages/money.mjs';
import { NODES_AND_ROUNDS, SOURCES } from './pages/nodes.mjs';
import { PROCESSES } from './pages/processes.mjs';
import { REDIS_AND_KEEPER } from './pages/redis-and-keeper.mjs';
import { SECRETS } from './pages/secrets.mjs';
import { SIGNER } from './pages/signer.mjs';
import { SETTLEMENT } from './pages/settlement.mjs';

/**
 * @typedef {object} Situation what pages of the runbook are about, made in a world
 * @property {string} situation
 * @property {true} [needsNewWorld] what earlier situations did to the world is in its way
 * @property {string} [commandsOnly] why the situation is not made; the commands are typed all the same
 * @property {(room: any) => unknown} [make]
 * @property {Readonly<Record<string, (room: any) => unknown>>} pages for each page, the commands that it tells
 * @property {(room: any) => unknown} [end]
 */

/** The order counts: the situations of keys leave the world under other keys. @type {readonly Situation[]} */
export const SITUATIONS = [
  ...SOURCES,
  ...SETTLEMENT,
  ...MONEY,
  ...REDIS_AND_KEEPER,
  ...NODES_AND_ROUNDS,
  ...PROCESSES,
  ...SIGNER,
  ...KEYS,
  ...SECRETS,
];

/** Pages without a drill, and why. */
export const NOT_DRILLED = {
  OracleHeartbeat: 'it always fires',
  OracleSettlementLapsed: 'the shortest settle window is a quarter of an hour, and a worker waits for it by its own clock too',
  OracleSnapshotLapsing: 'it takes days',
  OracleRpcLimited: 'no server of the world refuses calls as too many',
  'A stolen provider credential': 'deploy/drills/rotations.mjs changes it under load, and shows that the old one is not used',
  OracleNodeThreadsLost: 'no sample source overloads a thread that reads it',
};

/**
 * Pages that have neither a drill nor a reason, and drills and reasons of pages that are not there.
 *
 * @param {Iterable<string>} titles of the runbook's sections
 */
export function drillFaults(titles) {
  const present = [...titles];
  const drilled = SITUATIONS.flatMap(({ pages }) => Object.keys(pages));
  const covered = [...drilled, ...Object.keys(NOT_DRILLED)];
  return [
    ...present
      .filter((title) => !covered.includes(title))
      .map((title) => `docs/runbook.md: ${title} has no drill in deploy/drills/pages, and no reason`),
    ...covered
      .filter((title) => !present.includes(title))
      .map((title) => `deploy/drills/pages.mjs: docs/runbook.md has no section ${title}`),
    ...Object.keys(NOT_DRILLED)
      .filter((title) => drilled.includes(title))
      .map((title) => `deploy/drills/pages.mjs: ${title} has a drill, and a reason for none`),
  ];
}
