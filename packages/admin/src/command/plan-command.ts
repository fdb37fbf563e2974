import { command, EXIT_CODES, OUTPUT_FLAGS, required, withDefault } from '@oracle-gateway/caller/command';
import { integerIn, oneOf, UsageError } from '@oracle-gateway/caller/settings';

import { MEASUREMENT } from '../capacity/measurement.js';
import type { AdminCommand } from './admin-command.js';
import { rate } from './value-kinds.js';

const signatures = integerIn(1, 64);

/** Asks no server. */
export const plan: AdminCommand = command({
  words: 'plan',
  summary: 'Prints the processes, memory, disk, RPC calls and lamports that a load takes, from what was measured; asks no server',
  description: [],
  operands: [],
  flags: {
    'rounds-per-second': required(rate, 'the load'),
    path: withDefault(oneOf(Object.keys(MEASUREMENT.recordBytes), 'path'), 'subscription', 'how rounds are paid'),
    mode: withDefault(oneOf(['exact', 'tolerance'], 'mode'), 'exact', 'how nodes agree on a value'),
    quorum: withDefault(signatures, '3', 'signatures of a round'),
    nodes: withDefault(signatures, '5', 'nodes of the registry'),
    'source-ms': withDefault(integerIn(0, 60_000, 'ms'), '250', 'time that the source takes to answer'),
    'hours-without-rewrite': withDefault(integerIn(0, 720), '6', "hours that Redis' disk holds while its file is not written anew"),
    ...OUTPUT_FLAGS,
  },
  examples: [],
  async run({ flags, terminal }) {
    const [{ capacityText }, { planCapacity }] = await Promise.all([
      import('../capacity/capacity-text.js'),
      import('../capacity/plan-capacity.js'),
    ]);
    const { 'rounds-per-second': roundsPerSecond, 'source-ms': sourceMs, 'hours-without-rewrite': hoursWithoutRewrite, ...rest } = flags;
    const { path, mode, quorum, nodes } = rest;
    if (quorum > nodes) throw new UsageError('--quorum', 'must be at most --nodes');
    const load = { roundsPerSecond, path, mode, quorum, nodes, sourceMs, hoursWithoutRewrite };
    const planned = planCapacity(load, MEASUREMENT);
    terminal.result(capacityText(load, planned, MEASUREMENT).trimEnd(), { load, plan: planned, machine: MEASUREMENT.machine });
    return EXIT_CODES.done;
  },
});
