import { type Static, Type } from '@sinclair/typebox';
import { table } from './schema.js';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** `[log]` of every app. */
export const logTable = table({
  level: Type.Union(
    LEVELS.map((level) => Type.Literal(level)),
    { title: `one of ${LEVELS.join(', ')}`, description: 'Least severe level that the log has.', default: 'info' },
  ),
});

export type LogLevel = Static<typeof logTable>['level'];
