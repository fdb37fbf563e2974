/** The id of no session: the call is made for its answer. */
export const NOTHING_TO_RELEASE = { sessionIds: [`0x${'00'.repeat(32)}`] };
