import { executes, ofPath, refusal, type LieRow } from './lie-row.js';
import { type EndedVersion, putEndedVersion } from './old-keys.js';

/** A client that goes on would be charged for what it cannot verify. It hears of a fault, which ends the row in another way. */
function namesEnded(to: LieRow['to'], ended: EndedVersion): LieRow {
  return {
    lie: `that the registry version is one that is over: ${ended.ended}`,
    to,
    ends: 'VerificationError',
    tell({ test }) {
      putEndedVersion(test, ended);
      let asked = 0;
      return ofPath(executes, () => {
        asked += 1;
        return asked === 1 ? refusal(400, 'stale_registry_version', { registryVersion: Number(ended.version) }) : refusal(500, 'internal');
      });
    },
  };
}

export const liesOfVersions: readonly LieRow[] = (['owner', 'session', 'agent', 'payPerRequest'] as const).flatMap((to, place) => [
  namesEnded(to, { version: BigInt(910 + place), ended: 'retired' }),
  namesEnded(to, { version: 0n, ended: 'emergency' }),
]);
