// Writes messages about a fire into the outbox, with the fire's history and the audit row in the same transaction.
import { createHash, randomUUID } from 'node:crypto';
import type { Received } from '@lookout/contract';
import { characterCount, type GridNo, ok } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context } from '@lookout/server/serve/context.ts';
import type { Journal } from '@lookout/server/services/journal.ts';
import type { Alarm } from '../../alarm/alarm.ts';
import type { AlarmCommands } from '../../alarm/service/alarm-commands.ts';
import type { Contract } from '../../contract.ts';
import { DRILL_PREFIX } from '../../exercise/drill.wire.ts';
import { phoneOf } from '../../notification/service/outbox/sms-gateway.ts';
import type { Store } from '../../store.ts';
import type { NewSms, Sms } from '../sms.store.ts';
import { fill } from './fill.ts';

interface SubmitDeps {
  readonly store: Store;
  readonly alarmCommands: AlarmCommands;
  readonly journal: Journal;
  /** A gateway sends the messages; false: they are only stored. */
  readonly hasGateway: boolean;
  /** Called when there are messages to send. */
  readonly wake: () => void;
}

const LONGEST = 500;

export async function submit(
  { store, alarmCommands, journal, hasGateway, wake }: SubmitDeps,
  context: Context,
  { query, body }: Received<Contract['sms']['smsSubmit']>,
): Promise<Sms[]> {
  const { accountId, fullName } = accountOf(context);
  const alarm = await store.alarms.find(context.scope, query.fireId);
  if (!alarm) throw notFound();
  context.audit.target('alarm', alarm.id, alarm.gridNo);
  const receivers = await receiversOf(store, context, { phones: body.phones ?? [], userIds: body.userIds ?? [] });
  const written = await contentOf(store, context.scope, alarm, body);
  // During an exercise no message is sent outside: it is stored and marked as part of the exercise.
  const drill = alarm.exerciseId !== undefined && { exerciseId: alarm.exerciseId };
  const content = drill ? DRILL_PREFIX + written : written;
  const isSent = hasGateway && !drill;

  const messages: NewSms[] = receivers.map(({ phone, name }) => ({
    isWritten: true,
    id: idOf(context, accountId, phone),
    fireId: alarm.id,
    fireName: query.fireNme?.trim() || alarm.formattedAddress,
    phone,
    receiver: name,
    content,
    accountId,
    fullName,
    state: isSent ? 'waiting' : 'kept',
    nextAttemptAt: isSent ? context.now : null,
    ...drill,
    gridNo: alarm.gridNo,
    createdAt: context.now,
  }));

  const payload = { content, receivers: receivers.map(nameOf) };
  const ids = messages.map(({ id }) => id);
  // Read in the transaction, because the outbox may send a message as soon as it is committed.
  const stored = await journal
    .transact(context, async (tx) => {
      const { happened } = await alarmCommands.within(tx, context, {
        id: alarm.id,
        decide: () => ok({ kind: 'alarm.messaged', payload }),
      });
      const fresh = await tx.sms.add(messages);
      // A repeated call returns the existing messages, and nothing is recorded twice.
      if (fresh.length === 0) throw new AlreadySubmitted();
      return { value: await tx.sms.find(context.scope, ids), happened };
    })
    .catch((error: unknown) => {
      if (error instanceof AlreadySubmitted) return store.sms.find(context.scope, ids);
      throw error;
    });
  if (isSent) wake();
  const byId = new Map(stored.map((sms) => [sms.id, sms]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Rolls back the transaction of a repeated call. */
class AlreadySubmitted extends Error {}

/** A written text takes precedence over the template from which it was made. */
async function contentOf(
  { sms }: Pick<Store, 'sms'>,
  scope: GridNo,
  alarm: Alarm,
  { content, templateId }: Received<Contract['sms']['smsSubmit']>['body'],
): Promise<string> {
  const written = content?.trim() || null;
  if (written !== null) return filled(written, alarm, 'content');
  if (templateId == null) throw invalid('content', 'sms-without-content');
  const template = await sms.template(scope, templateId);
  if (!template) throw invalid('templateId', 'no-such-template');
  return filled(template.content, alarm, 'templateId');
}

/** @throws Refusal 422 on `path` when the text has an unknown placeholder, or is too long once filled */
export function filled(text: string, alarm: Alarm, path: string): string {
  const result = fill(text, alarm);
  if (!result.ok) throw invalid(path, 'sms-unknown-spaces', { spaces: result.error });
  const length = characterCount(result.value);
  if (length > LONGEST) throw invalid(path, 'sms-too-long', { length, longest: LONGEST });
  return result.value;
}

/** With an idempotency key, a repeated call has the same message ids. */
function idOf({ headers: { idempotencyKey } }: Context, accountId: string, phone: string): string {
  if (idempotencyKey === null) return randomUUID();
  const hex = createHash('sha256')
    .update(JSON.stringify([accountId, idempotencyKey, phone]))
    .digest('hex');
  // RFC 9562, version 8: a uuid with custom bits.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The name, otherwise the number with its middle masked, because many users read the history. */
const nameOf = ({ name, phone }: Receiver): string => name ?? phone.replace(/^(.{3}).*(.{2})$/, '$1****$2');

interface Receiver {
  readonly phone: string;
  /** null: the number was typed. */
  readonly name: string | null;
}

/**
 * Each number once, with the name of its user if there is one.
 * @throws Refusal 422 for unknown users, users without a phone, or no receiver at all
 */
async function receiversOf(
  { accounts }: Pick<Store, 'accounts'>,
  { scope }: Pick<Context, 'scope'>,
  { phones, userIds }: { readonly phones: readonly string[]; readonly userIds: readonly string[] },
): Promise<Receiver[]> {
  const ids = [...new Set(userIds)];
  const users = ids.length === 0 ? [] : (await accounts.list(scope, { ids, enabled: true }, { limit: ids.length })).list;
  if (users.length < ids.length) throw invalid('userIds', 'receivers-not-there', { count: ids.length - users.length });
  const phoneless = users.filter((user) => phoneOf(user) === null);
  if (phoneless.length > 0) throw invalid('userIds', 'receivers-without-phone', { fullNames: phoneless.map(({ fullName }) => fullName) });

  const byPhone = new Map<string, Receiver>();
  for (const user of users) {
    const phone = phoneOf(user);
    if (phone !== null) byPhone.set(phone, { phone, name: user.fullName });
  }
  for (const phone of phones) if (!byPhone.has(phone)) byPhone.set(phone, { phone, name: null });
  if (byPhone.size === 0) throw invalid('phones', 'no-receiver');
  return [...byPhone.values()];
}
