// A monitoring point in a list: online state and cameras; a click opens it on the map.

import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useFly, useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { useEffect } from 'react';
import { useResourceCatalogue } from '../../resource/parts/resource-catalogue.ts';
import type { TalliedPoint } from '../camera.ts';

export function MonitoringPointRow({ point, note }: { readonly point: TalliedPoint; readonly note?: string }) {
  const messages = useGlobeMessages().monitorRow;
  const open = useOpenMonitoringPoint();
  return (
    <button type="button" className="list-row" onClick={() => open(point)}>
      <span className="row-name cut">{point.name}</span>
      <span className="tag" data-state={point.online ? 'online' : 'offline'}>
        {point.online ? messages.states.online : messages.states.offline}
      </span>
      <span className="row-second tabular hint">
        {note && `${note} · `}
        {messages.camerasOf(point.cameraCount, point.onlineCount)}
      </span>
    </button>
  );
}

/** Removes the opened point from the map when its list closes. */
export function useFoundGone(): void {
  const resources = useResourceCatalogue();
  useEffect(() => () => resources.showFound([]), [resources]);
}

/** Flies to a monitoring point and opens its card, as a click on the map would. */
function useOpenMonitoringPoint(): (point: TalliedPoint) => void {
  const room = useGlobeRoom();
  const resources = useResourceCatalogue();
  const fly = useFly();
  const messages = useGlobeMessages().monitorRow;
  return (point) => {
    const { cameraCount, onlineCount, resourceCode: code, groundHeightMetres: heightMetres, ...asset } = point;
    const attributes = { [messages.cameraCount]: cameraCount, [messages.onlineCount]: onlineCount };
    resources.showFound([{ ...asset, kind: 'monitoring-point', code, heightMetres, attributes }]);
    fly({ ...point.position, label: point.name });
    room.pointAt({ kind: 'resource', id: point.id, ...point.position });
  };
}
