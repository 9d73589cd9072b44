// 求救 (SOS): raised, located and called off by the ranger; taken and closed by an officer. It notifies every desk above, and alerts the duty
// list by short message.

import type { Received } from '@lookout/contract';
import { FUTURE_TOLERANCE_MS, NATION, type Named, positionFault, timeFault, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import { callOut } from '../notification/service/call-out.ts';
import type { FixBelief } from '../ranger/fix-belief.ts';
import type { Repositories } from '../store.ts';
import {
  applyToSos,
  callsForSos,
  isBelievedPlace,
  isNewerPlace,
  isSosOpen,
  mayCancelSos,
  mayCloseSos,
  mayTakeSos,
  type Sos,
  type SosPayloads,
  type SosPlace,
} from './sos.ts';
import { sosMessage } from './sos-message.wire.ts';

type Change = { [K in keyof SosPayloads]: { readonly kind: K; readonly payload: SosPayloads[K] } }[keyof SosPayloads];

/** The most SOS that a ranger's page lists. */
const MOST_OWN = 10;

export const sos: ServerFeature<'sos'> = {
  open: (room) => ({ calls: sosHandlers(room) }),
};

function sosHandlers({
  store,
  grids,
  gazetteer,
  journal,
  config,
}: Pick<Room, 'store' | 'grids' | 'gazetteer' | 'journal' | 'config'>): Handlers<Contract['sos']> {
  const named = (one: Sos) => withGridName(one, grids().nameOf);

  const happen = (context: Context, before: Sos | null, change: Change, { id, gridNo }: Pick<Sos, 'id' | 'gridNo'>) => {
    const event = eventOf(context, change, { objectId: id, gridNo });
    const after = applyToSos(before, { ...change, happenedAt: event.happenedAt }, accountOf(context).fullName);
    if (after === null) throw new Error('an SOS that was changed is gone');
    return { after, happened: { event, after } satisfies Happened };
  };

  /** Changes an existing SOS. @param decide null: nothing to change */
  const change = (
    context: Context,
    lock: (tx: Repositories) => Promise<Sos | null>,
    decide: (before: Sos) => Change | null,
  ): Promise<Named<Sos>> =>
    journal.transact(context, async (tx) => {
      const before = await lock(tx);
      if (!before) throw notFound();
      context.audit.target('sos', before.id, before.gridNo);
      const decided = decide(before);
      if (decided === null) return { value: named(before), happened: [] };
      const { after, happened } = happen(context, before, decided, before);
      await tx.sos.save(after);
      return { value: named(after), happened: [happened] };
    });

  const own = (context: Context, id: string) => (tx: Repositories) => tx.sos.lockOwn(accountOf(context).accountId, id);
  const inScope = (context: Context, id: string) => (tx: Repositories) => tx.sos.lockForUpdate(context.scope, id);

  /** Never refused because of its position: a ranger in distress may be across the border. */
  const addressOf = (place: SosPlace | null, { gridNo }: Pick<Sos, 'gridNo'>): string | null => {
    const located = place && gazetteer().locate(place.position, gridNo);
    return located?.ok ? located.value.formattedAddress : null;
  };

  /** @param here where the ranger is assumed to be. @returns null: the place is unchanged */
  const movedTo = ({ place: before }: Sos, place: SosPlace | null, here: SosPlace | null): SosPlace | null =>
    place !== null && isNewerPlace(place, before) && isBelievedPlace(place, before, here) ? place : null;

  type Raised = Promise<{ readonly after: Sos | null; readonly happened: readonly Happened[] }>;
  /** Creates an SOS. `after` null: the id belongs to another person's SOS. */
  const begin = async (tx: Repositories, context: Context, sos: Sos): Raised => {
    if (!(await tx.sos.create(sos))) return { after: null, happened: [] };
    return { after: sos, happened: [happen(context, null, { kind: 'sos.raised', payload: { sos } }, sos).happened] };
  };
  /** A further press while the SOS is open. */
  const press = async (
    tx: Repositories,
    context: Context,
    before: Sos,
    { id, place, calls }: { readonly id: string; readonly place: SosPlace | null; readonly calls: boolean },
  ): Raised => {
    context.audit.target('sos', before.id, before.gridNo);
    const payload = { id, place, address: place && addressOf(place, before), calls };
    const { after, happened } = happen(context, before, { kind: 'sos.pressed', payload }, before);
    await tx.sos.save(after);
    return { after, happened: [happened] };
  };

  return {
    async raiseSos(context, { body }) {
      const { accountId: userId, fullName, gridNo } = accountOf(context);
      const account = await store.accounts.find(NATION, userId);
      // An implausible position counts as unknown: the ranger's last known position is used.
      const belief = (await store.rangers.beliefs([userId])).get(userId);
      const place = placeOf(body.place, context.now) ?? placeOfBelief(belief);
      const raised: Sos = {
        id: body.id.toLowerCase(),
        userId,
        fullName,
        phone: account?.phone ?? null,
        gridNo,
        place,
        address: addressOf(place, { gridNo }),
        raisedAt: notAhead(body.raisedAt, context.now),
        receivedAt: context.now,
        pressedAgain: null,
        calledAt: null,
        taken: null,
        cancelled: null,
        closed: null,
        revision: 1,
      };
      const here = placeOfBelief(belief);
      return journal.transact(context, async (tx) => {
        await tx.sos.lockRanger(userId);
        const own = await tx.sos.ofRanger(userId, MOST_OWN);
        context.audit.target('sos', raised.id, gridNo);
        // The reply was lost, so the phone sends the request again and gets the current state.
        const sent = own.find(({ id, pressedAgain }) => id === raised.id || pressedAgain?.id === raised.id);
        if (sent !== undefined) return { value: named(sent), happened: [] };
        const open = own.find(isSosOpen);
        const first = open && (await tx.sos.lockForUpdate(NATION, open.id));
        const joined = first && isSosOpen(first) ? first : null;
        const calls = callsForSos(
          joined,
          own.map(({ calledAt }) => calledAt),
          context.now,
        );
        const { after, happened } = joined
          ? await press(tx, context, joined, { id: raised.id, place: movedTo(joined, place, here), calls })
          : await begin(tx, context, { ...raised, calledAt: calls ? context.now : null });
        if (after === null) throw invalid('id', 'sos-id-taken');
        if (calls) {
          const content = sosMessage(after, grids().nameOf(gridNo) ?? gridNo);
          const { now } = context;
          await callOut(tx, { gridNo, content, caller: accountOf(context), now, hasGateway: config.smsUrl !== null, hasOwnBudget: true });
        }
        return { value: named(after), happened };
      });
    },

    async locateSos(context, { body }) {
      const { accountId } = accountOf(context);
      const here = placeOfBelief((await store.rangers.beliefs([accountId])).get(accountId));
      return change(context, own(context, body.id), (before) => {
        const place = placeOf(body.place, context.now);
        // A position that arrives after the end changes nothing.
        const moved = isSosOpen(before) ? movedTo(before, place, here) : null;
        return moved && { kind: 'sos.located', payload: { place: moved, address: addressOf(moved, before) } };
      });
    },

    cancelSos: (context, { body }) =>
      change(context, own(context, body.id), (before) => {
        const may = mayCancelSos(before);
        if (!may.ok) throw refused('sos-over');
        return may.value === 'done' ? null : { kind: 'sos.cancelled', payload: { reason: body.reason.trim() } };
      }),

    async mySos(context) {
      return { rows: (await store.sos.ofRanger(accountOf(context).accountId, MOST_OWN)).map(named) };
    },

    async sosPage({ scope }, { body: { state, pageNo, pageSize } }) {
      const filters = { isOpen: state == null ? undefined : state === 'open' };
      const { total, list } = await store.sos.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    takeSos: (context, { body }) =>
      change(context, inScope(context, body.id), (before) => {
        const may = mayTakeSos(before);
        if (!may.ok && may.error === 'over') throw refused('sos-over');
        if (!may.ok) throw conflict(named(before), 'sos-taken', { by: before.taken?.by ?? '' });
        return { kind: 'sos.taken', payload: { accountId: accountOf(context).accountId } };
      }),

    closeSos: (context, { body }) =>
      change(context, inScope(context, body.id), (before) => {
        const may = mayCloseSos(before, body.revision);
        if (!may.ok && may.error === 'revised') throw conflict(named(before), 'sos-changed');
        if (!may.ok) throw refused(may.error === 'over' ? 'sos-over' : 'sos-not-taken');
        return { kind: 'sos.closed', payload: { outcome: body.outcome, note: body.note?.trim() || null } };
      }),
  };
}

function placeOf(sent: Received<Contract['sos']['raiseSos']>['body']['place'], now: Date): SosPlace | null {
  if (sent == null || positionFault(sent.position) !== null || timeFault(sent.foundAt, now) === 'time-implausible') return null;
  return { position: sent.position, accuracyMetres: sent.accuracyMetres ?? null, foundAt: notAhead(sent.foundAt, now) };
}

/** Derived from the positions that the ranger's page sends in addition. */
const placeOfBelief = (belief: FixBelief | undefined): SosPlace | null =>
  belief?.last == null ? null : { position: belief.last.position, accuracyMetres: null, foundAt: belief.last.at };

/** A phone's clock may be ahead: the call for help is then accepted with the current time. */
const notAhead = (at: Date, now: Date): Date => (at.getTime() > now.getTime() + FUTURE_TOLERANCE_MS ? now : at);
