/** Exit codes of the command, for scripts. They never change. */
export const EXIT_CODES = {
  done: 0,
  internal: 1,
  usage: 2,
  refused: 3,
  notVerified: 4,
  unreachable: 5,
  unknown: 6,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

export const CLI_EXIT_CODE_MEANINGS: readonly (readonly [code: ExitCode, meaning: string])[] = [
  [EXIT_CODES.done, 'done; every value that was printed is verified'],
  [EXIT_CODES.internal, 'an error of the command itself'],
  [EXIT_CODES.usage, 'wrong usage: an argument, a flag, a setting or a file breaks its rule'],
  [EXIT_CODES.refused, 'refused: by the gateway, by a node, or by your own spending limit'],
  [EXIT_CODES.notVerified, 'not verified: the nodes on the ledger did not sign this answer; no value is printed'],
  [EXIT_CODES.unreachable, 'unreachable: the gateway or the RPC server gave no answer that can be read'],
  [EXIT_CODES.unknown, 'unknown outcome: the round may have been served and paid for; its id is printed'],
  [EXIT_CODES.interrupted, 'interrupted by Ctrl-C'],
];
