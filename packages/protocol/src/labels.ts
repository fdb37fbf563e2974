/**
 * Domain separation labels, ASCII without terminator. No label is a prefix of another, and every field after a label has a fixed width or a
 * length before it. So messages of different kinds are never equal, and one node key may sign all of its kinds.
 */
export const LABELS = {
  job: 'SVC_JOB_V1',
  requestAuth: 'SVC_REQAUTH_V1',
  agentRequestAuth: 'SVC_AGENT_REQAUTH_V1',
  simulate: 'SVC_SIMULATE_V1',
  x402Request: 'SVC_X402_REQUEST_V1',
  deployment: 'SVC_DEPLOYMENT_V1',
  attestation: 'SVC_ATTESTATION_V2',
  nodePossession: 'SVC_NODE_POP_V2',
  session: 'SVC_SESSION_V2',
  nonceBind: 'SVC_NONCE_BIND_V1',
  observation: 'SVC_OBSERVATION_V1',
  observationSet: 'SVC_OBSERVATION_SET_V1',
  nodeRequest: 'SVC_NODE_REQUEST_V2',
  sealedConfig: 'SVC_SEALED_CONFIG_V1',
  envelope: 'SVC_ENVELOPE_V1',
  registry: 'SVC_REGISTRY_V1',
  stream: 'SVC_STREAM_V1',
  list: 'SVC_LIST_V1',
  listValues: 'SVC_VALUES_V1',
  listObservation: 'SVC_LIST_OBSERVATION_V1',
  listObservationSet: 'SVC_LIST_SET_V1',
  index: 'SVC_INDEX_V1',
} as const;
