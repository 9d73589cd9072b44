// Opening the page without a line: who is logged in, as the server last said it, for the account of this browser's session only. The server's rights
// stand: whatever this page sends is judged there.
import type { SessionStore, UserInfo } from '../../stores/session.ts';
import { openStore } from '../use-patrol-device.ts';

const recalled = new WeakSet<UserInfo>();

/** Was this read from the phone, and not from the server? */
export const isRecalled = (info: UserInfo): boolean => recalled.has(info);

/** @returns false: nobody opened this page on this phone with this account, or he has logged out */
export async function recallIdentity(session: SessionStore): Promise<boolean> {
  const { accid } = session.get();
  if (accid === null) return false;
  const info = await (await openStore()).identity(accid);
  if (info === null || info.userDTO.id !== accid) return false;
  recalled.add(info);
  session.setInfo(info);
  return true;
}

/** At logout, on whatever page: nothing of him that the server can give again stays on this phone. */
export async function forgetIdentity(owner: string): Promise<void> {
  await (await openStore()).forget(owner);
}
