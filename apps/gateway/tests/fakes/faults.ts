/**
 * Misbehaviour of a test node: `lie` observes another value; `upstream` has a failing source, `paywalled` one that asks for payment;
 * `garbage` answers no JSON; `late-observe` and `late-sign` never answer; `refuse-sign` refuses; `bad-partial` flips one bit of its partial
 * signature, `bad-observation` of its signed observation; `bad-group-commitment` tells other nonces than it signed with; `undecryptable`
 * and `expired` refuse what is sealed; `shared-commitments` commits to one point, like all nodes with this fault. Where another of them is
 * named beside it, it shows that it never had the point; `forgetful` never knows what it committed to; `declines` refuses whatever it is
 * asked, as if its clock were wrong, `excuses-itself` as if its operator had not enabled what it takes; `no-commitments` gives none in advance, as a node that does not know the operation; `no-dry-runs` has a version without them;
 * `bad-commitments` gives bytes that are no points; `share-used` has given the requester what it may have; `down` drops every connection.
 */
export type TestNodeFault =
  | 'none'
  | 'lie'
  | 'upstream'
  | 'paywalled'
  | 'garbage'
  | 'late-observe'
  | 'late-sign'
  | 'refuse-sign'
  | 'bad-partial'
  | 'bad-group-commitment'
  | 'bad-observation'
  | 'bad-nonces'
  | 'undecryptable'
  | 'expired'
  | 'shared-commitments'
  | 'forgetful'
  | 'declines'
  | 'excuses-itself'
  | 'no-commitments'
  | 'no-dry-runs'
  | 'no-vouching'
  | 'bad-commitments'
  | 'share-used'
  | 'down';
