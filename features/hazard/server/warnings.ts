// Warnings of hazard points: lists and officers' actions. The second of two officers receives the name of the first.

import type { Received } from '@lookout/contract';
import { type GridNo, type Named, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { answerWarning, applyToHazardWarning, type HazardWarning, type HazardWarningEvent, type WarningRefusal } from '../hazard.ts';

type Calls = Contract['hazard'];

export function warningHandlers({
  store,
  journal,
  gazetteer,
}: Pick<Room, 'store' | 'journal' | 'gazetteer'>): Pick<
  Handlers<Calls>,
  'hazardWarningPage' | 'acknowledgeHazardWarning' | 'handleHazardWarning' | 'closeHazardWarning'
> {
  const named = (warning: HazardWarning): Named<HazardWarning> => withGridName(warning, (no: GridNo) => gazetteer().grids.nameOf(no));

  const answer = async (context: Context, id: string, act: Parameters<typeof answerWarning>[1]) => {
    const after = await journal.transact(context, async (tx) => {
      const before = await tx.hazardWarnings.lockForUpdate(context.scope, id);
      if (!before) throw notFound();
      const answered = answerWarning(before, act);
      if (!answered.ok) throw refusalOf(answered.error, named(before));
      const event = eventOf(context, answered.value, { objectId: id, gridNo: before.gridNo }) as HazardWarningEvent;
      const warning = applyToHazardWarning(before, event, accountOf(context).fullName);
      if (warning === null) throw new Error('a warning that was answered is gone');
      await tx.hazardWarnings.save(warning);
      return { value: warning, happened: [{ event, after: warning }] };
    });
    return named(after);
  };

  return {
    async hazardWarningPage({ scope }, { body }) {
      const { pageNo, pageSize } = body;
      const { total, list } = await store.hazardWarnings.page(scope, filtersOf(body), { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(named) };
    },
    acknowledgeHazardWarning: (context, { body }) => answer(context, body.id, { kind: 'acknowledge' }),
    handleHazardWarning: (context, { body }) => answer(context, body.id, { kind: 'handle', note: body.note.trim() }),
    closeHazardWarning: (context, { body }) => answer(context, body.id, { kind: 'close', note: body.note.trim() }),
  };
}

function refusalOf(error: WarningRefusal, before: Named<HazardWarning>) {
  if (error === 'warning-not-handled') return refused(error);
  const { acknowledged, handled, closed } = before;
  const first = { 'warning-acknowledged': acknowledged, 'warning-handled': handled, 'warning-closed': closed }[error];
  return conflict(before, error, { by: first?.by ?? '' });
}

function filtersOf({ hazardId, level, isOpen, text, beginTime, endTime }: Received<Calls['hazardWarningPage']>['body']) {
  if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
  return {
    hazardId: hazardId ?? undefined,
    level: level ?? undefined,
    isOpen: isOpen ?? undefined,
    text: text?.trim() || undefined,
    begin: beginTime ?? undefined,
    end: endTime ?? undefined,
  };
}
