// What an account has spent of its budgets of one day, counted across all servers.
import { sql } from 'kysely';
import type { Db } from '../sql.ts';

export type DailyBudgets = ReturnType<typeof dailyBudgetsRepository>;

/** One budget of one account on one day. */
export interface DailySpending {
  /** Day in Beijing time, `2026-11-25`. */
  readonly day: string;
  readonly budget: string;
  readonly accountId: string;
}

export function dailyBudgetsRepository(db: Db) {
  return {
    /** Takes an amount, whole or not at all. @returns false when more than `most` would be spent */
    async take({ day, budget, accountId }: DailySpending, amount: number, most: number): Promise<boolean> {
      if (amount > most) return false;
      const { rows } = await sql`
        insert into daily_spent (day, budget, account_id, amount) values (${day}, ${budget}, ${accountId}, ${amount})
        on conflict (account_id, budget, day) do update set amount = daily_spent.amount + excluded.amount
          where daily_spent.amount + excluded.amount <= ${most}
        returning amount`.execute(db);
      return rows.length > 0;
    },

    /** Returns an amount that was taken but not used. */
    async giveBack({ day, budget, accountId }: DailySpending, amount: number): Promise<void> {
      await sql`update daily_spent set amount = greatest(0, amount - ${amount})
        where day = ${day} and budget = ${budget} and account_id = ${accountId}`.execute(db);
    },

    /** Deletes the spending of earlier days. */
    async prune(day: string): Promise<void> {
      await sql`delete from daily_spent where day < ${day}`.execute(db);
    },
  };
}
