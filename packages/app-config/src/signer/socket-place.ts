import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';

/** Why a socket is not used. One that `mayPass` may be there a moment later. */
export interface PlaceFault {
  readonly rule: string;
  readonly mayPass: boolean;
}

const WRITE_BY_OTHERS = 0o002;
const ANY_BY_OTHERS = 0o077;
const WRITE_BY_GROUP_OR_OTHERS = 0o022;
const STICKY = 0o1000;

/**
 * Judges the place of a signer's socket: another user who may write to the socket could have anything signed, and one who may write to its
 * folder could put another socket there. Null: it may be used. A socket of another user, for a group, is that user's responsibility.
 */
export async function judgePlace(path: string): Promise<PlaceFault | null> {
  if (!isAbsolute(path)) return lasting('must name a socket by its whole path, such as unix:/run/oracle-gateway/signer.sock');
  try {
    const [socket, folder] = [await stat(path), await stat(dirname(path))];
    if (!socket.isSocket()) return lasting(`must name the socket of a signer; ${path} is none`);
    if ((socket.mode & forbidden(socket)) !== 0)
      return lasting(`must name a socket that only its owner can write; run chmod ${isOwn(socket) ? '600' : 'o-w'} ${path}`);
    if ((folder.mode & WRITE_BY_GROUP_OR_OTHERS) !== 0 && (folder.mode & STICKY) === 0)
      return lasting(`must name a socket in a folder that only its owner can write; run chmod go-w ${dirname(path)}`);
    return null;
  } catch {
    return { rule: `no signer listens at ${path}; start it, and see docs/signer.md`, mayPass: true };
  }
}

function lasting(rule: string): PlaceFault {
  return { rule, mayPass: false };
}

function forbidden(socket: Stats): number {
  return isOwn(socket) ? ANY_BY_OTHERS : WRITE_BY_OTHERS;
}

function isOwn({ uid }: Stats): boolean {
  return uid === process.getuid?.();
}
