import { OutboxLoginError } from '../records/errors.js';
import { tlsError } from './tls-error.js';

/** Beginning of a server's refusal of a login, or of a command before one. */
const LOGIN_REFUSAL = /^(?:NOAUTH|WRONGPASS)\b/;

/** Whether the server refused the login rather than the command. */
export function isLoginRefusal(error: unknown): boolean {
  return error instanceof Error && LOGIN_REFUSAL.test(error.message);
}

/**
 * Copies the part of a connection's error that may be told. The client's own error carries the command that failed with its arguments; for
 * a login they are user name and password.
 */
export function connectionError(error: Error): Error {
  if (isLoginRefusal(error)) return new OutboxLoginError();
  const refused = tlsError(error);
  if (refused !== undefined) return refused;
  const told = new Error(error.message);
  told.name = error.name;
  return 'code' in error ? Object.assign(told, { code: error.code }) : told;
}
