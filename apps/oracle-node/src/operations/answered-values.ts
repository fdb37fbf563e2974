import type { AbsentValue, ObserveResponse } from '@oracle-gateway/node-api';
import { toHex } from '@oracle-gateway/protocol';
import { nodeErrorAnswer, type NodeError } from '../errors/node-error.js';
import { isFailure, type SubjectValue } from '../source/observe-subject.js';

/** The values of an observation as they are answered. */
export function answeredValues(values: readonly SubjectValue[]): ObserveResponse['values'] {
  return values.map((one) => (isFailure(one) ? { reason: absenceOf(one) } : { value: toHex(one.value), receivedAtMs: one.receivedAtMs }));
}

/** Members of a refusal besides its text: they hold no secret, and no text of the source. */
export function absenceOf(error: NodeError): AbsentValue['reason'] {
  const { code, step, upstreamStatus, rule } = nodeErrorAnswer(error).body;
  return {
    code,
    ...(step === undefined ? {} : { step }),
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
    ...(rule === undefined ? {} : { rule }),
  };
}
