// The reporting rules in force: those of the region, with the administrators' changes and confirmations.

import { covers, withGridName } from '@lookout/domain';
import { REPORTING_RULES, type RegionId } from '@lookout/region';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import type { Repositories } from '../../store.ts';
import type { StoredRule } from '../due-reports.store.ts';
import { confirmedRule, type ReportingRule, revisedRule } from '../reporting-rule.ts';

type Calls = Contract['reporting'];
type RuleCalls = Pick<Calls, 'reportingRuleList' | 'reviseReportingRule' | 'confirmReportingRule'>;

/** In the order of the region's own list. Rows of a rule that the region no longer has are left out. */
export async function rulesInForce({ dueReports }: Pick<Repositories, 'dueReports'>, region: RegionId): Promise<ReportingRule[]> {
  const stored = new Map((await dueReports.rules()).map((rule): [string, StoredRule] => [rule.id, rule]));
  return REPORTING_RULES[region].map((rule) => ({ ...rule, ...stored.get(rule.id) }));
}

/** Whether this deployment has any rules. */
export const hasRules = (region: RegionId): boolean => REPORTING_RULES[region].some(() => true);

export function ruleHandlers({ store, grids, journal, config }: Pick<Room, 'store' | 'grids' | 'journal' | 'config'>): Handlers<RuleCalls> {
  const named = (rule: ReportingRule) => withGridName(rule, grids().nameOf);

  /** Saves a change of a rule whose grid lies in the officer's grid. @param revision the revision that the officer saw */
  const change = (
    context: Context,
    { id, revision }: { readonly id: string; readonly revision: number },
    isConfirmation: boolean,
    decide: (rule: ReportingRule) => ReportingRule,
  ) =>
    journal.transact(context, async (tx) => {
      const find = async () => (await rulesInForce(tx, config.region)).find((one) => one.id === id);
      const before = await find();
      if (before === undefined || !covers(context.scope, before.gridNo)) throw notFound();
      context.audit.target('reporting-rule', before.id, before.gridNo);
      const revised = (now: ReportingRule) =>
        conflict(named(now), 'report-rule-revised', { by: now.changed?.by ?? now.confirmed?.by ?? '' });
      if (before.revision !== revision) throw revised(before);
      const rule = decide(before);
      if (!(await tx.dueReports.saveRule(rule))) throw revised((await find()) ?? before);
      const event = eventOf(
        context,
        { kind: 'reporting-rule.saved', payload: { rule, isConfirmation } },
        { objectId: id, gridNo: rule.gridNo },
      );
      return { value: named(rule), happened: [{ event, after: rule }] };
    });

  return {
    async reportingRuleList() {
      return { rows: (await rulesInForce(store, config.region)).map(named) };
    },

    reviseReportingRule: (context, { params: { id }, body: { revision, ...terms } }) =>
      change(context, { id, revision }, false, (rule) => {
        if (terms.condition.kind !== rule.condition.kind) throw invalid('condition.kind', 'report-rule-condition');
        return revisedRule(rule, terms, accountOf(context).fullName, context.now);
      }),

    confirmReportingRule: (context, { body }) =>
      change(context, body, true, (rule) => {
        if (rule.confirmed !== null) throw refused('report-rule-confirmed');
        return confirmedRule(rule, accountOf(context).fullName, context.now);
      }),
  };
}
