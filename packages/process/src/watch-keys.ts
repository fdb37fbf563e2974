import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { beginAtZero } from './begin-at-zero.js';

/** A key that signs messages of some kinds, in this process or in a signer. */
export interface WatchedKey<Kind extends string> {
  readonly sign: (kind: Kind, message: Uint8Array) => Promise<Uint8Array>;
  /** Why it does not sign now; null: it does. */
  readonly trouble: () => string | null;
}

export interface KeyWatch {
  /** The same key, whose signatures are measured under this name. */
  readonly watched: <Kind extends string, Key extends WatchedKey<Kind>>(name: string, key: Key & WatchedKey<Kind>) => Key;
  /** Why keys do not sign now, by their names; empty while all sign. */
  troubles(): Readonly<Record<string, string>>;
}

const FAILURES = ['refused', 'timeout', 'unavailable', 'bad_signature', 'overloaded', 'other'] as const;
type Failure = (typeof FAILURES)[number];
const BUCKETS_SECONDS = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 2];

/** Measures the keys of one process. */
export function createKeyWatch({ prefix, registry }: { readonly prefix: string; readonly registry: Registry }): KeyWatch {
  const registers = [registry];
  const keys = new Map<string, Pick<WatchedKey<string>, 'trouble'>>();
  const seconds = new Histogram({
    name: `${prefix}_signing_seconds`,
    help: 'Time to a signature, by the key: gateway, next, facilitator, or payer with its place.',
    labelNames: ['key'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: `${prefix}_signing_failures_total`,
    help: 'Messages that a key did not sign: refused (by the rules of its signer), timeout, unavailable, bad_signature, overloaded, other.',
    labelNames: ['key', 'failure'],
    registers,
  });
  new Gauge({
    name: `${prefix}_signer_up`,
    help: '1 while the key signs, 0 while its signer does not; a key in a file always signs.',
    labelNames: ['key'],
    registers,
    collect() {
      for (const [key, { trouble }] of keys) this.set({ key }, trouble() === null ? 1 : 0);
    },
  });
  return {
    watched(name, key) {
      keys.set(name, key);
      beginAtZero(failures, { key: [name], failure: FAILURES });
      return {
        ...key,
        async sign(kind: Parameters<typeof key.sign>[0], message: Uint8Array) {
          const end = seconds.startTimer({ key: name });
          try {
            const signature = await key.sign(kind, message);
            end();
            return signature;
          } catch (error) {
            failures.inc({ key: name, failure: failureOf(error) });
            throw error;
          }
        },
      };
    },
    troubles: () =>
      Object.fromEntries(
        [...keys].flatMap(([name, { trouble }]) => {
          const why = trouble();
          return why === null ? [] : [[name, why]];
        }),
      ),
  };
}

function failureOf(error: unknown): Failure {
  const told = error instanceof Error && 'failure' in error ? error.failure : undefined;
  return FAILURES.find((failure) => failure === told) ?? 'other';
}
