// Opens the ranger's page offline: where the server does not answer, the user info stored on this phone is used.
import { isLineLost } from '@lookout/client';

interface Start {
  readonly load: () => Promise<void>;
  /** @returns false: nothing is stored for this account */
  readonly recall: () => Promise<boolean>;
  /** Resolves when the wait for the server is over: on a bad connection a call may hang for minutes. */
  readonly patience: () => Promise<void>;
}

/** @throws the failure of `load` when it was refused, or when nothing is stored */
export async function loadOrRecall({ load, recall, patience }: Start): Promise<void> {
  const loading = load();
  try {
    const isLate = await Promise.race([loading.then(() => false), patience().then(() => true)]);
    if (isLate && !(await recall())) await loading;
  } catch (error) {
    if (!isLineLost(error) || !(await recall())) throw error;
  }
  // A late answer replaces the stored user info; a late failure is shown by the page's banner.
  loading.catch(() => undefined);
}
