import type { NodeErrorCode } from '@oracle-gateway/node-api';
import { describe, expect, it } from 'vitest';
import { faultOfCode, faultOfRefusal } from './node-call-error.js';

describe('the fault of a refusal', () => {
  it.each<NodeErrorCode>(['stale_registry', 'snapshot_mismatch', 'clock_skew', 'signers_mismatch', 'overloaded'])(
    'is not the node that refuses where others can bring it to refuse (%s)',
    (code) => {
      expect(faultOfCode(code)).toBe('declined');
    },
  );

  it.each<NodeErrorCode>(['already_signed', 'share_used', 'not_enabled'])(
    'says nothing of the node where one caller can bring any node to it (%s)',
    (code) => {
      expect(faultOfCode(code)).toBe('excused');
    },
  );

  it.each<NodeErrorCode>(['invalid_request', 'value_mismatch', 'nonce_spent', 'session_unknown', 'internal', 'not_ready'])(
    'is the node where it alone decides (%s)',
    (code) => {
      expect(faultOfCode(code)).toBe('refused');
    },
  );

  it('says nothing of the node that has no room for the answer, though the code is that of the source', () => {
    expect(faultOfRefusal({ code: 'upstream_failure', rule: 'too_large_here' })).toBe('excused');
    expect(faultOfRefusal({ code: 'upstream_failure', rule: 'too_large' })).toBe('upstream');
    expect(faultOfRefusal({ code: 'share_used' })).toBe('excused');
  });

  it('is the source where that gave no value, and what is sealed where that does not serve', () => {
    expect([faultOfCode('upstream_failure'), faultOfCode('secrets_expired')]).toEqual(['upstream', 'sealed']);
  });
});
