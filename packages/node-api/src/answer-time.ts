/** The header of every answer of a node: its clock when it answered, unix milliseconds in decimal. It is not signed, and no proof of anything. */
export const ANSWER_TIME_HEADER = 'x-svc-time';

const MAX_DIGITS = 15;

/** The node's clock in unix milliseconds; null when the answer does not tell it. */
export function readAnswerTime(header: string | undefined): number | null {
  const isTime = header !== undefined && header.length <= MAX_DIGITS && /^\d+$/.test(header);
  return isTime ? Number(header) : null;
}
