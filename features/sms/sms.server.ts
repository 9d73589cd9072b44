// Short messages about fires: the handlers of the calls.

import { randomUUID } from 'node:crypto';
import { type Language, LIST_LIMIT, parseErrorText, type Received } from '@lookout/contract';
import { covers, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { mapInSlices } from '@lookout/store';
import type { Contract } from '../contract.ts';
import { errorMessage } from '../errors.ts';
import { phoneOf } from '../notification/service/outbox/sms-gateway.ts';
import { unknownSpaces } from './server/fill.ts';
import { filled, submit } from './server/submit.ts';
import type { ShortMessage } from './short-message.ts';
import { writeShortMessage } from './short-message.wire.ts';
import type { Sms, SmsFilters } from './sms.store.ts';

export const sms: ServerFeature<'sms'> = {
  open: (room) => ({ calls: smsHandlers(room) }),
};

function smsHandlers({
  store,
  journal,
  alarmCommands,
  grids,
  outbox,
}: Pick<Room, 'store' | 'journal' | 'alarmCommands' | 'grids' | 'outbox'>): Handlers<Contract['sms']> {
  const submitDeps = { store, alarmCommands, journal, hasGateway: outbox.isSetUp.sms, wake: () => outbox.wake() };

  return {
    smsSubmit: async (context, received) => ({
      rows: (await submit(submitDeps, context, received)).map(writeIn(context.language)),
    }),

    smsList: async ({ scope, language }, { body }) => {
      const { list, more } = await store.sms.list(scope, filtersOf(body), { limit: LIST_LIMIT });
      return { rows: list.map(writeIn(language)), ...(more && { remark: stoppedAt(LIST_LIMIT, 'newest-listed') }) };
    },

    smsPage: async ({ scope, language }, { body }) => {
      const { pageNo, pageSize } = body;
      const { total, list } = await store.sms.page(scope, filtersOf(body), { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(readableIn(language)) };
    },

    smsPreview: async ({ scope }, { query }) => {
      const [alarm, template] = await Promise.all([store.alarms.find(scope, query.fireId), store.sms.template(scope, query.templateId)]);
      if (!alarm || !template) throw notFound();
      return { content: filled(template.content, alarm, 'templateId') };
    },

    smsReceivers: async ({ scope }) => {
      const { list, more } = await store.accounts.list(scope, { enabled: true }, { limit: MOST_RECEIVERS });
      const rows = await mapInSlices(list, (account) => {
        const { id, fullName, gridNo } = account;
        return withGridName({ id, fullName, gridNo, phone: phoneOf(account) }, grids().nameOf);
      });
      return { rows, ...(more && { remark: stoppedAt(MOST_RECEIVERS, 'people-listed') }) };
    },

    smsTemplates: async ({ scope }) => ({
      rows: (await store.sms.templates(scope)).map((template) => withGridName(template, grids().nameOf)),
    }),

    smsPutTemplate: async ({ scope, audit, now }, { body }) => {
      const unknown = unknownSpaces(body.content);
      if (unknown.length > 0) throw invalid('content', 'template-unknown-spaces', { spaces: unknown });
      const gridNo = body.gridNo ?? scope;
      if (!covers(scope, gridNo)) throw invalid('gridNo', 'outside-own-grid');
      const template = { id: body.id ?? randomUUID(), name: body.name.trim(), content: body.content };
      const { id, name, content } = template;
      audit.target('sms-template', id, null);
      audit.detail({ name, content });
      await store.transaction(async (tx) => {
        const put =
          body.id == null ? await tx.sms.addTemplate({ ...template, gridNo }, now) : await tx.sms.changeTemplate(scope, template, now);
        if (!put.ok) throw conflict({ name }, 'template-name-taken');
        if (put.value === null) throw notFound();
        audit.target('sms-template', id, put.value);
        await tx.audit.append([audit.take()]);
      });
      return { id };
    },

    smsDeleteTemplate: async ({ scope, audit }, { params }) => {
      audit.target('sms-template', params.id, null);
      await store.transaction(async (tx) => {
        const gridNo = await tx.sms.deleteTemplate(scope, params.id);
        if (gridNo === null) throw notFound();
        audit.target('sms-template', params.id, gridNo);
        await tx.audit.append([audit.take()]);
      });
      return undefined;
    },
  };
}

const MOST_RECEIVERS = 2_000;

function filtersOf(body: Received<Contract['sms']['smsList']>['body']): SmsFilters {
  const { fireId, state, phone, beginTime, endTime } = body;
  if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
  return {
    fireId: fireId ?? undefined,
    state: state ?? undefined,
    phone: phone?.trim() || undefined,
    withDrills: body.withDrills === 1,
    begin: beginTime ?? undefined,
    end: endTime ?? undefined,
  };
}

/** A failure is stored as an error code, and shown in the reader's language. */
const readableIn =
  (language: Language) =>
  ({ nextAttemptAt: _, accountId: __, ...message }: Sms): ShortMessage => {
    const error = message.reason === null ? null : parseErrorText(message.reason);
    return error === null ? message : { ...message, reason: errorMessage(error, language) };
  };

const writeIn = (language: Language) => (message: Sms) => writeShortMessage(readableIn(language)(message));
