import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeErrors, NodeErrorBody } from './errors.js';
import { nodeOperations } from './operations.js';
import { NODE_API_VERSIONS } from './operations/health.js';

/**
 * The contract of each revision as it was released, for the version before and the version after (docs/protocol.md, "Versions of the node API").
 * `RECORD_NODE_API=1 npx vitest run src/revisions.test.ts` writes the newest one: only while its version is not released.
 */
const FOLDER = new URL('../revisions/', import.meta.url);

interface Contract {
  readonly operations: Readonly<Record<string, OperationRecord>>;
  readonly refusal: Schema;
  /** Status of each error code. */
  readonly errors: Readonly<Record<string, number>>;
}
interface OperationRecord {
  readonly method: string;
  readonly path: string;
  readonly request: Schema;
  readonly response: Schema;
}
interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** An optional member, operation or error code that a revision added. Its version reads it; only the version after sends it. */
type Addition =
  | { readonly since: number; readonly operation: string; readonly side?: 'request' | 'response'; readonly member?: string }
  | { readonly since: number; readonly errorCode: string };
const ADDITIONS: readonly Addition[] = [];

/** Messages that this version sends and accepts. The texts of refusals are left out. */
function contractOfToday(): Contract {
  const operations = Object.fromEntries(
    Object.values(nodeOperations).map(({ name, method, path, request, response }) => [name, { method, path, request, response }]),
  );
  const errors = Object.fromEntries(Object.entries(nodeErrors).map(([code, { status }]) => [code, status]));
  return withoutTexts({ operations, refusal: NodeErrorBody, errors });
}

function withoutTexts(contract: Contract): Contract {
  const text = JSON.stringify(contract, (key, value: unknown) =>
    (key === 'title' || key === 'description') && typeof value === 'string' ? undefined : value,
  );
  return JSON.parse(text) as Contract;
}

/** A contract without the additions after a revision. */
function asOf(revision: number, contract: Contract, additions: readonly Addition[]): Contract {
  const left = structuredClone(contract) as {
    operations: Record<string, OperationRecord>;
    errors: Record<string, number>;
    refusal: Schema;
  };
  for (const addition of additions) {
    if (addition.since <= revision) continue;
    if ('errorCode' in addition) {
      Reflect.deleteProperty(left.errors, addition.errorCode);
      const { enum: codes } = (left.refusal.properties?.['code'] ?? {}) as { enum?: string[] };
      codes?.splice(codes.indexOf(addition.errorCode), 1);
    } else if (addition.member === undefined) Reflect.deleteProperty(left.operations, addition.operation);
    else Reflect.deleteProperty(left.operations[addition.operation]?.[addition.side ?? 'request'].properties ?? {}, addition.member);
  }
  return left;
}

function recordOf(revision: number): Contract {
  return JSON.parse(readFileSync(new URL(`${revision}.json`, FOLDER), 'utf8')) as Contract;
}

const [newest = 1] = NODE_API_VERSIONS.slice(-1);
if (process.env['RECORD_NODE_API'] !== undefined) {
  writeFileSync(new URL(`${newest}.json`, FOLDER), `${JSON.stringify(contractOfToday(), null, 2)}\n`);
}

it('the revisions in service are the newest on record and the one before', () => {
  const onRecord = readdirSync(FOLDER).map((name) => Number.parseInt(name, 10));
  onRecord.sort((one, other) => one - other);
  expect(NODE_API_VERSIONS).toEqual(onRecord.slice(-2));
});

it.each(NODE_API_VERSIONS)(
  'a gateway and a node of revision %i accept what this version sends, and this version accepts what they send',
  (revision) => {
    expect(asOf(revision, contractOfToday(), ADDITIONS)).toEqual(recordOf(revision));
  },
);

it('a change that the version before would refuse is seen, and an addition with its line passes', () => {
  const record = recordOf(newest);
  const added = (members: object): Contract => {
    const changed = structuredClone(record);
    Object.assign(changed.operations['commit']?.request.properties ?? {}, members);
    return changed;
  };
  const line: Addition = { since: newest + 1, operation: 'commit', side: 'request', member: 'urgent' };
  expect(asOf(newest, added({ urgent: { type: 'boolean' } }), [])).not.toEqual(record);
  expect(asOf(newest, added({ count: { type: 'integer', minimum: 2 } }), [line])).not.toEqual(record);
  expect(asOf(newest, added({ urgent: { type: 'boolean' } }), [line])).toEqual(record);
  const coded = structuredClone(record);
  Object.assign(coded.errors, { too_new: 409 });
  expect(asOf(newest, coded, [])).not.toEqual(record);
  expect(asOf(newest, coded, [{ since: newest + 1, errorCode: 'too_new' }]).errors).toEqual(record.errors);
});
