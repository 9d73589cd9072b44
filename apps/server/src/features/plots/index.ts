// Plotting (标绘): drawings that a grid shares. Every change goes out on `plotDetail` in the transaction that makes it.
import { type Contract, LIST_LIMIT, type PlotNews } from '@lookout/contract';
import { covers, type Plot, type PlotDraft } from '@lookout/domain';
import type { EventDraft, Repositories, Store, StoredEvent } from '@lookout/store';
import { accountOf, type Context, type Handlers } from '../../serve/context.ts';
import type { Announcer } from '../../serve/deps.ts';
import { conflict, invalid, notFound } from '../../serve/refusal.ts';
import type { Places } from '../../services/places.ts';
import { gridOfPoints } from './grid-of-points.ts';
import { plotId } from './plot-id.ts';
import { draftOf, writePlot } from './words.ts';

export interface PlotDeps {
  readonly store: Store;
  readonly places: () => Places;
  readonly announcer: Pick<Announcer, 'committed'>;
}

export function plotHandlers({ store, places, announcer }: PlotDeps): Handlers<Contract['plots']> {
  const write = (plot: Plot) => writePlot(plot, places().book.nameOf);
  const drawn = (plot: Plot): EventDraft => ({ kind: 'plotDetail', gridNo: plot.gridNo, data: write(plot) satisfies PlotNews });
  const gone = ({ id, gridNo }: Plot): EventDraft => ({ kind: 'plotDetail', gridNo, data: { id, deleted: true } satisfies PlotNews });

  /** The audit row and the desks' news, last in the act's transaction. */
  const record = async (tx: Repositories, { audit }: Context, plot: Plot, news: readonly EventDraft[]): Promise<StoredEvent[]> => {
    audit.target('plot', plot.id, plot.gridNo);
    audit.detail({ kind: plot.kind, name: plot.name, version: plot.version });
    await tx.audit.append([audit.take()]);
    return tx.events.append(news);
  };

  /** @throws Refusal 422 naming `path` when the alarm it is drawn for is not there */
  const requireFire = async (tx: Repositories, { scope }: Context, { fireId }: PlotDraft, path: string) => {
    if (fireId !== null && !(await tx.alarms.find(scope, fireId))) throw invalid([{ path, message: '没有这起火警，或不在您的网格内' }]);
  };

  return {
    async plotList({ scope }, { body }) {
      const { list, more } = await store.plots.list(scope, { fireId: body.fireId ?? undefined }, { limit: LIST_LIMIT });
      return { rows: list.map(write), ...(more && { message: `只列出 ${LIST_LIMIT} 条，请缩小范围` }) };
    },

    async createPlot(context, { body }) {
      const { accountId, fullName, gridNo: own } = accountOf(context);
      const draft = draftOf(body);
      const gridNo = gridOfPoints(draft.points, places(), own, 'points');
      const id = plotId(accountId, context.headers.idempotencyKey);
      const events = await store.transaction(async (tx) => {
        await requireFire(tx, context, draft, 'fireId');
        const plot = await tx.plots.create({ ...draft, id, gridNo, createdBy: fullName, createdAt: context.now });
        // The same request came before: what it has drawn stands, whatever has become of it since.
        return plot ? record(tx, context, plot, [drawn(plot)]) : [];
      });
      announcer.committed(events);
      return { id };
    },

    async updatePlot(context, { params, body }) {
      const { fullName, gridNo: own } = accountOf(context);
      const draft = draftOf(body.plot);
      const { plot, events } = await store.transaction(async (tx) => {
        const before = await tx.plots.lockForUpdate(context.scope, params.id);
        if (!before) throw notFound();
        if (before.version !== body.version) throw conflict(`标绘已由${before.changedBy}修改`, write(before));
        const gridNo = gridOfPoints(draft.points, places(), own, 'plot.points');
        await requireFire(tx, context, draft, 'plot.fireId');
        const after = await tx.plots.revise(before.id, { ...draft, gridNo, changedBy: fullName, changedAt: context.now });
        // Desks that saw it where it was, and do not see where it is now, let it go.
        const news = covers(before.gridNo, gridNo) ? [drawn(after)] : [gone(before), drawn(after)];
        return { plot: after, events: await record(tx, context, after, news) };
      });
      announcer.committed(events);
      return write(plot);
    },

    async deletePlot(context, { params }) {
      const events = await store.transaction(async (tx) => {
        const before = await tx.plots.lockForUpdate(context.scope, params.id);
        if (!before) throw notFound();
        await tx.plots.remove(before.id);
        return record(tx, context, before, [gone(before)]);
      });
      announcer.committed(events);
      return undefined;
    },
  };
}
