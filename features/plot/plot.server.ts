// Plotting (标绘): drawings shared within a grid.

import { createHash, randomUUID } from 'node:crypto';
import { LIST_LIMIT, type Received } from '@lookout/contract';
import { commonGrid, covers, type GridNo, type Position, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import type { Gazetteer } from '../grid/service/gazetteer.ts';
import type { Repositories } from '../store.ts';
import { applyToPlot, type Plot, type PlotDraft, type PlotEvent } from './plot.ts';
import type { PlotKind } from './plot-kinds.ts';
import { type PlotSymbol, symbolFits } from './plot-symbol.ts';

export const plot: ServerFeature<'plot'> = {
  open: (room) => ({ calls: plotHandlers(room) }),
};

function plotHandlers({ store, gazetteer, journal }: Pick<Room, 'store' | 'gazetteer' | 'journal'>): Handlers<Contract['plot']> {
  const named = (plot: Plot) => withGridName(plot, gazetteer().grids.nameOf);

  /** @throws Refusal 422 naming `path` when the alarm of the drawing is missing */
  const requireFire = async (tx: Repositories, { scope }: Context, { fireId }: PlotDraft, path: string) => {
    if (fireId !== null && !(await tx.alarms.find(scope, fireId))) throw invalid(path, 'no-such-fire');
  };

  return {
    async plotList({ scope }, { body }) {
      const { list, more } = await store.plots.list(scope, { fireId: body.fireId ?? undefined }, { limit: LIST_LIMIT });
      return { rows: list.map(named), ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
    },

    async createPlot(context, { body }) {
      const { accountId, fullName: changedBy, gridNo: own } = accountOf(context);
      const { now: changedAt } = context;
      const draft = draftOf(body, null);
      const gridNo = gridOfPoints(draft.points, gazetteer(), own, 'points');
      const id = plotId(accountId, context.headers.idempotencyKey);
      return journal.transact(context, async (tx) => {
        await requireFire(tx, context, draft, 'fireId');
        const plot = { ...draft, id, gridNo, version: 1, createdBy: changedBy, createdAt: changedAt, changedBy, changedAt };
        // A repeated request: the first drawing is retained.
        if (!(await tx.plots.create(plot))) return { value: { id }, happened: [] };
        const event = eventOf(context, { kind: 'plot.drawn', payload: { plot } }, { objectId: id, gridNo });
        return { value: { id }, happened: [{ event, after: plot }] };
      });
    },

    async updatePlot(context, { params, body }) {
      const { gridNo: own } = accountOf(context);
      const plot = await journal.transact(context, async (tx) => {
        const before = await tx.plots.lockForUpdate(context.scope, params.id);
        if (!before) throw notFound();
        if (before.version !== body.version) throw conflict(named(before), 'plot-revised', { by: before.changedBy });
        const draft = draftOf(body.plot, before);
        const gridNo = gridOfPoints(draft.points, gazetteer(), own, 'plot.points');
        await requireFire(tx, context, draft, 'plot.fireId');
        const change = { kind: 'plot.revised', payload: { draft, gridNo, version: before.version + 1 } } as const;
        const leftGridNo = gridNo === before.gridNo ? null : before.gridNo;
        const event = eventOf(context, change, { objectId: before.id, gridNo, leftGridNo }) as PlotEvent;
        const after = applyToPlot(before, event);
        if (after === null) throw new Error('a plot that was revised is gone');
        await tx.plots.save(after);
        return { value: after, happened: [{ event, after }] };
      });
      return named(plot);
    },

    async deletePlot(context, { params }) {
      return journal.transact(context, async (tx) => {
        const before = await tx.plots.lockForUpdate(context.scope, params.id);
        if (!before) throw notFound();
        await tx.plots.remove(before.id);
        const { id, gridNo, kind, name, version } = before;
        const event = eventOf(context, { kind: 'plot.removed', payload: { kind, name, version } }, { objectId: id, gridNo });
        return { value: undefined, happened: [{ event, after: null }] };
      });
    },
  };
}

type Body = Received<Contract['plot']['createPlot']>['body'];

/** The symbol when the client does not support symbols. */
const previousSymbol = (kind: PlotKind, before: Plot | null): PlotSymbol | null =>
  before?.symbol && symbolFits(before.symbol, kind) ? before.symbol : null;

/** @param before the previous state; null: new */
const draftOf = ({ kind, symbol, name, points, colour, widthPixels, note, fireId }: Body, before: Plot | null): PlotDraft => ({
  kind,
  symbol: symbol === undefined ? previousSymbol(kind, before) : symbol,
  points,
  colour,
  name: name.trim(),
  widthPixels,
  note: note?.trim() || null,
  fireId: fireId ?? null,
});

/** @throws Refusal 422 naming `path` and the index of a point outside China or outside `own` */
function gridOfPoints(points: readonly Position[], { gridAt }: Pick<Gazetteer, 'gridAt'>, own: GridNo, path: string): GridNo {
  const grids = points.map((point, index) => {
    const gridNo = gridAt(point, own);
    if (gridNo === null) throw invalid(`${path}.${index}`, 'outside-china');
    if (!covers(own, gridNo)) throw invalid(`${path}.${index}`, 'outside-own-grid');
    return gridNo;
  });
  return commonGrid(grids);
}

/**
 * The same Idempotency-Key gives the same id (RFC 9562, version 8: a custom hash), so that a repeated request creates no second drawing.
 * Keys are scoped to the sender: two accounts may use the same one.
 */
function plotId(accountId: string, idempotencyKey: string | null): string {
  if (idempotencyKey === null) return randomUUID();
  const hash = createHash('sha256').update(`lookout/plot/${accountId}/${idempotencyKey}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
