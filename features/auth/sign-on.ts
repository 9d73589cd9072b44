// Signing on, and the grids an account may act for: its own, further ones granted to it, and everything below them.
import { covers, eventObject, type GridNo, parseGridNo } from '@lookout/domain';

/** Ways in from outside. `portal`: by a token of an outside portal; `oidc`: through an OpenID Connect provider. */
export type SignOnWay = 'portal' | 'oidc';

/** The object is the account. No state is made of them: the session itself is in its own table. */
export interface AccountPayloads {
  /** By another system's word; a login by password has its row in the audit alone. */
  'account.signed-on': { readonly way: SignOnWay };
  /** One of its sessions acts for another grid from now on. */
  'account.switched-grid': { readonly from: GridNo; readonly to: GridNo };
}

interface GridHolder {
  readonly gridNo: GridNo;
  /** Granted beside the own one. */
  readonly grids: readonly GridNo[];
}

/** The grids an account holds, its own first; one that another of them covers is left out. */
export function heldGrids({ gridNo, grids }: GridHolder): readonly GridNo[] {
  const all = [...new Set([gridNo, ...grids])];
  return all.filter((no) => no === gridNo || !all.some((other) => other !== no && covers(other, no)));
}

/** The fire-alarm topic of a session: the account's own where it lies in the grid acted for, else that grid. */
export const topicWithin = (gridNo: GridNo, topic: string | null): GridNo => {
  const own = parseGridNo(topic);
  return own !== null && covers(gridNo, own) ? own : gridNo;
};

/** May a session of this account act for a grid? */
export const mayActFor = (holder: GridHolder, no: GridNo): boolean => heldGrids(holder).some((held) => covers(held, no));

export const accountObject = eventObject<AccountPayloads, null>()({
  // Stored beside the log.
  apply: null,
  keeping: {
    'account.signed-on': 'never',
    'account.switched-grid': 'never',
  },
});
