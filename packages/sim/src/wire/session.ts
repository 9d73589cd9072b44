// A person of the demo world at the product's door: logs in by the public login, calls with the session, and comes in again when it has died.
import { contract, type Got, type Row, type Sent } from '@lookout/contract';
import { DEMO_PASSWORD } from '../accounts.ts';
import type { Answer } from './answer.ts';
import { createSealedLogin } from './login.ts';
import { type SealedPassword, sealPassword } from './seal.ts';
import { createSender, pictureForm, type SenderOptions } from './sender.ts';

type Body<R extends Row> = NonNullable<Sent<R>['body']>;

export interface Session {
  /** Comes in when nobody is in yet. @returns the account's id */
  enter(): Promise<Answer<string>>;
  call<R extends Row>(row: R, body: Body<R>, idempotencyKey?: string): Promise<Answer<Got<R>>>;
  /** A password as it may travel, for one call. */
  sealed(password: string): Promise<Answer<SealedPassword>>;
  /** @returns the id of the picture */
  picture(png: Uint8Array): Promise<Answer<string>>;
}

export interface Person {
  readonly userName: string;
  /** Of the phone that the account is bound to. */
  readonly deviceId?: string;
}

export function createSession({ userName, deviceId }: Person, options: SenderOptions): Session {
  const send = createSender(options);
  const own = deviceId === undefined ? {} : { 'x-device-id': deviceId };
  const login = createSealedLogin(send);
  let entered: { readonly token: string; readonly accountId: string } | null = null;

  const enter = async (): Promise<Answer<string>> => {
    if (entered === null) {
      const answer = await login(userName, DEMO_PASSWORD, own);
      if (answer.kind !== 'delivered') return answer;
      entered = answer.data;
    }
    return { kind: 'delivered', data: entered.accountId };
  };

  /** Once more with a fresh session: the old one may have ended with its hours, or by a new password. */
  const within = async (row: Row, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<Answer<unknown>> => {
    for (let attempt = 0; ; attempt++) {
      const standing = await enter();
      if (standing.kind !== 'delivered') return standing;
      const answer = await send(row, body, { ...own, ...headers, authorization: `Bearer ${entered?.token}` });
      if (answer.kind !== 'key-refused') return answer;
      entered = null;
      if (attempt > 0) return { kind: 'refused', why: `${userName}: HTTP 401/403` };
    }
  };

  return {
    enter,
    call: (row, body, idempotencyKey) =>
      within(row, JSON.stringify(body), {
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      }) as Promise<Answer<never>>,
    async sealed(password) {
      const key = await send(contract.auth.publicKey, null, own);
      if (key.kind !== 'delivered') return key;
      return { kind: 'delivered', data: sealPassword(key.data as { publicKey: string; nonce: string }, password) };
    },
    async picture(png) {
      const { body, contentType } = pictureForm(png);
      const answer = await within(contract.places.upload, body, { 'content-type': contentType });
      return answer.kind === 'delivered' ? { kind: 'delivered', data: (answer.data as { id: string }).id } : answer;
    },
  };
}
