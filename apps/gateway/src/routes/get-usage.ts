import { OTHER_DELEGATES } from '@oracle-gateway/gateway-api/internal';
import { operations, type UsageAnswer } from '@oracle-gateway/gateway-api';
import type { UsageRow } from '@oracle-gateway/outbox';
import { formatAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { readAddress } from '../admission/request-body.js';
import type { RecordReads } from '../answers/record-reads.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import { queryOf } from '../http/read-query.js';
import type { ReadUsageReader } from '../sessions/usage-credential.js';
import type { IsPath } from './get-round.js';

type Counted = UsageAnswer['data']['usage'][number];

const readQuery = queryOf(operations.getUsage);

export interface GetUsageDeps {
  readonly records: RecordReads;
  readonly readUsageReader: ReadUsageReader;
  readonly isPath: IsPath;
  readonly nowMs: () => number;
}

/** GET /v1/usage/{owner}: what a key was charged in a month, whatever path its rounds were of. */
export function getUsage({ records, readUsageReader, isPath, nowMs }: GetUsageDeps): Endpoint<typeof operations.getUsage> {
  return async ({ path, query, header }) => {
    const owner = readAddress(path['owner'] ?? '', 'owner');
    const { month = new Date(nowMs()).toISOString().slice(0, 7) } = readQuery(query);
    // The credential is judged before the outbox is read: a stranger's question costs a signature of its own.
    const reader = await readUsageReader(header('authorization'), owner);
    const isRead = ({ day, delegate }: UsageRow): boolean =>
      day.startsWith(month) && (reader === 'all' || (delegate instanceof Uint8Array && equalBytes(delegate, reader.delegate)));
    const usage = (await records.usage(owner)).filter(isRead).map((row) => shape(row, isPath));
    return { status: 200, body: { status: 'ok', data: { month, usage } } };
  };
}

function shape({ day, path, delegate, rounds, units, amount }: UsageRow, isPath: IsPath): Counted {
  if (!isPath(path)) throw new GatewayError('internal', { cause: new Error(`usage of the unknown path ${path}`) });
  const by = delegate === 'others' ? OTHER_DELEGATES : delegate === null ? null : formatAddress(delegate);
  return { day, path, delegate: by, rounds: Number(rounds), units: Number(units), amount: amount.toString() };
}
