// Opens the page offline with the logged-in user's info as the server last returned it, only for the account of this browser's session. The
// server still checks the rights for everything this page sends.
import type { SessionStore, UserInfo } from '../../stores/session.ts';
import { openStore } from '../use-patrol-device.ts';

const recalled = new WeakSet<UserInfo>();

/** True when the info was read from the phone instead of the server. */
export const isRecalled = (info: UserInfo): boolean => recalled.has(info);

/** @returns false: this account has never opened the page on this phone, or has logged out */
export async function recallIdentity(session: SessionStore): Promise<boolean> {
  const { accid } = session.get();
  if (accid === null) return false;
  const info = await (await openStore()).identity(accid);
  if (info === null || info.userDTO.id !== accid) return false;
  recalled.add(info);
  session.setInfo(info);
  return true;
}

/** At logout, on any page: deletes all of the user's data on this phone that the server can supply again. */
export async function forgetIdentity(owner: string): Promise<void> {
  await (await openStore()).forget(owner);
}
