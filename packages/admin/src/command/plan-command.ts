import { command, EXIT_CODES, optional, OUTPUT_FLAGS, required, withDefault } from '@oracle-gateway/caller/command';
import { integerIn, oneOf, UsageError } from '@oracle-gateway/caller/settings';

import { MEASUREMENT } from '../capacity/measurement.js';
import type { AdminCommand } from './admin-command.js';
import { rate } from './value-kinds.js';

const signatures = integerIn(1, 64);

/** Asks no server. */
export const plan: AdminCommand = command({
  words: 'plan',
  summary: 'Prints the processes, memory, disk, RPC calls and lamports that a load takes, and the bound that breaks first; asks no server',
  description: ['Ends with 3 where the deployment does not hold the load. Figures are of what was measured.'],
  operands: [],
  flags: {
    'rounds-per-second': required(rate, 'the load'),
    path: withDefault(oneOf(Object.keys(MEASUREMENT.recordBytes), 'path'), 'subscription', 'how rounds are paid'),
    mode: withDefault(oneOf(['exact', 'tolerance'], 'mode'), 'exact', 'how nodes agree on a value'),
    quorum: withDefault(signatures, '3', 'signatures of a round'),
    nodes: withDefault(signatures, '5', 'nodes of the registry'),
    'node-threads': withDefault(integerIn(1, 64), '4', 'threads of a node that fetch sources, each with a core'),
    keypairs: withDefault(integerIn(1, 1_000), '1', 'gateway keypairs, each with a Redis primary of its own'),
    payers: withDefault(integerIn(1, 16), '1', 'accounts that pay for the settlements of a keypair'),
    owners: withDefault(integerIn(1, 1_000_000), '8', 'owners or payers of rounds that share the load'),
    sources: optional(
      integerIn(1, 1_000_000),
      'sources that all rounds ask for; without it, each round has its own, and no fetch is shared',
    ),
    origins: withDefault(integerIn(1, 1_000_000), '1', 'origins of the sources of one owner'),
    sol: optional(rate, 'SOL that receipts may lock; any amount without it'),
    'disk-gib': optional(rate, 'disk of each Redis server, GiB; any size without it'),
    'source-ms': withDefault(integerIn(0, 60_000, 'ms'), '250', 'time that the source takes to answer'),
    'hours-without-rewrite': withDefault(integerIn(0, 720), '6', "hours that Redis' disk holds while its file is not written anew"),
    ...OUTPUT_FLAGS,
  },
  examples: [],
  async run({ flags, terminal }) {
    const [{ capacityText }, { planCapacity }, { sizeFor }] = await Promise.all([
      import('../capacity/capacity-text.js'),
      import('../capacity/plan-capacity.js'),
      import('../capacity/size-for.js'),
    ]);
    const { 'rounds-per-second': roundsPerSecond, 'source-ms': sourceMs, 'hours-without-rewrite': hoursWithoutRewrite } = flags;
    const { path, mode, quorum, nodes, keypairs, payers, owners, origins, sources = null, sol = null } = flags;
    if (quorum > nodes) throw new UsageError('--quorum', 'must be at most --nodes');
    const load = { roundsPerSecond, path, mode, quorum, sourceMs, hoursWithoutRewrite, owners, origins, sources };
    const deployment = { nodes, nodeThreads: flags['node-threads'], keypairs, payers, sol, diskGib: flags['disk-gib'] ?? null };
    const planned = planCapacity(load, deployment, MEASUREMENT);
    const larger = sizeFor(load, deployment, MEASUREMENT);
    const text = capacityText({ load, deployment }, planned, MEASUREMENT, larger).trimEnd();
    terminal.result(text, { load, deployment, plan: planned, larger, machine: MEASUREMENT.machine });
    return planned.breaks === null ? EXIT_CODES.done : EXIT_CODES.refused;
  },
});
