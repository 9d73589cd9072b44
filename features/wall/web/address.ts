// The URL of /wall: the link it was opened with, and whether new alarms sound. The token is in the fragment (app/sign-on/arrival.ts).
import { type GridNo, parseGridNo } from '@lookout/domain';

export interface WallAddress {
  /** Sounds only if requested. The browser must also allow sound without a gesture. */
  readonly sounds: boolean;
  /** Restricts the wall to this grid. It can only narrow what the caller may see. */
  readonly gridNo: GridNo | null;
}

export function readWallAddress(search: string): WallAddress {
  const query = new URLSearchParams(search);
  return { sounds: query.get('sound') === 'on', gridNo: parseGridNo(query.get('grid')) };
}
