/** What an operator typed is not a command, names no round, or cannot be done now. */
export class OperateError extends Error {
  override readonly name = 'OperateError';
}
