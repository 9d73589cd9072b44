import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import webPush from 'web-push';
import type { PushSubscription } from '../../notification-settings.store.ts';
import type { Outgoing } from '../../outbox.store.ts';
import { createChannels } from './channels.ts';
import type { NotSent } from './not-sent.ts';

const MAIL = { url: 'smtp://127.0.0.1', from: '林火瞭望 <lookout@example.cn>' };

/** The subscription of a browser that opened the application at this site. */
function browser(site: string | null): PushSubscription {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  return { accountId: 'a', endpoint: 'https://push.example/1', site, ...keys };
}

const message: Outgoing = {
  id: 'm',
  channel: 'push',
  address: 'a',
  title: '火情',
  content: '威州镇',
  payload: { alarmId: 'x' },
  attempts: 1,
};

/** The contact sent to the push service, that is the claim `sub` of the token (RFC 8292), or the reason why nothing was sent. */
async function contactOf(site: string | null, mail: typeof MAIL | null): Promise<string> {
  const post = vi.fn(async (_sent: { readonly headers: Readonly<Record<string, string | number>> }) => 201);
  const keys = webPush.generateVAPIDKeys();
  const channels = createChannels({
    config: { smsUrl: null, mail },
    secrets: { encrypt: (text) => text, decrypt: (text) => text },
    outside: { post },
    vapid: async () => keys,
    gone: async () => undefined,
    clock: () => new Date(),
  });
  const receivers = { browsersOf: () => [browser(site)], webhookOf: () => null, isTrial: false };
  const refused = await channels.send(message, receivers).then(
    () => null,
    (error: NotSent) => error,
  );
  if (refused !== null) return `${refused.error.code}${refused.isFinal ? ', for good' : ''}`;
  const [, claims = ''] = /^vapid t=[^.]+\.([^.]+)\./.exec(String(post.mock.calls[0]?.[0].headers.Authorization)) ?? [];
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub;
}

describe('the contact that a push service is given', () => {
  it('is the sender of e-mails, otherwise the address at which the application was opened', async () => {
    expect(await contactOf('https://fire.example.cn', MAIL)).toBe('mailto:lookout@example.cn');
    expect(await contactOf('https://fire.example.cn', null)).toBe('https://fire.example.cn');
  });

  it('is never invented: without a contact nothing is sent, and the reason states what to configure', async () => {
    expect(await contactOf(null, null)).toBe('notify-no-contact, for good');
  });
});

it('without a gateway or a mail server those channels are not configured', () => {
  const secrets = { encrypt: (text: string) => text, decrypt: (text: string) => text };
  const unused = async () => {
    throw new Error('not asked');
  };
  const deps = { secrets, outside: { post: unused }, vapid: unused, gone: unused, clock: () => new Date() };
  expect(createChannels({ config: { smsUrl: null, mail: null }, ...deps }).isSetUp).toEqual({
    sms: false,
    email: false,
    push: true,
    webhook: true,
  });
  expect(createChannels({ config: { smsUrl: 'http://127.0.0.1/', mail: MAIL }, ...deps }).isSetUp).toMatchObject({
    sms: true,
    email: true,
  });
});

it('a mail server that sends its replies endlessly in small pieces is given up', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write('220 mail.example.cn ESMTP\r\n');
    const timer = setInterval(() => socket.write('250-AND-ANOTHER-LINE\r\n'), 5);
    socket.once('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const unused = async () => {
    throw new Error('not asked');
  };
  const channels = createChannels({
    config: { smsUrl: null, mail: { ...MAIL, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` } },
    secrets: { encrypt: (text) => text, decrypt: (text) => text },
    outside: { post: unused },
    vapid: unused,
    gone: unused,
    clock: () => new Date(),
    mailLimitMs: 200,
  });
  const mail: Outgoing = { ...message, channel: 'email', address: 'officer@example.cn' };
  const sent = channels.send(mail, { browsersOf: () => [], webhookOf: () => null, isTrial: false });
  await expect(sent).rejects.toMatchObject({ error: { code: 'notify-silent', params: { seconds: 0.2 } }, isFinal: false });
  await new Promise((closed) => server.close(closed));
});
