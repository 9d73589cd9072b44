// External sign-on, and the grids an account may act for: its own, further ones granted to it, and everything below them.
import { covers, eventObject, type GridNo, parseGridNo } from '@lookout/domain';

/** Ways of external sign-on. `portal`: with a token of an external portal; `oidc`: through an OpenID Connect provider. */
export type SignOnWay = 'portal' | 'oidc';

/** Events of an account. No state is derived from them: sessions have a separate table. */
export interface AccountPayloads {
  /** A sign-on through another system. A login by password is recorded in the audit only. */
  'account.signed-on': { readonly way: SignOnWay };
  /** One of the account's sessions now acts for another grid. */
  'account.switched-grid': { readonly from: GridNo; readonly to: GridNo };
}

interface GridHolder {
  readonly gridNo: GridNo;
  /** Grids granted in addition to the account's own grid. */
  readonly grids: readonly GridNo[];
}

/** The grids of an account, its own first. A grid that another of them covers is left out. */
export function ownGrids({ gridNo, grids }: GridHolder): readonly GridNo[] {
  const all = [...new Set([gridNo, ...grids])];
  return all.filter((no) => no === gridNo || !all.some((other) => other !== no && covers(other, no)));
}

/** The fire-alarm topic of a session: the account's own topic if it lies in the grid acted for, otherwise that grid. */
export const topicWithin = (gridNo: GridNo, topic: string | null): GridNo => {
  const own = parseGridNo(topic);
  return own !== null && covers(gridNo, own) ? own : gridNo;
};

/** Whether a session of this account may act for a grid. */
export const mayActFor = (holder: GridHolder, no: GridNo): boolean => ownGrids(holder).some((held) => covers(held, no));

export const accountObject = eventObject<AccountPayloads, null>()({
  // The state is stored outside the event log.
  apply: null,
  keeping: {
    'account.signed-on': 'never',
    'account.switched-grid': 'never',
  },
});
