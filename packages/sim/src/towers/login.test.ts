import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAuthenticator, TOWER_LOGIN } from './login.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** The Authorization header for a challenge (RFC 7616, 3.4.1). */
function digest(challenge: string, method: string, uri: string, { userName, password } = TOWER_LOGIN): string {
  const part = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? '';
  const [realm, nonce, nc, cnonce] = [part('realm'), part('nonce'), '00000001', 'c'];
  const response = md5(`${md5(`${userName}:${realm}:${password}`)}:${nonce}:${nc}:${cnonce}:auth:${md5(`${method}:${uri}`)}`);
  return `Digest username="${userName}", realm="${realm}", nonce="${nonce}", uri="${uri}", qop=auth, nc=${nc}, cnonce="${cnonce}", response="${response}"`;
}

describe('authentication at a tower', () => {
  it('A correct answer to the challenge is admitted, also when the clock advances between the challenge and the answer', () => {
    let ms = 1_800_000_000_000;
    const tower = createAuthenticator(TOWER_LOGIN, () => ms++);
    for (let time = 0; time < 100; time++)
      expect(tower.admits('DESCRIBE', digest(tower.challenge()[0] ?? '', 'DESCRIBE', 'rtsp://tower/1'))).toBe(true);
  });

  it('A wrong password, another method and a challenge older than ten minutes are refused', () => {
    let ms = 1_800_000_000_000;
    const tower = createAuthenticator(TOWER_LOGIN, () => ms);
    const challenge = tower.challenge()[0] ?? '';
    expect(tower.admits('PLAY', digest(challenge, 'PLAY', 'rtsp://tower/1', { ...TOWER_LOGIN, password: 'wrong' }))).toBe(false);
    expect(tower.admits('PLAY', digest(challenge, 'SETUP', 'rtsp://tower/1'))).toBe(false);
    expect(tower.admits('PLAY', undefined)).toBe(false);
    ms += 10 * 60_000;
    expect(tower.admits('PLAY', digest(challenge, 'PLAY', 'rtsp://tower/1'))).toBe(false);
  });
});
