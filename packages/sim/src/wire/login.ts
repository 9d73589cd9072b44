// The public login, as any outsider does it: key and nonce first, then the sealed password.
import { contract } from '@lookout/contract';
import type { Answer } from './answer.ts';
import { sealPassword } from './seal.ts';
import type { Sender } from './sender.ts';

export interface Entered {
  readonly token: string;
  readonly accountId: string;
}

const LOCKED = 'HTTP 429';

type Login = (userName: string, password: string, headers: Readonly<Record<string, string>>) => Promise<Answer<Entered>>;

export const createSealedLogin =
  (send: Sender): Login =>
  async (userName, password, headers) => {
    const key = await send(contract.auth.publicKey, null, headers);
    if (key.kind !== 'delivered') return key;
    const body = {
      userName,
      ...sealPassword(key.data as { publicKey: string; nonce: string }, password),
      grant_type: 'password',
      client_id: 'web',
      client_secret: 'demo',
      accountType: 1,
    };
    const answer = await send(contract.auth.login, JSON.stringify(body), { ...headers, 'content-type': 'application/json' });
    // Somebody has given the account another password, or taken it away: five more tries would lock out its owner.
    if (answer.kind === 'key-refused') return { kind: 'refused', why: `${userName}: HTTP 401` };
    // Somebody else has locked it: for a quarter of an hour nobody comes in, and nothing may wait for that.
    if (answer.kind === 'later' && answer.why === LOCKED) return { kind: 'refused', why: `${userName}: ${LOCKED}` };
    if (answer.kind !== 'delivered') return answer;
    const { access_token: token, accid: accountId } = answer.data as { access_token: string; accid: string };
    return { kind: 'delivered', data: { token, accountId } };
  };
