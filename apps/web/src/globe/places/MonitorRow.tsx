// A monitoring point in a list: whether it is online, its cameras; a click opens it on the map.
import type { TalliedPoint } from '@lookout/domain';
import { useEffect } from 'react';
import { useFly } from '../use-fly.ts';
import { useGlobeRoom } from '../use-globe-room.ts';
import { useGlobeWords } from '../words.ts';
import { useResourceBook } from './resource-book.ts';

export function MonitorRow({ point, note }: { readonly point: TalliedPoint; readonly note?: string }) {
  const words = useGlobeWords().monitorRow;
  const open = useOpenMonitor();
  return (
    <button type="button" className="list-row" onClick={() => open(point)}>
      <span className="row-name cut">{point.name}</span>
      <span className="tag" data-state={point.online ? 'online' : 'offline'}>
        {point.online ? words.states.online : words.states.offline}
      </span>
      <span className="row-second tabular hint">
        {note && `${note} · `}
        {words.camerasOf(point.cameraCount, point.onlineCount)}
      </span>
    </button>
  );
}

/** What was opened from a list is drawn as long as the list is open. */
export function useFoundGone(): void {
  const resources = useResourceBook();
  useEffect(() => () => resources.showFound([]), [resources]);
}

/** Flies to a monitoring point and opens its card, as a click on the map would. */
function useOpenMonitor(): (point: TalliedPoint) => void {
  const room = useGlobeRoom();
  const resources = useResourceBook();
  const fly = useFly();
  const words = useGlobeWords().monitorRow;
  return (point) => {
    const { cameraCount, onlineCount, resourceCode: code, groundHeightMetres: heightMetres, ...standing } = point;
    const attributes = { [words.cameraCount]: cameraCount, [words.onlineCount]: onlineCount };
    resources.showFound([{ ...standing, kind: 'monitor', code, heightMetres, attributes }]);
    fly({ ...point.position, label: point.name });
    room.pointAt({ kind: 'resource', id: point.id, ...point.position });
  };
}
