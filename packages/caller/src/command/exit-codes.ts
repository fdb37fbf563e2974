/** Exit codes of every command of this project, for scripts. They never change. */
export const EXIT_CODES = {
  done: 0,
  internal: 1,
  usage: 2,
  refused: 3,
  notVerified: 4,
  unreachable: 5,
  unknown: 6,
  declined: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

export const EXIT_CODE_MEANINGS: readonly (readonly [code: ExitCode, meaning: string])[] = [
  [EXIT_CODES.done, 'done; every value that was printed is verified, and every transaction is confirmed'],
  [EXIT_CODES.internal, 'an error of the command itself'],
  [EXIT_CODES.usage, 'wrong usage: an argument, a flag, a setting or a file breaks its rule'],
  [EXIT_CODES.refused, 'refused: by the gateway, a node, the ledger or your own spending limit; or a planned load that breaks a bound'],
  [
    EXIT_CODES.notVerified,
    'not verified: the nodes on the ledger did not sign this answer, it is too old, or the program is of another file',
  ],
  [
    EXIT_CODES.unreachable,
    'unreachable: no answer that can be read, no log line that fits, or a transaction that did not land and never will',
  ],
  [EXIT_CODES.unknown, 'unknown outcome: the round or the transaction may have happened; its id or its signature is printed'],
  [EXIT_CODES.declined, 'declined at the prompt; nothing was sent'],
  [EXIT_CODES.interrupted, 'interrupted by Ctrl-C'],
];
