/** Why a half closes a stream, with the code of its WebSocket close frame. The code is a hint for operators: it is not authenticated. */
export const CLOSE_CODES = {
  /** This half is done. */
  done: 1000,
  /** The process ends. */
  going_away: 1001,
  /** A frame that the protocol does not have, or not at this place. */
  malformed: 4400,
  /** A message that does not open under the key of its direction: changed, replayed, out of order, or of another party. */
  not_authentic: 4401,
  /** The gateway is not registered and active any more, or has another authority. */
  not_active: 4403,
  /** The first authenticated message came too late. */
  handshake_timeout: 4408,
  /** Nothing was heard for too long. */
  idle: 4410,
  /** More calls at once than the node allows. */
  too_many_calls: 4429,
  /** More frames or bytes than anything was asked for. */
  flooded: 4430,
  /** The last message under the key was sent. */
  key_used_up: 4431,
  /** A call was cancelled, and the node has not confirmed its end. */
  unconfirmed: 4432,
  /** The other side does not take what is sent to it. */
  unread: 4433,
  /** This half failed; its log has the cause. */
  failed: 1011,
} as const;

/** `lost`: the connection ended without a reason of ours, or for one that is not in the table. */
export type CloseReason = keyof typeof CLOSE_CODES | 'lost';
