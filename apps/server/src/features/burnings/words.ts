// The states of an application to burn, in words.
import type { BurningState } from '@lookout/domain';

/** What is said to who comes second. */
export const stateWords: Readonly<Record<BurningState, string>> = {
  pending: '待审批',
  approved: '已批准',
  refused: '已驳回',
  withdrawn: '已撤回',
};
