// A camera's link as it is kept, and as a sender changes it.
import type { GridNo } from '@lookout/domain';
import type { NewCameraLink, Store } from '@lookout/store';
import type { CameraPasswords } from './camera-passwords.ts';

/** Of a camera that nobody has set up. */
export const emptyLink = (cameraId: string): NewCameraLink => ({
  cameraId,
  controlUrl: null,
  channelCode: null,
  streamUrl: null,
  subStreamUrl: null,
  userName: null,
  widestFieldDegrees: null,
  narrowestFieldDegrees: null,
  masks: [],
  ranges: [],
  tour: [],
  isRecorded: false,
});

/** As a sender says it: what he leaves out stays as it stands. */
interface LinkSaid {
  readonly controlUrl?: string | null | undefined;
  readonly channelCode?: string | null | undefined;
  readonly streamUrl?: string | null | undefined;
  readonly subStreamUrl?: string | null | undefined;
  readonly userName?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly widestFieldOfView?: number | null | undefined;
  readonly narrowestFieldOfView?: number | null | undefined;
}

/** @param said by camera; said twice of one, the later word stands. @returns the cameras that were there, in scope */
export async function relink(
  store: Pick<Store, 'cameraLinks'>,
  passwords: CameraPasswords,
  scope: GridNo,
  said: readonly { readonly cameraId: string; readonly link: LinkSaid }[],
): Promise<ReadonlySet<string>> {
  if (said.length === 0) return new Set();
  const ids = [...new Set(said.map(({ cameraId }) => cameraId))];
  const links = new Map<string, NewCameraLink>((await store.cameraLinks.list(scope, ids)).map((link) => [link.cameraId, link]));
  for (const { cameraId, link } of said) links.set(cameraId, withSaid(links.get(cameraId) ?? emptyLink(cameraId), link, passwords));
  return new Set(await store.cameraLinks.put(scope, [...links.values()]));
}

const withSaid = (standing: NewCameraLink, said: LinkSaid, passwords: CameraPasswords): NewCameraLink => ({
  ...standing,
  controlUrl: said.controlUrl || standing.controlUrl,
  channelCode: said.channelCode || standing.channelCode,
  streamUrl: said.streamUrl || standing.streamUrl,
  subStreamUrl: said.subStreamUrl || standing.subStreamUrl,
  userName: said.userName || standing.userName,
  widestFieldDegrees: said.widestFieldOfView ?? standing.widestFieldDegrees,
  narrowestFieldDegrees: said.narrowestFieldOfView ?? standing.narrowestFieldDegrees,
  encryptedPassword: said.password ? passwords.encrypt(said.password) : standing.encryptedPassword,
});
