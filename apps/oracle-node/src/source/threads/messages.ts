import type { AllowedSources, NodeErrorCode, SourcePayment, SourceStep } from '@oracle-gateway/node-api';
import type { ApiConfig, SourceNumber } from '@oracle-gateway/protocol';
import { type BrokenRule, NodeError, SourceError } from '../../errors/node-error.js';
import type { Asker } from '../../sharing/asker.js';
import { loggableError, type LoggableError } from '../../telemetry/log.js';
import type { SourceFixtures } from '../fixtures.js';
import type { FetchTimeouts } from '../safe-fetch.js';
import type { SourceReceipt } from '../source-receipt.js';

/** Settings of all fetches of a thread. No secret is in them. */
export interface ThreadSettings extends FetchTimeouts {
  readonly allowed: AllowedSources;
  readonly fixtures: SourceFixtures;
  readonly maxKeptConnections: number;
  /** Fetches under way and waiting, at most. */
  readonly maxReads: number;
  /** Runs when other threads of the machine leave it time, where the system has a priority for each thread. */
  readonly givesWay: boolean;
}

/** A fetch, with the secrets of its own source. */
export interface ReadRequest {
  readonly kind: 'read';
  readonly id: number;
  readonly config: ApiConfig;
  readonly by: Asker;
  readonly waitedMs: number;
  readonly maxAgeMs: number | undefined;
  readonly secrets: readonly string[];
  readonly payment: SourcePayment | undefined;
}

export type ToThread =
  | ReadRequest
  /** Its asker has left, or has no time left. */
  | { readonly kind: 'end'; readonly id: number; readonly why: 'left' | 'time_used' }
  | { readonly kind: 'ping' };

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pong' }
  /** Milliseconds of the thread, since the last message about this fetch. */
  | { readonly kind: 'spent'; readonly id: number; readonly ms: number }
  | { readonly kind: 'receipt'; readonly id: number; readonly receipt: SourceReceipt }
  /** The fetch is over. */
  | { readonly kind: 'number'; readonly id: number; readonly ms: number; readonly number: SourceNumber }
  | { readonly kind: 'fault'; readonly id: number; readonly ms: number; readonly fault: FaultData };

/** An error as data: members that this program wrote, and no text of a library or of a source but its terms. */
export type FaultData =
  | { readonly kind: 'refused'; readonly code: NodeErrorCode; readonly message: string }
  | {
      readonly kind: 'failed';
      readonly step: SourceStep;
      readonly message: string;
      readonly upstreamStatus: number | undefined;
      readonly terms: string | undefined;
      readonly broken: BrokenRule | undefined;
    }
  | { readonly kind: 'unforeseen'; readonly error: LoggableError };

export function faultData(error: unknown): FaultData {
  if (error instanceof SourceError) {
    const { step, message, upstreamStatus, terms, broken } = error;
    return { kind: 'failed', step, message, upstreamStatus, terms, broken };
  }
  if (error instanceof NodeError) return { kind: 'refused', code: error.code, message: error.message };
  return { kind: 'unforeseen', error: loggableError(error, { withPlace: true }) };
}

export function faultError(fault: FaultData): Error {
  switch (fault.kind) {
    case 'failed':
      return new SourceError(fault.step, fault.message, fault.upstreamStatus, fault.terms, fault.broken);
    case 'refused':
      return new NodeError(fault.code, fault.message);
    case 'unforeseen':
      return unforeseen(fault.error);
  }
}

/** A fault of this program, for the log: with the name and the places that it had in its thread. */
function unforeseen({ error: name, at = [] }: LoggableError): Error {
  const error = new Error('a fault in a thread of sources');
  error.name = name;
  error.stack = [`${name}: ${error.message}`, ...at.map((place) => `    ${place}`)].join('\n');
  return error;
}
