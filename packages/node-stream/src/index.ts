export { CLOSE_CODES, type CloseReason } from './close-reason.js';
export { type CallEnding, type OpeningFailure, StreamCallError, StreamOpeningError } from './errors.js';
export type {
  CallOptions,
  GatewayStream,
  OpenStream,
  OpenStreamDeps,
  OpenStreamInput,
  StreamReply,
  StreamState,
} from './gateway-stream.js';
export { DEFAULT_LIMITS, MAX_MESSAGE_BYTES, type StreamLimits } from './limits.js';
export type { StreamPush, WantedPushes } from './push.js';
