// What the address of /wall says: which link it was opened by, and whether new alarms sound. Its token is in the fragment (app/sign-on/arrival.ts).
import { type GridNo, parseGridNo } from '@lookout/domain';

export interface WallAddress {
  /** Sounds only if asked to: the browser must allow sound without a gesture too. */
  readonly sounds: boolean;
  /** Narrows the wall, never widens it. */
  readonly gridNo: GridNo | null;
}

export function readWallAddress(search: string): WallAddress {
  const query = new URLSearchParams(search);
  return { sounds: query.get('sound') === 'on', gridNo: parseGridNo(query.get('grid')) };
}
