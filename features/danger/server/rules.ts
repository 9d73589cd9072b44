// The fire-danger rules: the table of LY/T 1172, the holidays, and what raises the warned level. They are set for a grid by users with the
// right to dispatch there.

import { covers, type GridNo, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Handlers } from '@lookout/server/serve/context.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { ratingFault } from '../danger-rating.ts';
import { type DangerRules, dangerRulesInForce, type GridDangerRules, wrongHoliday } from '../danger-rules.ts';

const FAULTS = { 'wrong-count': 'rating-count', 'not-ascending': 'rating-order' } as const;

export function rulesHandlers({
  store,
  grids,
  journal,
}: Pick<Room, 'store' | 'grids' | 'journal'>): Pick<Handlers<Contract['danger']>, 'dangerRules' | 'saveDangerRules'> {
  const rulesIn = (gridNo: GridNo, rules: readonly DangerRules[]): GridDangerRules => {
    const ruleOf = (no: GridNo) => rules.find((one) => one.gridNo === no) ?? null;
    const own = ruleOf(gridNo);
    return {
      ...withGridName({ gridNo }, grids().nameOf),
      ...dangerRulesInForce(gridNo, ruleOf),
      own: own && { version: own.version, changedBy: own.changedBy, changedAt: own.changedAt },
    };
  };

  return {
    async dangerRules({ scope }, { query: { gridNo } }) {
      if (!covers(scope, gridNo)) throw notFound();
      return rulesIn(gridNo, await store.dangerRules.all());
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
          throw conflict(rulesIn(gridNo, await tx.dangerRules.all()), 'danger-rules-changed', { by: current?.changedBy ?? '' });
        }
        const set = { rating, holidays, raising };
        const rules: DangerRules = { gridNo, ...set, version: version + 1, changedBy: fullName, changedAt: context.now };
        await tx.dangerRules.save(rules);
        const event = eventOf(context, { kind: 'danger-rules.saved', payload: { rules } }, { objectId: gridNo, gridNo });
        return { value: rulesIn(gridNo, await tx.dangerRules.all()), happened: [{ event, after: rules }] };
      });
    },
  };
}
