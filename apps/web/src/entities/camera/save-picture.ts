// A picture of ours to this computer's folder of downloads: it needs the token, which a plain link cannot send.
import { saveFile } from '../../shared/save-file.ts';

/** @throws when it cannot be fetched */
export async function savePicture(url: string, name: string, token: string | null): Promise<void> {
  const answer = await fetch(url, { headers: token === null ? {} : { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  saveFile(await answer.blob(), name);
}
