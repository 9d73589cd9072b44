// Push services that misbehave, and browsers with invalid keys. The subscriber names the service, so it may be anyone's.
import { createECDH, randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '@lookout/video/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import webPush from 'web-push';
import type { PushSubscription } from '../../notification-settings.store.ts';
import type { Outgoing } from '../../outbox.store.ts';
import { createChannels } from './channels.ts';
import { NotSent } from './not-sent.ts';
import { createOutside } from './outside.ts';

const BUDGET_MS = 500;
const MESSAGE: Outgoing = { id: 'm', channel: 'push', address: 'a', title: '火情', content: '威州镇', payload: null, attempts: 1 };
const VAPID = webPush.generateVAPIDKeys();

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

interface Listening {
  readonly port: number;
  /** The number of connections received. */
  readonly seen: { readonly connections: number };
}

async function listen(server: Server): Promise<Listening> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket.on('error', () => undefined));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closes.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const seen = {
    get connections() {
      return sockets.length;
    },
  };
  return { port: (server.address() as AddressInfo).port, seen };
}

/** A server that answers the first bytes of a connection with `answer`. */
const speaking = (answer: (socket: Socket) => void): Promise<Listening> =>
  listen(createSocketServer((socket) => void socket.once('data', () => answer(socket))));
const trickling = (socket: Socket, begin: string, text: string): void => {
  socket.write(begin);
  const timer = setInterval(() => socket.write(text), 5);
  socket.once('close', () => clearInterval(timer));
};

const usable = (): Pick<PushSubscription, 'p256dh' | 'auth'> => {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
};

/** The result of a message to these browsers, and which of them were removed. */
async function pushedTo(...browsers: readonly (Pick<PushSubscription, 'p256dh' | 'auth'> & { readonly endpoint: string })[]) {
  const gone: string[] = [];
  const channels = createChannels({
    config: { smsUrl: null, mail: null },
    secrets: { encrypt: (text) => text, decrypt: (text) => text },
    outside: createOutside({
      hosts: ['127.0.0.0/8', 'push.example'],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      budgetMs: BUDGET_MS,
    }),
    vapid: async () => VAPID,
    gone: async (endpoint) => void gone.push(endpoint),
    clock: () => new Date(),
  });
  const subscribed = browsers.map((browser) => ({ accountId: 'a', site: 'https://fire.example.cn', ...browser }));
  const ended = await channels.send(MESSAGE, { browsersOf: () => subscribed, webhookOf: () => null, isTrial: false }).then(
    (state) => state,
    (error: unknown) => {
      if (!(error instanceof NotSent)) throw error;
      const { code, params } = error.error;
      return `${[code, ...Object.values(params)].join(' ')}${error.isFinal ? ', for good' : ''}`;
    },
  );
  return { ended, gone };
}

const LARGE = 10 * 1024 * 1024;

describe('a push service', () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ['takes the message', (socket) => socket.end('HTTP/1.1 201 Created\r\n\r\n'), 'sent'],
    ['sends its answer on without an end', (socket) => trickling(socket, 'HTTP/1.1 201 Created\r\n\r\n', 'x'), 'sent'],
    ['says nothing', () => undefined, 'notify-silent 0.5'],
    ['never comes to the end of its headers', (socket) => trickling(socket, 'HTTP/1.1 201 Created\r\n', 'x: y\r\n'), 'notify-silent 0.5'],
    [
      'has something to say before every answer',
      (socket) => trickling(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      'notify-silent 0.5',
    ],
    [
      'changes the protocol',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      'notify-unreachable unreadable',
    ],
    ['speaks no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), 'notify-unreachable HPE_INVALID_CONSTANT'],
    ['hangs up', (socket) => socket.destroy(), 'notify-unreachable ECONNRESET'],
    ['asks to wait for a year', (socket) => socket.end('HTTP/1.1 429 Too Many\r\nretry-after: 31536000\r\n\r\n'), 'notify-status 429'],
    ['has forgotten the browser', (socket) => socket.end('HTTP/1.1 410 Gone\r\n\r\n'), 'notify-no-browser, for good'],
  ])('that %s', async (_, answer, ended) => {
    const { port, seen } = await speaking(answer);
    const endpoint = `http://push.example:${port}/1`;
    expect(await pushedTo({ ...usable(), endpoint })).toEqual({ ended, gone: ended.includes('no-browser') ? [endpoint] : [] });
    expect(seen.connections).toBe(1);
  });

  it('that is unreachable', async () => {
    const { port } = await speaking(() => undefined);
    for (const close of closes.splice(0)) close();
    expect((await pushedTo({ ...usable(), endpoint: `http://push.example:${port}/1` })).ended).toBe('notify-unreachable ECONNREFUSED');
  });

  it('that redirects is not followed', async () => {
    const other = await speaking((socket) => socket.end('HTTP/1.1 201 Created\r\n\r\n'));
    const { port } = await speaking((socket) =>
      socket.end(`HTTP/1.1 307 Temporary\r\nlocation: http://push.example:${other.port}/\r\ncontent-length: 0\r\n\r\n`),
    );
    expect((await pushedTo({ ...usable(), endpoint: `http://push.example:${port}/1` })).ended).toBe('notify-status 307');
    expect(other.seen.connections).toBe(0);
  });

  it('that answers with megabytes is not read', async () => {
    const wholly: boolean[] = [];
    const { port } = await listen(
      createHttpServer((_request, response) => {
        response.once('close', () => wholly.push(response.writableFinished));
        response.writeHead(201).end(Buffer.alloc(LARGE));
      }),
    );
    expect((await pushedTo({ ...usable(), endpoint: `http://push.example:${port}/1` })).ended).toBe('sent');
    await vi.waitFor(() => expect(wholly).toEqual([false]));
  });

  it('whose certificate is not trusted, or has another name, receives nothing', async () => {
    const vouched = getCACertificates('default');
    const [own, other] = [selfSigned('push.example'), selfSigned('other.example')];
    closes.push(() => setDefaultCACertificates(vouched));
    setDefaultCACertificates([...vouched, other.cert]);
    const requested: string[] = [];
    for (const [certificate, reason] of [
      [own, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      [other, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ] as const) {
      const { port } = await listen(
        createHttpsServer(certificate, (request, response) => {
          requested.push(request.url ?? '');
          response.end();
        }),
      );
      expect((await pushedTo({ ...usable(), endpoint: `https://push.example:${port}/1` })).ended).toBe(`notify-unreachable ${reason}`);
    }
    expect(requested).toEqual([]);
  });
});

it("a browser with invalid keys is removed, and does not prevent messages to the person's other browsers", async () => {
  const { port } = await speaking((socket) => socket.end('HTTP/1.1 201 Created\r\n\r\n'));
  const endpoint = (name: string) => `http://push.example:${port}/${name}`;
  const { p256dh, auth } = usable();
  const off = Buffer.from(p256dh, 'base64url');
  off[64] = (off[64] as number) ^ 1;
  const broken = [
    { p256dh: off.toString('base64url'), auth, endpoint: endpoint('off-the-curve') },
    { p256dh: 'A'.repeat(87), auth, endpoint: endpoint('no-point') },
    { p256dh, auth: 'AAAA', endpoint: endpoint('short-secret') },
  ];
  const given = broken.map((one) => one.endpoint);
  expect(await pushedTo(...broken, { ...usable(), endpoint: endpoint('whole') })).toEqual({ ended: 'sent', gone: given });
  expect(await pushedTo(...broken)).toEqual({ ended: 'notify-no-browser, for good', gone: given });
});
