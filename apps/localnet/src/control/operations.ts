import type { Fault } from '@oracle-gateway/oracle-node';
import { withTimeLimit } from '@oracle-gateway/protocol/internal';

import { FACILITATOR_FAULTS } from '../facilitator/fault.js';
import { ForeignLedgerError, UnknownProcessError, type RestartTarget, type World } from '../world/world.js';
import { ControlRequestError, requireInteger, requireMembers, requireOneOf } from './control-request.js';

const NODE_FAULTS = [
  'none',
  'lie',
  'lie-of-first',
  'lack-first',
  'garbage',
  'late',
  'bad-partial',
  'die-between',
] as const satisfies readonly Fault[];
const MAX_INDEX = 63;
/** Ten years: the longest period that the program accepts. */
const MAX_ADVANCE_SECONDS = 315_360_000;
const NODE_TIMEOUT_MS = 60_000;

/** `POST /restart {"what":"gateway|worker|redis|node|keeper","index":0}`: answers when the process serves again. */
export async function restartProcess(world: World, body: unknown): Promise<unknown> {
  const members = requireMembers(body, ['what', 'index']);
  const what = requireOneOf(members, 'what', ['gateway', 'worker', 'redis', 'node', 'keeper']);
  const index = members.index === undefined ? 0 : requireInteger(members, 'index', 0, MAX_INDEX);
  const target: RestartTarget = what === 'worker' || what === 'node' ? { what, index } : { what };
  try {
    await world.restart(target);
  } catch (error) {
    if (error instanceof UnknownProcessError) throw new ControlRequestError(error.message);
    throw error;
  }
  return { pids: world.manifest.pids };
}

/** `POST /node {"index":0,"fault":"…"}`: how a node misbehaves from now on. */
export async function injectNodeFault(world: World, body: unknown): Promise<unknown> {
  const members = requireMembers(body, ['index', 'fault']);
  const fault = requireOneOf(members, 'fault', NODE_FAULTS);
  const index = requireInteger(members, 'index', 0, MAX_INDEX);
  const node = world.manifest.nodes[index];
  if (node === undefined) throw new ControlRequestError('index: no such node');
  const status = await withTimeLimit({ timeoutMs: NODE_TIMEOUT_MS }, async (signal) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${world.faultsToken}` };
    const response = await fetch(`${node.url}/faults`, { method: 'POST', headers, body: JSON.stringify({ fault }), signal });
    await response.body?.cancel();
    return response.status;
  });
  if (status !== 200) throw new Error(`node ${index} answered ${status}`);
  return { index, fault };
}

/** `POST /facilitator {"fault":"…"}`: how the facilitator misbehaves from now on. */
export async function injectFacilitatorFault(world: World, body: unknown): Promise<unknown> {
  const fault = requireOneOf(requireMembers(body, ['fault']), 'fault', FACILITATOR_FAULTS);
  if (world.facilitator === null)
    throw new ControlRequestError("this world has no facilitator: x402 does not support its ledger's cluster");
  await world.facilitator.setFault(fault);
  return { fault };
}

/** `POST /clock {"advanceSeconds":n}`: moves the ledger's clock only. */
export function advanceClock(world: World, body: unknown): unknown {
  const advanceSeconds = requireInteger(requireMembers(body, ['advanceSeconds']), 'advanceSeconds', 0, MAX_ADVANCE_SECONDS);
  const ledger = ledgerOf(world);
  ledger.advanceClock(advanceSeconds);
  return { ledgerTimeSeconds: Number(ledger.clock.unixTimestampSeconds) };
}

/** `GET /ledger/usage`: lamports as decimal strings, because they can exceed 2^53. */
export function ledgerUsage(world: World): unknown {
  const { transactions, lamportsSpent, rentLocked, rentReturned } = ledgerOf(world).usage;
  return { transactions, lamportsSpent: String(lamportsSpent), rentLocked: String(rentLocked), rentReturned: String(rentReturned) };
}

function ledgerOf(world: World): World['ledger'] {
  try {
    return world.ledger;
  } catch (error) {
    if (error instanceof ForeignLedgerError) throw new ControlRequestError(error.message);
    throw error;
  }
}
