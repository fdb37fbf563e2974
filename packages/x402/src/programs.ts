// Programs of Solana that payments name and the protocol does not.

import { parseAddress } from '@oracle-gateway/protocol';

export const MEMO_PROGRAM = parseAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
export const TOKEN_2022_PROGRAM = parseAddress('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
