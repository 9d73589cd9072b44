// Forest-fire danger warnings (森林火险预警): issued, changed, lifted; read by the officers of their areas.
import { randomUUID } from 'node:crypto';
import type { Received } from '@lookout/contract';
import { commonGrid, covers, type GridNo, levelOf, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { requireWholeOf } from '@lookout/server/services/authority.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import type { GridCatalogue } from '../grid/service/grid-catalogue.ts';
import { applyToWarning, mayChangeWarning, type Warning, type WarningPayloads, withAreaNames } from './warning.ts';

type Change = { [K in keyof WarningPayloads]: { readonly kind: K; readonly payload: WarningPayloads[K] } }[keyof WarningPayloads];

/** Upper limit, more than the officers in the areas of a warning. */
const MOST_READERS = 5_000;

export const warning: ServerFeature<'warning'> = {
  open: (room) => ({ calls: warningHandlers(room) }),
};

function warningHandlers({ store, grids, journal }: Pick<Room, 'store' | 'grids' | 'journal'>): Handlers<Contract['warning']> {
  const named = (warning: Warning) => withAreaNames(warning, grids().nameOf);

  const happen = (context: Context, before: Warning | null, change: Change, { id, gridNo }: Pick<Warning, 'id' | 'gridNo'>) => {
    const event = eventOf(context, change, { objectId: id, gridNo });
    const after = applyToWarning(before, { ...change, happenedAt: event.happenedAt }, accountOf(context).fullName);
    if (after === null) throw new Error('a warning that was changed is gone');
    return { after, happened: { event, after } satisfies Happened };
  };

  /** Changes a warning that is in force. @param revision the revision that the officer saw */
  const change = (
    context: Context,
    { id, revision }: { readonly id: string; readonly revision: number },
    decide: (warning: Warning) => Change,
  ) =>
    journal.transact(context, async (tx) => {
      const before = await tx.warnings.lockForUpdate(context.scope, id);
      if (!before) throw notFound();
      context.audit.target('warning', before.id, before.gridNo);
      const may = mayChangeWarning(before, revision, context.now);
      if (!may.ok && may.error === 'over') throw refused('warning-over');
      if (!may.ok) throw conflict(named(before), 'warning-revised', { by: before.steps.at(-1)?.by ?? '' });
      await requireWholeOf(tx, context, 'warning', before, grids().nameOf);
      const { after, happened } = happen(context, before, decide(before), before);
      await tx.warnings.save(after);
      return { value: named(after), happened: [happened] };
    });

  return {
    async warningPage(context, { body: { state, pageNo, pageSize } }) {
      const filters = { isOpen: state == null ? undefined : state === 'open', at: context.now };
      const { accountId } = accountOf(context);
      const page = { offset: (pageNo - 1) * pageSize, limit: pageSize };
      const { total, list } = await store.warnings.page(context.scope, filters, accountId, page);
      const rows = list.map(({ warning, readAt }) => ({ ...named(warning), readAt }));
      return { total, pageNo, pageSize, list: rows };
    },

    async issueWarning(context, { body }) {
      const areas = areasOf(context, body, grids());
      if (body.endsAt <= context.now) throw invalid('endsAt', 'warning-ends-in-the-past');
      const { fullName: by } = accountOf(context);
      const text = body.text.trim();
      const { level, startsAt, endsAt } = body;
      const warning: Warning = {
        id: randomUUID(),
        gridNo: commonGrid(areas),
        areas,
        reaches: [...new Set(areas.flatMap((area) => countiesOf(area, grids())))],
        level,
        text,
        startsAt,
        endsAt,
        revision: 1,
        steps: [{ at: context.now, by, level, text }],
        issuedAt: context.now,
        liftedAt: null,
      };
      return journal.transact(context, async (tx) => {
        await tx.warnings.create(warning);
        const { happened } = happen(context, null, { kind: 'warning.issued', payload: { warning } }, warning);
        return { value: named(warning), happened: [happened] };
      });
    },

    async changeWarning(context, { body }) {
      if (body.endsAt <= context.now) throw invalid('endsAt', 'warning-ends-in-the-past');
      return change(context, body, ({ level: from, startsAt, revision }) => {
        if (body.endsAt <= startsAt) throw invalid('endsAt', 'end-not-after-begin');
        const payload = { from, to: body.level, text: body.text.trim(), untilAt: body.endsAt, revision: revision + 1 };
        return { kind: 'warning.changed', payload };
      });
    },

    liftWarning: (context, { body }) => change(context, body, () => ({ kind: 'warning.lifted', payload: { reason: body.reason.trim() } })),

    readWarning: (context, { body }) =>
      journal.transact(context, async (tx) => {
        const warning = await tx.warnings.find(context.scope, body.id);
        if (!warning) throw notFound();
        context.audit.target('warning', warning.id, warning.gridNo);
        const isNew = await tx.warnings.markRead(warning, accountOf(context).accountId, context.now);
        if (!isNew) return { value: undefined, happened: [] };
        const { happened } = happen(context, warning, { kind: 'warning.read', payload: { revision: warning.revision } }, warning);
        return { value: undefined, happened: [happened] };
      }),

    async warningReaders({ scope }, { query }) {
      const warning = await store.warnings.find(scope, query.id);
      if (!warning) throw notFound();
      const readers = await store.warnings.readers(scope, warning, MOST_READERS + 1);
      const rows = readers.slice(0, MOST_READERS).map((reader) => withGridName(reader, grids().nameOf));
      return { rows, ...(readers.length > MOST_READERS && { remark: stoppedAt(MOST_READERS, 'people-listed') }) };
    },
  };
}

/** @throws Refusal 422 naming the area that is unknown or outside the officer's grid */
function areasOf(context: Context, { areas }: Received<Contract['warning']['issueWarning']>['body'], grids: GridCatalogue): GridNo[] {
  const { gridNo: own } = accountOf(context);
  for (const [index, area] of areas.entries()) {
    if (!covers(own, area)) throw invalid(`areas.${index}`, 'outside-own-grid');
    if (grids.find(area) === null) throw invalid(`areas.${index}`, 'warning-area-unknown');
  }
  // An area inside another area of the same warning is already covered.
  return [...new Set(areas)].filter((area) => !areas.some((other) => other !== area && covers(other, area)));
}

/**
 * The grids with desks below an area: its counties, or the area itself if it has none. A message to a county also reaches all grids above
 * it.
 */
function countiesOf(area: GridNo, grids: GridCatalogue): GridNo[] {
  if (levelOf(area) === 'county') return [area];
  const below = grids.childrenOf(area).flatMap(({ no }) => countiesOf(no, grids));
  return below.length === 0 ? [area] : below;
}
