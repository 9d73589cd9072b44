// Direct calls to the server, without the browser: logging in, machines that push alarms, calls of users.
import { loadEncryption } from '@lookout/client';
import type { Got } from '@lookout/contract';
import type { authCalls } from '@lookout/features/auth/auth.calls.ts';
import { FEED_KEY } from './server-process.ts';

export const PASSWORD = 'Lookout@2026';

/** The reply of a login (docs/interface.md "Replies"). */
export type Session = Got<(typeof authCalls)['login']>;

export interface Reply {
  readonly status: number;
  readonly code: number | null;
  readonly message: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a test inspects any reply
  readonly data: any;
}

export async function signIn(base: string, userName: string, password = PASSWORD): Promise<Session> {
  const { encryptPasswords } = await loadEncryption();
  const { data } = await call(base, 'GET', '/auth/api/auth/publicKey');
  const { encrypted, aeskey, nonce } = encryptPasswords(data, { userPasswd: password });
  const response = await fetch(`${base}/auth/api/auth/user/loginNew`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      userName,
      ...encrypted,
      aeskey,
      nonce,
      grant_type: 'password',
      client_id: 'web',
      client_secret: '',
      accountType: 'web',
    }),
  });
  const reply = (await response.json()) as Session;
  if (response.status !== 200) throw new Error(`login of ${userName}: HTTP ${response.status} ${JSON.stringify(reply)}`);
  return reply;
}

/** One call. A body is sent as JSON; text, bytes and forms are sent unchanged. `as`: the user whose token is sent, or the feed key. */
export async function call(base: string, method: string, path: string, body?: unknown, as?: Session | 'feed'): Promise<Reply> {
  const isRaw = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(as === 'feed' ? { 'x-feed-key': FEED_KEY } : as ? { authorization: `Bearer ${as.access_token}` } : {}),
      ...(typeof body === 'string'
        ? { 'content-type': 'text/csv' }
        : body !== undefined && !isRaw
          ? { 'content-type': 'application/json' }
          : {}),
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = text.startsWith('{') ? (JSON.parse(text) as Partial<Reply>) : {};
  return { status: response.status, code: parsed.code ?? null, message: parsed.message ?? null, data: parsed.data };
}

/** @returns the data of the reply @throws when the call is refused */
async function callOrThrow(base: string, path: string, body: unknown, as: Session | 'feed' = 'feed') {
  const reply = await call(base, 'POST', path, body, as);
  if (reply.code !== 200) throw new Error(`${path}: HTTP ${reply.status} ${reply.message} ${JSON.stringify(reply.data)}`);
  return reply.data;
}

export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** Near the seats of two sibling counties of 阿坝 (513200). */
export const WENCHUAN: Place = { longitude: 103.59, latitude: 31.48 };
export const LIXIAN: Place = { longitude: 103.17, latitude: 31.44 };

/** A camera sees a fire now. @returns the alarm's id */
export async function cameraSees(base: string, place: Place, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const body = { ...place, alarmDatetime: new Date().toISOString(), findType: 1, maxHeat: 312, ...more };
  return (await callOrThrow(base, '/fire/api/monitorFirealarm', body)).id;
}

/** A person reports a fire, with photos (bytes of PNG or JPEG). @returns the alarm's id */
export async function personReports(base: string, as: Session, place: Place, description: string, photos: readonly Uint8Array[] = []) {
  const pictures: string[] = [];
  for (const photo of photos) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png');
    pictures.push((await callOrThrow(base, '/oa/api/upload', form, as)).id);
  }
  return (await callOrThrow(base, '/fire/api/reportFirealarm', { ...place, description, pictures }, as)).id as string;
}

/** Ingests a FIRMS file. */
export const satelliteFile = (base: string, csv: string) =>
  callOrThrow(base, '/fire/api/satelliteFirealarm/ingest', csv) as Promise<{
    received: number;
    accepted: number;
    duplicates: number;
    rejected: unknown[];
  }>;
