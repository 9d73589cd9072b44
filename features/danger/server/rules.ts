// The fire-danger rules: the table of LY/T 1172, the holidays, and what raises the warned level. They are set for a grid by users with the
// right to dispatch there.

import { covers, type GridNo } from '@lookout/domain';
import { conflict, invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Handlers } from '@lookout/server/serve/context.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { writeDangerRules } from '../danger.wire.ts';
import { ratingFault } from '../danger-rating.ts';
import { type DangerRules, dangerRulesInForce, wrongHoliday } from '../danger-rules.ts';

const FAULTS = { 'wrong-count': 'rating-count', 'not-ascending': 'rating-order' } as const;

export function rulesHandlers({
  store,
  grids,
  journal,
}: Pick<Room, 'store' | 'grids' | 'journal'>): Pick<Handlers<Contract['danger']>, 'dangerRules' | 'saveDangerRules'> {
  const write = (gridNo: GridNo, rules: readonly DangerRules[]) => {
    const ruleOf = (no: GridNo) => rules.find((one) => one.gridNo === no) ?? null;
    return writeDangerRules(gridNo, dangerRulesInForce(gridNo, ruleOf), ruleOf(gridNo), grids().nameOf);
  };

  return {
    async dangerRules({ scope }, { query: { gridNo } }) {
      if (!covers(scope, gridNo)) throw notFound();
      return write(gridNo, await store.dangerRules.all());
    },

    async saveDangerRules(context, { body: { gridNo, rating, holidays, raising, version } }) {
      const { fullName } = accountOf(context);
      if (!covers(context.scope, gridNo)) throw notFound();
      const fault = rating && ratingFault(rating);
      if (fault) throw invalid(`rating.${fault.part}`, FAULTS[fault.why], { part: fault.part });
      const wrong = holidays && wrongHoliday(holidays);
      if (wrong !== null) throw invalid(`holidays.${wrong}`, 'holiday-days');
      return journal.transact(context, async (tx) => {
        const current = await tx.dangerRules.lock(gridNo);
        if ((current?.version ?? 0) !== version) {
          throw conflict(write(gridNo, await tx.dangerRules.all()), 'danger-rules-changed', { by: current?.changedBy ?? '' });
        }
        const set = { rating, holidays, raising };
        const rules: DangerRules = { gridNo, ...set, version: version + 1, changedBy: fullName, changedAt: context.now };
        await tx.dangerRules.save(rules);
        const event = eventOf(context, { kind: 'danger-rules.saved', payload: { rules } }, { objectId: gridNo, gridNo });
        return { value: write(gridNo, await tx.dangerRules.all()), happened: [{ event, after: rules }] };
      });
    },
  };
}
