import { type Address, formatAddress } from '@oracle-gateway/protocol';
import type { SealedSecrets } from '../engine/index.js';

interface Private {
  /** Addresses that may read the result; absent where the round's id is enough. */
  readonly readers?: readonly Address[];
}

/** The readers of a round whose id is an account address. Such an id can be derived, so it must not open a private result. */
export function readersOf(sealed: SealedSecrets | undefined, ...requesters: readonly Address[]): Private {
  return sealed === undefined ? {} : { readers: requesters };
}

/** The readers as the outbox keeps them: in base58, null where the id is enough. */
export function readersText({ readers }: Private): readonly string[] | null {
  return readers === undefined ? null : readers.map((reader) => formatAddress(reader));
}
