// Calls to our own site that are not in the contract (tiles, pictures, generated files): at the path where it is published, with the
// session's token.
import { useMemo } from 'react';
import { useLanguage } from './language.ts';
import { useSession } from './services.ts';
import { atSite } from './site.ts';

export type SiteFetch = (address: string, init?: RequestInit) => Promise<Response>;

interface SiteCaller {
  readonly token: () => string | null;
  /** Language of the reply; absent: the reply contains no text. */
  readonly language?: string;
}

/** @throws Error without a session, because every call here would be refused */
export const createSiteFetch =
  ({ token, language }: SiteCaller, fetch: SiteFetch = (address, init) => globalThis.fetch(address, init)): SiteFetch =>
  async (address, init) => {
    const ownToken = token();
    if (ownToken === null) throw new Error('no session to ask with');
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${ownToken}`);
    if (language !== undefined) headers.set('accept-language', language);
    return fetch(atSite(address), { ...init, headers });
  };

/** Changes with the session and the language. */
export function useSiteFetch(): SiteFetch {
  const { token } = useSession();
  const language = useLanguage();
  return useMemo(() => createSiteFetch({ token: () => token, language }), [token, language]);
}

/** @throws Error when the reply is not a file: a refusal is JSON, which GeoJSON is not */
export async function fileOf(reply: Response): Promise<Blob> {
  if (!reply.ok || reply.headers.get('content-type')?.startsWith('application/json')) throw new Error(`${reply.status}`);
  return reply.blob();
}
