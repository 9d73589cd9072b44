// The safety of people near a fire (人员安全): one server checks it for all, officers take alarms, and the ranger's phone stores the ranger's
// own safety. Decision 0072.

import { LIST_LIMIT } from '@lookout/contract';
import { covers, MINUTE_MS, NATION, withGridName } from '@lookout/domain';
import { conflict, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import type { SpreadInputs } from '../spread/spread-inputs.ts';
import { bySafety, type OwnSafety, type PersonSafety, takeSafety } from './safety.ts';
import { createOutlooks, type Outlooks, separationOf } from './server/outlook.ts';
import { watchSafety } from './server/watch.ts';

export const safety: ServerFeature<'safety'> = {
  open(room) {
    const outlooks = createOutlooks(room);
    // If alarms are not associated with fires, there is no forecast of a fire either.
    const watching = room.config.fireAssociation ? [watchSafety(room, outlooks)] : [];
    return { calls: safetyHandlers(room, outlooks), jobs: [...watching, outlooks] };
  },
};

type Needs = Pick<Room, 'store' | 'grids' | 'journal' | 'fireArrivals'>;

function safetyHandlers({ store, grids, journal, fireArrivals }: Needs, outlooks: Outlooks): Handlers<Contract['safety']> {
  const named = (one: PersonSafety) => withGridName(one, grids().nameOf);

  return {
    async safetyList({ scope }, { body: { gridNo } }) {
      const within = gridNo != null && covers(scope, gridNo) ? gridNo : scope;
      const { list, more } = await store.personSafeties.watched(within, { limit: LIST_LIMIT });
      return {
        rows: list.toSorted(bySafety).map(named),
        ...(more && { remark: stoppedAt(LIST_LIMIT, 'newest-listed') }),
      };
    },

    takeSafety: (context, { body: { id } }) =>
      journal.transact(context, async (tx) => {
        const before = await tx.personSafeties.lockForUpdate(context.scope, id);
        if (before === null) throw notFound();
        const { accountId, fullName: by } = accountOf(context);
        context.audit.target('safety', id, before.gridNo);
        const change = takeSafety(before, { by, accountId, at: context.now });
        if (!change.ok && change.error === 'over') throw refused('safety-over');
        if (!change.ok) throw conflict(named(before), 'safety-taken', { by: before.alarm?.taken?.by ?? '' });
        const { safety: after } = change.value.payload;
        await tx.personSafeties.save([after]);
        const event = eventOf(context, change.value, { objectId: id, gridNo: after.gridNo });
        return { value: named(after), happened: [{ event, after }] };
      }),

    async mySafety(context) {
      const [worst] = (await store.personSafeties.ofPerson(accountOf(context).accountId)).toSorted(bySafety);
      const run = worst === undefined ? null : await fireArrivals.arrivalsOf(worst.runId);
      if (worst === undefined || run === null) return { own: null };
      const { safePlaces, outlines } = await outlooks.around(run, worst.position, context.now);
      const inputs = (await store.spreadRuns.find(NATION, run.runId))?.inputs;
      const own: OwnSafety = {
        safety: named(worst),
        safePlaces,
        separationMetres: Math.round(separationOf(run)),
        outlines: outlines.map(({ minutes, coordinates }) => ({ at: new Date(run.beginMs + minutes * MINUTE_MS), coordinates })),
        validUntil: new Date(run.endMs),
        isDemo: inputs !== undefined && isMadeUp(inputs),
      };
      return { own };
    },
  };
}

const isMadeUp = ({ weather, ground }: SpreadInputs): boolean =>
  weather.source === 'demo' || [ground.elevation, ground.landCover].some(({ origin }) => origin === 'demo' || origin === 'mixed');
