import { randomBytes } from 'node:crypto';
import type { LedgerReader, TransactionHistory } from '@oracle-gateway/ledger';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { deriveDeploymentId, verifyEd25519 } from '@oracle-gateway/protocol';
import { createSubjectReader } from '../../src/admission/requested-subject.js';
import { createRecordReads, type RecordReads } from '../../src/answers/record-reads.js';
import type { RoundEngine } from '../../src/engine/index.js';
import type { PathPorts } from '../../src/paths/path-ports.js';
import { silentEvents } from './silent-events.js';

type Functions = 'gatewayAccount' | 'randomBytes';
type Changes = Partial<Pick<PathPorts, Functions>> & { readonly [Port in Exclude<keyof PathPorts, Functions>]?: Partial<PathPorts[Port]> };

/** Ports of a path, with these members in place of others. Nothing else answers. */
export function stagePath(changes: Changes = {}): PathPorts {
  const programId = sampleAddress();
  const deploymentId = deriveDeploymentId({ programId, network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' });
  return {
    deployment: {
      programId,
      deploymentId,
      mint: sampleAddress(),
      gateway: sampleAddress(),
      ...changes.deployment,
    },
    skewSeconds: changes.skewSeconds ?? 300,
    ledger: staged<LedgerReader>(changes.ledger),
    history: staged<TransactionHistory>(changes.history),
    accounts: { subscription: unasked, delegate: unasked, ...changes.accounts },
    gatewayAccount: changes.gatewayAccount ?? unasked,
    subjects: { ...createSubjectReader({ allowedSources: [], isSponsored: () => false }), ...changes.subjects },
    callers: {
      verifySignature: verifyEd25519,
      checkBearer: unasked,
      findSession: unasked,
      requireReader: unasked,
      readUsageReader: unasked,
      ...changes.callers,
    },
    engine: staged<RoundEngine>(changes.engine),
    rounds: { serveCharged: () => unasked, servePaid: () => unasked, ...changes.rounds },
    records: stageRecords(changes.records),
    clock: { nowMs: Date.now, monotonicMs: () => performance.now(), wait: () => Promise.resolve(), ...changes.clock },
    randomBytes: changes.randomBytes ?? randomBytes,
    events: { ...silentEvents, ...changes.events },
  };
}

/** Reads of the outbox, with these in place of others. */
export function stageRecords(changes: Partial<RecordReads> = {}): RecordReads {
  return createRecordReads({
    read: unasked,
    exclusiveUser: unasked,
    paidBy: unasked,
    listed: unasked,
    holdTotals: unasked,
    usage: unasked,
    ...changes,
  });
}

/** A member that is left out fails when it is called. */
function staged<Port extends object>(members: Partial<Port> = {}): Port {
  return new Proxy(members, { get: (target, name) => Reflect.get(target, name) ?? unasked }) as Port;
}

function unasked(): Promise<never> {
  throw new Error('this is not asked in the test');
}
