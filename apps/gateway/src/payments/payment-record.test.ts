import { IllegalTransitionError, type RoundState, StaleTokenError, UnknownRoundError } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { silentEvents } from '../../tests/fakes/silent-events.js';
import { type PaymentRecordDeps, recordDoubt, recordOverturn, recordPaid, recordUnpaid } from './payment-record.js';

const ticket = { roundId: 'round' as RoundId, token: 'token' };
const RECEIPT = { signature: 'signature', slot: 7, text: null };

/** An outbox that answers each command in turn with these; the last is repeated. */
function outboxOf(...answers: (Error | 'ok')[]) {
  let commands = 0;
  const told: unknown[] = [];
  const command = (): Promise<void> => {
    const answer = answers[Math.min(commands, answers.length - 1)];
    commands += 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve();
  };
  const deps: PaymentRecordDeps = {
    outbox: { pay: command, refusePayment: command, overturn: command, doubtPayment: command },
    events: {
      ...silentEvents,
      outboxTrouble: ({ action }) => void told.push(action),
      paymentContradicted: ({ found, recorded }) => void told.push([found, recorded]),
      paymentOverturned: ({ signature }) => void told.push(signature),
    },
    wait: () => Promise.resolve(),
  };
  return { deps, told, commands: () => commands };
}
function illegal(state: RoundState): Error {
  return new IllegalTransitionError(ticket.roundId, 'pay', state);
}
const LOST = new Error('Command timed out');

it('a command whose answer was lost is repeated, and given up after three', async () => {
  const late = outboxOf(LOST, LOST, 'ok');
  expect(await recordPaid(ticket, RECEIPT, late.deps)).toBe('recorded');
  const never = outboxOf(LOST);
  expect(await recordUnpaid(ticket, { reason: 'no' }, never.deps)).toBe('failed');
  expect([never.commands(), never.told]).toEqual([3, ['refusePayment']]);
});

it('trouble and a contradiction name the request that met them', async () => {
  const { deps } = outboxOf(LOST);
  const requests: unknown[] = [];
  const note = ({ requestId }: { readonly requestId?: string | undefined }): void => void requests.push(requestId);
  const events = { ...silentEvents, outboxTrouble: note, paymentContradicted: note, paymentOverturned: note };
  const asked = { ...ticket, requestId: 'request' };
  await recordDoubt(asked, 'lost', { ...deps, events });
  await recordUnpaid(asked, { reason: 'no' }, { ...outboxOf(illegal('paid')).deps, events });
  await recordPaid(asked, RECEIPT, { ...outboxOf(illegal('unpaid'), 'ok').deps, events });
  expect(requests).toEqual(['request', 'request', 'request']);
});

it('what another process has concluded alike is recorded', async () => {
  expect(await recordPaid(ticket, RECEIPT, outboxOf(illegal('paid')).deps)).toBe('recorded');
  expect(await recordUnpaid(ticket, { reason: 'no' }, outboxOf(illegal('unpaid')).deps)).toBe('recorded');
});

it('what another process has concluded otherwise is told, and not changed', async () => {
  const paid = outboxOf(illegal('failed'));
  expect([await recordPaid(ticket, RECEIPT, paid.deps), paid.told]).toEqual(['overtaken', [['paid', 'failed']]]);
  const unpaid = outboxOf(illegal('paid'));
  expect([await recordUnpaid(ticket, { reason: 'no' }, unpaid.deps), unpaid.told]).toEqual(['overtaken', [['unpaid', 'paid']]]);
});

it('a payment that the ledger shows is paid, even if a process gave it up, and that is told', async () => {
  const { deps, told, commands } = outboxOf(illegal('unpaid'), 'ok');
  expect([await recordPaid(ticket, RECEIPT, deps), told, commands()]).toEqual(['recorded', ['signature'], 2]);
  const again = outboxOf(LOST, 'ok');
  expect([await recordOverturn({ roundId: ticket.roundId, ...RECEIPT }, again.deps), again.told]).toEqual(['recorded', ['signature']]);
});

it('a doubt that comes after a conclusion is no contradiction', async () => {
  const { deps, told } = outboxOf(illegal('paid'));
  expect([await recordDoubt(ticket, 'no answer', deps), told]).toEqual(['overtaken', []]);
});

it('a process that was overtaken leaves it to the other', async () => {
  const { deps, told, commands } = outboxOf(new StaleTokenError(ticket.roundId));
  expect([await recordPaid(ticket, RECEIPT, deps), told, commands()]).toEqual(['overtaken', [], 1]);
});

it('a record that is gone is told', async () => {
  const { deps, told } = outboxOf(new UnknownRoundError(ticket.roundId));
  expect([await recordDoubt(ticket, 'no', deps), told]).toEqual(['failed', ['doubtPayment']]);
});
