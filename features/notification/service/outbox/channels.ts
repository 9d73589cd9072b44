// The channels of the outbox: short message, browser (Web Push), e-mail and webhook. Each channel sends one message at a time and returns
// the result.
import { type CodedError, codedError } from '@lookout/contract';
import type { StoredSecrets } from '@lookout/server/access/stored-secrets.ts';
import type { Config } from '@lookout/server/settings/config.ts';
import type { Transporter } from 'nodemailer';
import { Webhook } from 'standardwebhooks';
import type { PushSubscription } from '../../notification-settings.store.ts';
import type { Outgoing } from '../../outbox.store.ts';
import type { OutboxChannel } from '../../outbox.ts';
import type { SecretWebhook } from '../../webhooks.store.ts';
import { NotSent } from './not-sent.ts';
import type { Outside } from './outside.ts';
import { isPushKeys } from './push-keys.ts';
import { createSmsGateway } from './sms-gateway.ts';
import type { VapidKeys } from './vapid.ts';

/** Looked up for each batch of messages when it is sent, so that no outdated secret or browser is used. */
export interface Receivers {
  readonly browsersOf: (accountId: string) => readonly PushSubscription[];
  readonly webhookOf: (id: string) => SecretWebhook | null;
  /** A webhook that is switched off can still be tested. */
  readonly isTrial: boolean;
}

export interface Channels {
  /** Without a gateway or a mail server messages are only stored. */
  readonly isSetUp: Readonly<Record<OutboxChannel, boolean>>;
  /** @returns `delivered` if the receiver itself has answered @throws NotSent */
  send(message: Outgoing, receivers: Receivers): Promise<'sent' | 'delivered'>;
}

interface ChannelDeps {
  readonly config: Pick<Config, 'smsUrl' | 'mail'>;
  readonly secrets: StoredSecrets;
  readonly outside: Outside;
  readonly vapid: () => Promise<VapidKeys>;
  /** Called when a browser has ended its subscription. */
  readonly gone: (endpoint: string) => Promise<void>;
  readonly clock: () => Date;
  /** Set by tests only. */
  readonly mailLimitMs?: number;
}

/** A fire of four hours ago is no longer current, so the push service need not store the message longer for a closed browser. */
const PUSH_TTL_SECONDS = 4 * 3_600;
/** The time limit of all external services. */
const MAIL_BUDGET_MS = 5_000;
/**
 * Time limit of a whole delivery, because a mail server that sends its replies in small pieces never exceeds the idle limit. It is shorter
 * than the lease of a message.
 */
const MAIL_LIMIT_MS = 20_000;
/** Returned by the push service for a subscription that the browser has ended (RFC 8030, 7.3). */
const GONE: ReadonlySet<number> = new Set([404, 410]);
/** The status used if nothing can be encrypted for a browser. */
const UNUSABLE = 410;

type Send = (message: Outgoing, receivers: Receivers) => Promise<'sent' | 'delivered'>;

export function createChannels(deps: ChannelDeps): Channels {
  const { config } = deps;
  const senders: Readonly<Record<OutboxChannel, Send>> = {
    sms: smsSender(config.smsUrl),
    email: mailSender(config.mail, deps.mailLimitMs),
    push: pushSender(deps),
    webhook: webhookSender(deps),
  };
  return {
    isSetUp: { sms: config.smsUrl !== null, email: config.mail !== null, push: true, webhook: true },
    send: (message, receivers) => senders[message.channel](message, receivers),
  };
}

const notSetUp: Send = () => {
  throw new Error('a message of a channel that is not set up is kept, not sent');
};

function smsSender(url: string | null): Send {
  if (url === null) return notSetUp;
  const gateway = createSmsGateway({ url, fetch });
  return async ({ id, address, title, content }) => {
    await gateway.send({ id, phone: address, content: title === null ? content : `${title} ${content}` });
    return 'sent';
  };
}

function mailSender(mail: Config['mail'], limitMs = MAIL_LIMIT_MS): Send {
  if (mail === null) return notSetUp;
  let transport: Transporter | null = null;
  return async ({ id, address, title, content }) => {
    // Loaded with the first mail, so a server without a mail server never loads it.
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport({
      url: mail.url,
      connectionTimeout: MAIL_BUDGET_MS,
      greetingTimeout: MAIL_BUDGET_MS,
      socketTimeout: MAIL_BUDGET_MS,
    });
    const signal = AbortSignal.timeout(limitMs);
    const message = {
      signal,
      from: mail.from,
      to: address,
      subject: title ?? '',
      text: content,
      // The same at every attempt, so that a mail server can detect duplicates.
      messageId: `<${id}@fire-lookout>`,
    };
    try {
      await transport.sendMail(message);
      return 'sent';
    } catch (error) {
      throw signal.aborted ? new NotSent(codedError('notify-silent', { seconds: limitMs / 1_000 }), { cause: error }) : mailFault(error);
    }
  };
}

/**
 * Replies of a mail server from 500 on are final (RFC 5321, 4.2.1). The error never contains the address or the server's own text, which
 * may name people.
 */
function mailFault(error: unknown): NotSent {
  const { responseCode, code } = (typeof error === 'object' && error !== null ? error : {}) as { responseCode?: number; code?: string };
  if (responseCode !== undefined)
    return new NotSent(codedError('notify-mail-refused', { reason: String(responseCode) }), { isFinal: responseCode >= 500, cause: error });
  if (code === 'ETIMEDOUT') return new NotSent(codedError('notify-silent', { seconds: MAIL_BUDGET_MS / 1_000 }), { cause: error });
  return new NotSent(codedError('notify-unreachable', { reason: code ?? 'unreadable' }), { cause: error });
}

/** The data for the browser's worker in addition to the text (features/notification/web/push-worker.ts): the alarm to open. */
export interface PushedAbout {
  readonly alarmId: string | null;
}

/** Sends to every browser of a person; one success is sufficient. */
function pushSender({ config, outside, vapid, gone }: ChannelDeps): Send {
  const sender = senderOf(config.mail?.from);
  return async ({ id, address: accountId, title, content, payload: about }, { browsersOf }) => {
    const payload = JSON.stringify({ alarmId: null, ...(about as PushedAbout | null), id, title, content });
    const { default: webPush } = await import('web-push');
    const keys = await vapid();
    const tried = await Promise.allSettled(
      browsersOf(accountId).map(async ({ endpoint, p256dh, auth, site }) => {
        // The contact for the push service. Some services refuse an implausible address (RFC 8292, 2.1).
        const subject = sender === undefined ? site : `mailto:${sender}`;
        if (subject === null) throw final(codedError('notify-no-contact'));
        const vapidDetails = { subject, ...keys };
        const options = { vapidDetails, TTL: PUSH_TTL_SECONDS, urgency: 'high', contentEncoding: 'aes128gcm' } as const;
        const post = (): Promise<number> => {
          const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options);
          return outside.post({ url: endpoint, headers, body: body as Buffer });
        };
        const status = isPushKeys({ p256dh, auth }) ? await post() : UNUSABLE;
        if (GONE.has(status)) await gone(endpoint);
        return status;
      }),
    );
    const statuses = tried.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    if (statuses.some(isOk)) return 'sent';
    const broken = tried.find((end) => end.status === 'rejected' && !(end.reason instanceof NotSent));
    if (broken?.status === 'rejected') throw broken.reason;
    const refused = statuses.find((status) => !GONE.has(status));
    if (refused !== undefined) throw new NotSent(codedError('notify-status', { status: refused }));
    const failed = tried.find((end) => end.status === 'rejected');
    throw failed?.status === 'rejected' ? failed.reason : new NotSent(codedError('notify-no-browser'), { isFinal: true });
  };
}

const isOk = (status: number): boolean => status >= 200 && status < 300;

const senderOf = (from: string | undefined): string | undefined =>
  from === undefined ? undefined : (/<([^<>]+)>$/.exec(from)?.[1] ?? from);

/** Signed according to Standard Webhooks 1.0 (webhook-id, webhook-timestamp, webhook-signature: v1, HMAC-SHA256 of `id.timestamp.body`). */
function webhookSender({ secrets, outside, clock }: ChannelDeps): Send {
  return async ({ id, address: webhookId, payload }, { webhookOf, isTrial }) => {
    const found = webhookOf(webhookId);
    if (found === null || !(found.webhook.enabled || isTrial)) throw final(codedError('notify-webhook-gone'));
    const secret = secrets.decrypt(found.encryptedSecret);
    if (secret === null) throw final(codedError('notify-secret-lost'));
    const body = JSON.stringify(payload);
    const sentAt = clock();
    const status = await outside.post({
      url: found.webhook.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'fire-lookout',
        'webhook-id': id,
        'webhook-timestamp': Math.floor(sentAt.getTime() / 1_000),
        'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
      },
      body,
    });
    if (!isOk(status)) throw new NotSent(codedError('notify-status', { status }));
    return 'delivered';
  };
}

const final = (error: CodedError): NotSent => new NotSent(error, { isFinal: true });
