// The session of a person of the demo world: logs in through the public login, uses the session for calls, and logs in again when it has
// expired.
import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { EVERY_ITEM, type Got, type Row, readTimes, type Sent, type TimePlaces, timePlacesOf } from '@lookout/contract';
import { contract } from '@lookout/features/contract.ts';
import { DEMO_PASSWORD } from '../accounts.ts';
import { type Answer, createSender, pictureForm, type Sender, type SenderOptions } from './sender.ts';

type Body<R extends Row> = NonNullable<Sent<R>['body']>;

export interface Session {
  /** Logs in unless already done. @returns the account's id */
  logIn(): Promise<Answer<string>>;
  call<R extends Row>(row: R, body: Body<R>, idempotencyKey?: string): Promise<Answer<Got<R>>>;
  /** Encrypts a password for one call. */
  encrypted(password: string): Promise<Answer<EncryptedPassword>>;
  /** @returns the id of the picture */
  picture(png: Uint8Array): Promise<Answer<string>>;
}

interface Person {
  readonly userName: string;
  /** Id of the phone that the account is bound to. */
  readonly deviceId?: string;
}

export function createSession({ userName, deviceId }: Person, options: SenderOptions): Session {
  const send = createSender(options);
  const deviceHeaders = deviceId === undefined ? {} : { 'x-device-id': deviceId };
  const requestLogin = createEncryptedLogin(send);
  let current: LoggedIn | null = null;

  const logIn = async (): Promise<Answer<string>> => {
    if (current === null) {
      const answer = await requestLogin(userName, DEMO_PASSWORD, deviceHeaders);
      if (answer.kind !== 'delivered') return answer;
      current = answer.data;
    }
    return { kind: 'delivered', data: current.accountId };
  };

  /** Retries once with a new session, because the old one may have expired, or been ended by a new password. */
  const sendInSession = async (
    row: Row,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
  ): Promise<Answer<unknown>> => {
    for (let attempt = 0; ; attempt++) {
      const login = await logIn();
      if (login.kind !== 'delivered') return login;
      const answer = await send(row, body, { ...deviceHeaders, ...headers, authorization: `Bearer ${current?.token}` });
      if (answer.kind !== 'key-refused') return answer;
      current = null;
      if (attempt > 0) return { kind: 'refused', why: `${userName}: HTTP 401/403` };
    }
  };

  return {
    logIn,
    async call(row, body, idempotencyKey) {
      const answer = await sendInSession(row, JSON.stringify(body), {
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      });
      return (answer.kind === 'delivered' ? { ...answer, data: readTimes(timesOf(row), answer.data) } : answer) as Answer<never>;
    },
    async encrypted(password) {
      const key = await send(contract.auth.publicKey, null, deviceHeaders);
      if (key.kind !== 'delivered') return key;
      return { kind: 'delivered', data: encryptPassword(key.data as { publicKey: string; nonce: string }, password) };
    },
    async picture(png) {
      const { body, contentType } = pictureForm(png);
      const answer = await sendInSession(contract.photo.upload, body, { 'content-type': contentType });
      return answer.kind === 'delivered' ? { kind: 'delivered', data: (answer.data as { id: string }).id } : answer;
    },
  };
}

function timesOf({ envelope, reply }: Row): TimePlaces | null {
  const times = timePlacesOf(reply);
  if (times === null || (envelope !== 'list' && envelope !== 'page')) return times;
  const ofItems = { [EVERY_ITEM]: times };
  return envelope === 'list' ? ofItems : { list: ofItems };
}

// The public login: key and nonce first, then the encrypted password.

interface LoggedIn {
  readonly token: string;
  readonly accountId: string;
}

const LOCKED = 'HTTP 429';

type Login = (userName: string, password: string, headers: Readonly<Record<string, string>>) => Promise<Answer<LoggedIn>>;

const createEncryptedLogin =
  (send: Sender): Login =>
  async (userName, password, headers) => {
    const key = await send(contract.auth.publicKey, null, headers);
    if (key.kind !== 'delivered') return key;
    const body = {
      userName,
      ...encryptPassword(key.data as { publicKey: string; nonce: string }, password),
      grant_type: 'password',
      client_id: 'web',
      client_secret: 'demo',
      accountType: 1,
    };
    const answer = await send(contract.auth.login, JSON.stringify(body), { ...headers, 'content-type': 'application/json' });
    // The password was changed or the account removed. Not retried: five wrong passwords would lock the account.
    if (answer.kind === 'key-refused') return { kind: 'refused', why: `${userName}: HTTP 401` };
    // The account is locked for a quarter of an hour, too long to wait.
    if (answer.kind === 'later' && answer.why === LOCKED) return { kind: 'refused', why: `${userName}: ${LOCKED}` };
    if (answer.kind !== 'delivered') return answer;
    const { access_token: token, accid: accountId } = answer.data as { access_token: string; accid: string };
    return { kind: 'delivered', data: { token, accountId } };
  };

// Encrypts a password (docs/interface.md "Login"): AES-256-GCM with a random key, which is encrypted with RSA-OAEP; bound to a nonce.

const IV_BYTES = 12;
const KEY_BYTES = 32;

interface EncryptedPassword {
  readonly userPasswd: string;
  readonly aeskey: string;
  readonly nonce: string;
}

/** @param publicKey RSA, SPKI DER in base64 */
export function encryptPassword({ publicKey, nonce }: { publicKey: string; nonce: string }, password: string): EncryptedPassword {
  const key = randomBytes(KEY_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(nonce, 'utf8'));
  const box = Buffer.concat([iv, cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const rsa = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const aeskey = publicEncrypt({ key: rsa, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, key);
  return { userPasswd: box.toString('base64'), aeskey: aeskey.toString('base64'), nonce };
}
