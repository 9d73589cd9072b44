// Challenges as cameras write them, answered as defined in RFC 7616: a device that computes the same digest from the request accepts the
// client.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { authorization, challengeOf, isStale } from './digest.ts';

/** The parameters that a device reads from `Authorization`. */
function parametersOf(header: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', quoted, plain] of header.matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g))
    found[name] = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
  return found;
}

/** Checks the response as the device does (RFC 7616, 3.4). */
function isRight(
  header: string,
  { hash, password, method, isSession }: { hash: string; password: string; method: string; isSession: boolean },
): boolean {
  const h = (text: string) => createHash(hash).update(text).digest('hex');
  const { username, realm, nonce, uri, response, qop, nc, cnonce } = parametersOf(header);
  const secret = h(`${username}:${realm}:${password}`);
  const ha1 = isSession ? h(`${secret}:${nonce}:${cnonce}`) : secret;
  const ha2 = h(qop === 'auth-int' ? `${method}:${uri}:${h('')}` : `${method}:${uri}`);
  return response === (qop === undefined ? h(`${ha1}:${nonce}:${ha2}`) : h(`${ha1}:${nonce}:${nc}:${cnonce}:${qop}:${ha2}`));
}

const HASHES: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' };
const cased = (text: string) => fc.constantFrom(text, text.toLowerCase(), text.toUpperCase());
const aChallenge = fc
  .record({
    name: fc.constantFrom(...Object.keys(HASHES)),
    isSession: fc.boolean(),
    isNamed: fc.boolean(),
    isQuoted: fc.boolean(),
    realm: fc.constantFrom('cam', 'IP Camera(C1)', 'a, Basic b="c"', '摄像头 \\ "x"', 'Login to 1=2'),
    nonce: fc.stringMatching(/^[\w+/=-]{1,40}$/),
    qop: fc.constantFrom(null, 'auth', '"auth"', '"auth,auth-int"', '"auth-int, auth"', '"auth-int"', '""'),
    gap: fc.constantFrom(', ', ',', ' ,\t'),
    scheme: fc.constantFrom('Digest', 'digest', 'DIGEST'),
    beside: fc.constantFrom('', 'Basic realm="x", ', 'Negotiate, ', 'Digest realm="o", nonce="o", algorithm=WRONG, '),
  })
  .chain((one) => cased(`${one.name}${one.isSession ? '-sess' : ''}`).map((algorithm) => ({ ...one, algorithm })));

it('property: for any form of challenge, a device with the same password accepts the answer, and one with another password does not', () => {
  const run = fc.property(aChallenge, fc.string(), fc.string({ minLength: 1 }), (one, password, username) => {
    // Without an algorithm name it is MD5.
    const isMd5 = one.name === 'MD5' && !one.isSession;
    const hasName = one.isNamed || !isMd5;
    const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
    const parts = [
      `realm=${quoted(one.realm)}`,
      ...(one.qop === null ? [] : [`qop=${one.qop}`]),
      `nonce="${one.nonce}"`,
      ...(hasName ? [`algorithm=${one.isQuoted ? `"${one.algorithm}"` : one.algorithm}`] : []),
    ];
    const challenge = challengeOf([`${one.beside}${one.scheme} ${parts.join(one.gap)}`]);
    expect(challenge?.scheme).toBe('digest');
    if (challenge === null) return;
    const header = authorization(challenge, { username, password }, { method: 'DESCRIBE', uri: 'rtsp://h/x?a="b"', count: 1 });
    const device = { hash: HASHES[one.name] ?? '', method: 'DESCRIBE', isSession: one.isSession };
    expect(isRight(header, { ...device, password })).toBe(true);
    expect(isRight(header, { ...device, password: `${password}x` })).toBe(false);
    expect(parametersOf(header)).toMatchObject({ username, realm: one.realm, nonce: one.nonce });
  });
  fc.assert(run, { numRuns: 80 });
});

it('the strongest challenge is chosen, and Basic only when no Digest is usable', () => {
  const of = (...headers: string[]) => {
    const found = challengeOf(headers);
    return found && [found.scheme, found.parameters.nonce ?? found.parameters.algorithm];
  };
  expect(of('Digest realm="r", nonce="1"', 'Digest realm="r", nonce="2", algorithm=SHA-256', 'Basic realm="r"')).toEqual(['digest', '2']);
  expect(of('Basic realm="r", Digest realm="r", nonce="1", algorithm="md5"')).toEqual(['digest', '1']);
  expect(of('Basic realm="r"')).toEqual(['basic', undefined]);
  expect(of('Digest realm="r", nonce="1", algorithm=SHA-3')).toEqual(['other', '1']);
  expect(of('Digest realm="r", nonce="1", qop="other"')).toEqual(['other', '1']);
  expect([of('Negotiate YWJj=='), of(), of('')]).toEqual([['other', undefined], null, null]);
});

it('a refusal is due to the nonce when the device states it, or when a login that worked is offered another nonce', () => {
  const sent = challengeOf(['Digest realm="r", nonce="1"']);
  const offered = (more: string) => challengeOf([`Digest realm="r", ${more}`]);
  const stale = (more: string, hasWorked: boolean) => {
    const one = offered(more);
    return sent !== null && one !== null && isStale(sent, one, hasWorked);
  };
  expect(stale('nonce="2", stale=TRUE', false)).toBe(true);
  expect(stale('nonce="2", stale="true"', false)).toBe(true);
  expect(stale('nonce="2"', true)).toBe(true);
  expect(stale('nonce="2"', false)).toBe(false);
  expect(stale('nonce="1"', true)).toBe(false);
});
