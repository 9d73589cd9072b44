import tls from 'node:tls';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Behaviour, type FakeCamera, SLOW_REPLY_MS, startFlvCamera, startRtspCamera } from '../../testing/fake-camera.ts';
import { selfSigned } from '../../testing/self-signed.ts';
import { type Pattern, testPattern } from '../../testing/test-pattern.ts';
import { parseAllowList } from '../allow-list.ts';
import type { Picture } from '../picture.ts';
import { openUpstream, type Upstream } from './upstream.ts';

/** For cameras with a fault: the fault is detected at once. */
const quick = { silentMs: 150, noPictureMs: 400, stillMs: 300, firstRetryMs: 2, longestRetryMs: 4, steadyMs: 10_000 };
/** For healthy cameras: a busy machine that delays their bytes must not cause a fault. */
const slow = { ...quick, silentMs: 10_000, noPictureMs: 20_000, stillMs: 18_000 };
const WAIT_MS = 15_000;
const FLAPS = 25;
const local = parseAllowList(['127.0.0.1']);

let pattern: Pattern;
beforeAll(async () => {
  pattern = await testPattern({ frameRate: 50, count: 20, keyEvery: 10 });
});

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0).reverse()) await close();
});

interface Watched {
  readonly states: string[];
  readonly pictures: Picture[];
  readonly upstream: Upstream;
}

function watch(url: string, { allowed = local, timings = quick, isBasicAllowed = false } = {}): Watched {
  const states: string[] = [];
  const pictures: Picture[] = [];
  const upstream = openUpstream({
    url,
    isBasicAllowed,
    allowed,
    resolve: async () => ['127.0.0.1'],
    timings,
    state: (state, detail) => states.push(detail === null ? state : `${state} ${detail}`),
    codec: () => undefined,
    picture: (picture) => pictures.push(picture),
  });
  cleanUp.push(() => upstream.close());
  return { states, pictures, upstream };
}

async function camera(start: typeof startFlvCamera, behaviour: Behaviour = 'plays', options = {}): Promise<FakeCamera> {
  const made = await start(pattern, { behaviour, ...options });
  cleanUp.push(() => made.close());
  return made;
}

const kinds = [
  ['FLV', startFlvCamera],
  ['RTSP', startRtspCamera],
] as const;

describe.each(kinds)('an upstream by %s', (kind, start) => {
  it('delivers the pictures as they were coded, a keyframe first, with increasing times', async () => {
    const { url } = await camera(start);
    const { states, pictures } = watch(url, { timings: slow });
    await vi.waitFor(() => expect(pictures.length).toBeGreaterThan(25), WAIT_MS);
    expect(states).toEqual(['connecting', 'playing']);
    expect(pictures[0]?.isKey).toBe(true);
    for (const [i, picture] of pictures.entries()) {
      expect(picture.data.equals(pattern.pictures[i % pattern.pictures.length]?.data ?? Buffer.alloc(0))).toBe(true);
      if (i > 0) expect(picture.dts - (pictures[i - 1]?.dts ?? 0)).toBeCloseTo(1_800, -2);
    }
  });

  it.each<[Behaviour, string]>([
    ['silent', 'offline'],
    ['garbage', 'garbage'],
    ['floods', 'garbage'],
    ['redirects', 'address-refused'],
    ['refuses', 'unauthorized'],
    ['h265', 'codec-unsupported H.265'],
  ])('a camera that %s is reported as %s and retried, and no connection is left open', async (behaviour, expected) => {
    const fake = await camera(start, behaviour);
    // A flooding camera is retried less often, because each attempt reads megabytes.
    const retries = behaviour === 'floods' ? { firstRetryMs: 100, longestRetryMs: 100 } : {};
    const { states, upstream } = watch(fake.url, { timings: { ...(behaviour === 'silent' ? quick : slow), ...retries } });
    await vi.waitFor(() => expect(states.at(-1)).toBe(expected), WAIT_MS);
    expect(states).toEqual(['connecting', expected]);
    await vi.waitFor(() => expect(fake.opened).toBeGreaterThan(1), WAIT_MS);
    fake.behave('plays');
    await vi.waitFor(() => expect(states.at(-1)).toBe('playing'), WAIT_MS);
    await upstream.close();
    await vi.waitFor(() => expect(fake.open).toBe(0), WAIT_MS);
  });

  it('a camera that answers but shows its first picture late is waited for, not given up', async () => {
    const fake = await camera(start, 'hesitates');
    const { states } = watch(fake.url, { timings: { ...slow, silentMs: SLOW_REPLY_MS / 2 } });
    await vi.waitFor(() => expect(states.at(-1)).toBe('playing'), WAIT_MS);
    expect(states).toEqual(['connecting', 'playing']);
    expect(fake.opened).toBe(1);
  });

  it('a camera that hangs while playing is reconnected; one without a picture is reported', async () => {
    const fake = await camera(start, 'stalls');
    const { states } = watch(fake.url, { timings: { ...slow, silentMs: quick.silentMs } });
    await vi.waitFor(() => expect(states.slice(0, 4)).toEqual(['connecting', 'playing', 'connecting', 'playing']), WAIT_MS);
    fake.behave('silent');
    await vi.waitFor(() => expect(['no-picture', 'offline']).toContain(states.at(-1)), WAIT_MS);
  });

  it('a camera whose picture is frozen, though data arrives, is reported as frozen and reconnected', async () => {
    const fake = await camera(start, 'stands');
    const { states } = watch(fake.url, { timings: { ...slow, stillMs: 300 } });
    await vi.waitFor(() => expect(states).toEqual(expect.arrayContaining(['playing', 'still'])), WAIT_MS);
    await vi.waitFor(() => expect(fake.opened).toBeGreaterThan(1), WAIT_MS);
    fake.behave('plays');
    await vi.waitFor(() => expect(states.at(-1)).toBe('playing'), WAIT_MS);
  });

  it(`a camera that flaps ${FLAPS} times is reported, leaves nothing open, and disturbs no other camera`, async () => {
    const [flapping, steady] = [await camera(start, 'breaks'), await camera(start)];
    const other = watch(steady.url, { timings: slow });
    const { states, upstream } = watch(flapping.url);
    const drop = setInterval(() => flapping.hangUp(), 15);
    cleanUp.push(async () => clearInterval(drop));
    await vi.waitFor(() => expect(flapping.opened).toBeGreaterThan(FLAPS), WAIT_MS);
    await upstream.close();
    await vi.waitFor(() => expect(flapping.open).toBe(0), WAIT_MS);
    expect(new Set(states)).not.toContain('idle');
    expect(other.states).toEqual(['connecting', 'playing']);
    expect(steady.opened).toBe(1);
  });

  it('a camera that is switched off is offline at once, and plays when it is switched on', async () => {
    const gone = await camera(start);
    const { port, url } = gone;
    await gone.close();
    cleanUp.pop();
    const { states } = watch(url);
    await vi.waitFor(() => expect(states.at(-1)).toMatch(/^offline/), WAIT_MS);
    await camera(start, 'plays', { port });
    await vi.waitFor(() => expect(states.at(-1)).toBe('playing'), WAIT_MS);
  });

  it('an address that is not allowed is never connected to', async () => {
    const fake = await camera(start);
    const { states } = watch(fake.url, { allowed: parseAllowList(['10.0.0.0/8']) });
    await vi.waitFor(() => expect(states).toEqual(['connecting', 'address-refused']), WAIT_MS);
    expect([fake.opened, kind]).toEqual([0, kind]);
  });
});

it.each(kinds)('a camera by %s that requires a digest login gets it, and again when its nonce changes', async (_kind, start) => {
  const requests: string[] = [];
  const fake = await camera(start, 'plays', {
    login: { username: 'admin', password: 'p@ss %1' },
    renewsNonce: true,
    onRequest: (one: string) => requests.push(one),
  });
  const { states, pictures, upstream } = watch(fake.url.replace('p@ss %1', encodeURIComponent('p@ss %1')), { timings: slow });
  await vi.waitFor(() => expect(states.at(-1)).toBe('playing'), WAIT_MS);
  if (start === startRtspCamera) {
    // The keep-alive is refused with a new nonce and repeated with it; the stream continues.
    const keepAlives = () => requests.filter((one) => one.startsWith('OPTIONS')).map((one) => /nonce="(\w+)"/.exec(one)?.[1]);
    await vi.waitFor(() => expect(keepAlives()).toHaveLength(2), WAIT_MS);
    expect(new Set(keepAlives()).size).toBe(2);
    const before = pictures.length;
    await vi.waitFor(() => expect(pictures.length).toBeGreaterThan(before + 10), WAIT_MS);
    expect([states, fake.opened]).toEqual([['connecting', 'playing'], 1]);
  }
  upstream.setUrl(fake.url);
  const wrong = watch(fake.url.replace(/admin:[^@]*@ss %1/, 'admin:wrong'), { timings: slow });
  await vi.waitFor(() => expect(wrong.states.at(-1)).toBe('unauthorized'), WAIT_MS);
});

it('a camera that announces an endless session timeout does not cause endless keep-alive requests', async () => {
  const requests: string[] = [];
  const options = { sessionSeconds: 99_999_999_999, onRequest: (one: string) => requests.push(one.split(' ')[0] ?? '') };
  const { url } = await camera(startRtspCamera, 'plays', options);
  const { pictures } = watch(url, { timings: slow });
  await vi.waitFor(() => expect(pictures.length).toBeGreaterThan(10), WAIT_MS);
  expect(requests).toEqual(['DESCRIBE', 'SETUP', 'PLAY', 'OPTIONS']);
});

it('a camera that accepts its password only in clear text gets it only if that is allowed for it', async () => {
  const requests: string[] = [];
  const options = { login: { username: 'admin', password: 'secret' }, isBasicOnly: true, onRequest: (one: string) => requests.push(one) };
  const { url } = await camera(startRtspCamera, 'plays', options);
  const { states, upstream } = watch(url, { timings: slow });
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'basic-only']), WAIT_MS);
  expect(requests.join()).not.toContain('Authorization');
  upstream.setUrl(url, true);
  await vi.waitFor(() => expect(states.at(-1)).toBe('playing'), WAIT_MS);
});

it('a login in the address of a stream is not sent in clear text either', async () => {
  const { url } = await camera(startFlvCamera, 'refuses');
  const withLogin = url.replace('http://', 'http://admin:secret@');
  const plain = watch(withLogin, { timings: slow });
  await vi.waitFor(() => expect(plain.states.at(-1)).toBe('basic-only'), WAIT_MS);
  const allowed = watch(withLogin, { timings: slow, isBasicAllowed: true });
  await vi.waitFor(() => expect(allowed.states.at(-1)).toBe('unauthorized'), WAIT_MS);
});

const describedBy = (sdp: string): string => `Content-Length: ${sdp.length}\r\n\r\n${sdp}`;

it.each([
  ['of ten megabytes', 'Content-Length: 10000000\r\n\r\n', 'garbage'],
  ['whose length is none', 'Content-Length: -1\r\n\r\n', 'garbage'],
  ['whose head has no end', 'X: y\r\n'.repeat(5_000), 'garbage'],
  // A parser that tries every way to split the spaces takes minutes.
  [
    'with a line of spaces',
    describedBy(`v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96${' '.repeat(250_000)}\rx\r\r\n`),
    'codec-unsupported unknown',
  ],
  ['of tracks alone', describedBy('m=video 0 RTP/AVP 96\n'.repeat(12_000)), 'codec-unsupported unknown'],
])('a camera with a description %s does not block', async (_what, description, expected) => {
  const { url } = await camera(startRtspCamera, 'plays', { description });
  const { states } = watch(url, { timings: slow });
  await vi.waitFor(() => expect(states).toEqual(['connecting', expected]), WAIT_MS);
});

it('a camera by rtsps plays if its certificate is trusted and matches its name, and otherwise nothing is sent', async () => {
  const trusted = tls.getCACertificates('default');
  const requests: string[] = [];
  const ofCamera = selfSigned('tower.test');
  const options = { tls: { ...ofCamera, name: 'tower.test' }, onRequest: (one: string) => requests.push(one) };
  const { url } = await camera(startRtspCamera, 'plays', options);
  const unknown = watch(url, { timings: slow });
  await vi.waitFor(() => expect(unknown.states).toEqual(['connecting', 'certificate-refused DEPTH_ZERO_SELF_SIGNED_CERT']), WAIT_MS);
  await unknown.upstream.close();
  tls.setDefaultCACertificates([ofCamera.cert]);
  try {
    const other = watch(url.replace('tower.test', 'other.test'), { timings: slow });
    await vi.waitFor(() => expect(other.states).toEqual(['connecting', 'certificate-refused ERR_TLS_CERT_ALTNAME_INVALID']), WAIT_MS);
    await other.upstream.close();
    expect(requests).toEqual([]);
    const { states } = watch(url, { timings: slow });
    await vi.waitFor(() => expect(states).toEqual(['connecting', 'playing']), WAIT_MS);
    expect(requests[0]).toMatch(/^DESCRIBE rtsps:/);
  } finally {
    tls.setDefaultCACertificates(trusted);
  }
});

it('an unsupported protocol is named', async () => {
  const { states } = watch('rtmp://127.0.0.1/live');
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'protocol-unsupported rtmp']), WAIT_MS);
});
