/**
 * Misbehaviour of the facilitator: `down` refuses connections; `timeout` never answers `/verify` and `/settle`; `error500` answers them
 * with that status and does nothing; `settle-then-drop` settles and closes the connection without an answer.
 */
export const FACILITATOR_FAULTS = ['none', 'down', 'timeout', 'error500', 'settle-then-drop'] as const;
export type FacilitatorFault = (typeof FACILITATOR_FAULTS)[number];
