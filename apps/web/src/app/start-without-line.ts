// The ranger's page opens without a line: where the server does not answer, the user info kept on this phone stands in.
import { isLineLost } from '@lookout/client';

interface Start {
  readonly load: () => Promise<void>;
  /** @returns false: nothing is kept for this account */
  readonly recall: () => Promise<boolean>;
  /** Resolves when the server has had long enough: on a bad line a call may hang for minutes. */
  readonly patience: () => Promise<void>;
}

/** @throws the failure of `load` when it was refused, or when nothing is kept */
export async function loadOrRecall({ load, recall, patience }: Start): Promise<void> {
  const loading = load();
  try {
    const isLate = await Promise.race([loading.then(() => false), patience().then(() => true)]);
    if (isLate && !(await recall())) await loading;
  } catch (error) {
    if (!isLineLost(error) || !(await recall())) throw error;
  }
  // Its answer, when it comes at last, replaces what was kept; its failure is the page's banner.
  loading.catch(() => undefined);
}
