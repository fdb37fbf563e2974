import type { Outbox } from '@oracle-gateway/outbox';

/** Fault of a process at one of its steps: a command to the outbox, or a call of the facilitator. */
export interface StepFault {
  readonly at: number;
  readonly kind: 'dies-before' | 'dies-after' | 'answer-lost' | 'not-sent' | 'caller-leaves' | 'others-sweep';
}

export interface FaultyProcess {
  readonly outbox: Outbox;
  /** Makes something one of the steps. */
  readonly step: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when the process is dead: nothing that it waits for comes any more. */
  readonly death: Promise<'dead'>;
}

/** A process with these faults. Leases that it takes last `leaseMs`, whatever it asks for. */
export function faultyProcess(
  outbox: Outbox,
  faults: readonly StepFault[],
  does: { readonly leaseMs: number; readonly leave?: () => void; readonly sweep?: () => Promise<void> },
): FaultyProcess {
  let steps = 0;
  const life = new AbortController();
  const death = new Promise<'dead'>((resolve) => {
    life.signal.addEventListener('abort', () => {
      resolve('dead');
    });
  });
  const isDead = (): boolean => life.signal.aborted;
  const stop = <T>(): Promise<T> => {
    life.abort();
    return new Promise<T>(() => undefined);
  };
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead()) return stop();
    const kind = faults.find(({ at }) => at === steps)?.kind;
    steps += 1;
    if (kind === 'dies-before') return stop();
    if (kind === 'others-sweep') await does.sweep?.();
    if (kind === 'caller-leaves') does.leave?.();
    if (kind === 'not-sent') throw new Error('Connection is closed.');
    const value = await work();
    if (kind === 'dies-after' || isDead()) return stop();
    if (kind === 'answer-lost') throw new Error('Command timed out');
    return value;
  };
  const { leaseMs } = does;
  return {
    death,
    step,
    outbox: {
      ...outbox,
      beginPayment: (input) => step(() => outbox.beginPayment({ ...input, leaseMs })),
      noteSignature: (ticket, signature) => step(() => outbox.noteSignature(ticket, signature)),
      pay: (ticket, receipt) => step(() => outbox.pay(ticket, receipt)),
      refusePayment: (ticket, input) => step(() => outbox.refusePayment(ticket, input)),
      overturn: (seen) => step(() => outbox.overturn(seen)),
      doubtPayment: (ticket, input) => step(() => outbox.doubtPayment(ticket, input)),
      claimPayment: (input) => step(() => outbox.claimPayment({ ...input, leaseMs })),
      fail: (input) => step(() => outbox.fail(input)),
    },
  };
}
