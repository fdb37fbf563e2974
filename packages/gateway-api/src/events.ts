/** Server-sent events alone: a page that reads them loads no schema. */
export { EventStreamError, readServerSentEvents, type ServerSentEvent } from './server-sent-events.js';
