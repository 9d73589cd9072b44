// The wall of this account in this browser, kept from visit to visit.
import { useEffect, useState } from 'react';
import { useSession } from '../../shared/services.ts';
import { readWall, type Wall, writeWall } from './wall.ts';

export function useWall(): readonly [Wall, (change: (wall: Wall) => Wall) => void] {
  const { accid } = useSession();
  const keptAs = `live-video.wall.${accid ?? ''}`;
  const [wall, change] = useState(() => readWall(localStorage.getItem(keptAs)));
  const kept = writeWall(wall);
  useEffect(() => localStorage.setItem(keptAs, kept), [keptAs, kept]);
  return [wall, change];
}
