// The client side of a login over HTTP (docs/interface.md "Login"), deliberately implemented a second time, so that server and client
// cannot share a mistake.
import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';

export interface Session {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly gridNo: string;
  readonly accid: string;
  readonly groupId: string;
  readonly fullName: string;
}

export interface EncryptedTexts {
  readonly aeskey: string;
  readonly nonce: string;
  /** In the order of the given texts. */
  readonly encrypted: string[];
}

/** Fetches the key and a nonce, and encrypts these texts with them. */
export async function encrypt(base: string, ...texts: string[]): Promise<EncryptedTexts> {
  const response = await fetch(`${base}/auth/api/auth/publicKey`);
  const { data } = (await response.json()) as { data: { publicKey: string; nonce: string } };
  return encryptWith(data, ...texts);
}

export function encryptWith({ publicKey, nonce }: { publicKey: string; nonce: string }, ...texts: string[]): EncryptedTexts {
  const key = randomBytes(32);
  const rsa = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const aeskey = publicEncrypt({ key: rsa, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, key).toString('base64');
  const encrypted = texts.map((text) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    cipher.setAAD(Buffer.from(nonce, 'utf8'));
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  });
  return { aeskey, nonce, encrypted };
}

/** The body of a login. */
export async function loginBody(base: string, userName: string, password: string): Promise<Record<string, unknown>> {
  const { aeskey, nonce, encrypted } = await encrypt(base, password);
  return {
    userName,
    userPasswd: encrypted[0],
    aeskey,
    nonce,
    grant_type: 'password',
    client_id: 'web',
    client_secret: 'web',
    accountType: 1,
  };
}

export async function signIn(base: string, userName: string, password: string, headers: Record<string, string> = {}): Promise<Session> {
  const response = await fetch(`${base}/auth/api/auth/user/loginNew`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(await loginBody(base, userName, password)),
  });
  const body = (await response.json()) as Session & { message?: string };
  if (!body.access_token) throw new Error(`login of ${userName}: ${response.status} ${body.message}`);
  return body;
}
