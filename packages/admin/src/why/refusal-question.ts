import { idsOf, type ServiceLine, textFact } from './service-line.js';

/** A question about one request or several: all that is named must fit. */
export interface RefusalQuestion {
  /** A request id, round id, trace id or session id. */
  readonly id?: string | undefined;
  /** Unix milliseconds, the first included and the last excluded. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** IP address of the caller, in the form of `canonicalIp`. */
  readonly client?: string | undefined;
  /** Owner of the feed, in base58. */
  readonly owner?: string | undefined;
  readonly code?: string | undefined;
}

/** Whether a line is about what is asked. Without an id, only lines of refused requests are. */
export function fits(question: RefusalQuestion, line: ServiceLine): boolean {
  const { id, fromMs = -Infinity, toMs = Infinity, client, owner, code } = question;
  if (line.timeMs < fromMs || line.timeMs >= toMs) return false;
  if (id !== undefined) return idsOf(line).includes(id);
  if (!isRefusal(line)) return false;
  if (client !== undefined && canonicalIp(textFact(line, 'client') ?? '') !== client) return false;
  if (owner !== undefined && textFact(line, 'owner') !== owner) return false;
  return code === undefined || textFact(line, 'code') === code;
}

/** Messages of the gateway with a code of the error table. Others, such as `node fault`, have the code of a node. */
export const REFUSALS = new Set(['answered with an error', 'answered', 'round failed']);

/** A line of the gateway about a request or a round that ended in an error of the table. */
export function isRefusal(line: ServiceLine): boolean {
  const isNamed = textFact(line, 'requestId') !== undefined || textFact(line, 'roundId') !== undefined;
  return line.program === 'gateway' && REFUSALS.has(line.message) && isNamed && textFact(line, 'code') !== undefined;
}

/** The one form of an IP address; undefined for another text. An IPv4 address in an IPv6 form is that IPv4 address. */
export function canonicalIp(text: string): string | undefined {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(text)?.[1] ?? text;
  const host = mapped.includes(':') ? `[${mapped}]` : mapped;
  if (!/^(?:\[[\da-fA-F:.]{2,45}\]|\d{1,3}(?:\.\d{1,3}){3})$/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname.replace(/[[\]]/g, '');
}

const ID_FORMS = [
  // request id
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  // round id: 32 bytes in base58
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  // trace id
  /^[\da-f]{32}$/,
  // session id
  /^0x[\da-f]{64}$/,
];

export function isId(text: string): boolean {
  return ID_FORMS.some((form) => form.test(text));
}
