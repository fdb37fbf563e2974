import { memberOf, textOf } from './json.js';
import { countMember, malformedMember } from './read-members.js';

/** Why there is no value, by the word of the gateway. No member holds text of the source. */
export interface StatedReason {
  /** Such as `upstream_failure` or `node_timeout`: docs/api.md lists them. */
  readonly code: string;
  /** A sentence for people. */
  readonly detail: string;
  /** `fetch`, `select`, `transform` or `pack`: the step at which the source gave no usable value. */
  readonly step?: string;
  /** HTTP status of the source. */
  readonly upstreamStatus?: number;
}

const MAX_DETAIL = 1_024;
const MAX_STATUS = 599;
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

/** Gives every member its type and its bound. @throws VerificationError `malformed` */
export function readReason(members: unknown): StatedReason {
  const detail = textOf(memberOf(members, 'detail'));
  if (detail === undefined || detail.length > MAX_DETAIL)
    throw malformedMember('detail', `must be a text of at most ${MAX_DETAIL} characters`);
  const step = memberOf(members, 'step');
  return {
    code: readCode('code', memberOf(members, 'code')),
    detail,
    ...(step === undefined ? {} : { step: readCode('step', step) }),
    ...(memberOf(members, 'upstreamStatus') === undefined ? {} : { upstreamStatus: countMember(members, 'upstreamStatus', MAX_STATUS) }),
  };
}

/** @throws VerificationError `malformed`, which names the field */
export function readCode(field: string, value: unknown): string {
  const code = textOf(value);
  if (code === undefined || !CODE.test(code)) throw malformedMember(field, 'must be a code');
  return code;
}
