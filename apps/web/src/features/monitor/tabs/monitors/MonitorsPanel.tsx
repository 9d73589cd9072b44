// 监测信息: the monitoring points of the grid, with their cameras and whether they are online.
import type { TalliedPoint } from '@lookout/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useResourceBook } from '../../../../globe/places/resource-book.ts';
import { useGlobeRoom } from '../../../../globe/use-globe-room.ts';
import { useClient } from '../../../../shared/services.ts';
import { OnlineFinder } from '../../../../shared/video/OnlineFinder.tsx';
import type { OnlineFilter } from '../../../../shared/video/online.ts';
import type { ShownLayer } from '../../../../stores/layer-registry.ts';
import { Asked, Nothing } from '../Asked.tsx';
import { LayerSwitches } from '../LayerSwitches.tsx';
import { PagedRows } from '../PagedRows.tsx';
import { useFly } from '../use-fly.ts';
import { useTabWords } from '../words.ts';
import { chosenMonitors, tallyMonitors } from './monitor-facts.ts';

/** Whether a point is online is told by no live message. */
const ASKED_AGAIN_MS = 60_000;
const isMonitoring = ({ group }: ShownLayer) => group === 'monitoring';

export function MonitorsPanel() {
  const { monitors: words } = useTabWords();
  const client = useClient();
  const [text, setText] = useState('');
  const [state, setState] = useState<OnlineFilter>('all');
  const points = useQuery({
    queryKey: ['tab-monitors'],
    queryFn: ({ signal }) => client.posts.monitorsByGrid({ occasion: 'background', silent: true, signal }),
    refetchInterval: ASKED_AGAIN_MS,
  });
  useFoundGone();
  const tally = tallyMonitors(points.data ?? []);
  const shown = chosenMonitors(points.data ?? [], text, state);
  return (
    <>
      <div className="tab-filters stack">
        <OnlineFinder {...{ label: words.search, text, onText: setText, filter: state, onFilter: setState, tally }} />
        <LayerSwitches isWanted={isMonitoring} />
      </div>
      <Asked query={points} isEmpty={(all) => all.length === 0} empty={words.empty}>
        {() => (
          <>
            <p className="tab-total tabular hint">{words.cameras(tally.cameras, tally.camerasOnline)}</p>
            {shown.length === 0 ? (
              <Nothing {...words.none} />
            ) : (
              <PagedRows items={shown} keyOf={({ id }) => id} groupOf={({ gridName }) => gridName} label={words.list}>
                {(point) => <MonitorRow point={point} />}
              </PagedRows>
            )}
          </>
        )}
      </Asked>
    </>
  );
}

export function MonitorRow({ point, note }: { readonly point: TalliedPoint; readonly note?: string }) {
  const { monitors: words } = useTabWords();
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
  const { monitors: words } = useTabWords();
  return (point) => {
    const { cameraCount, onlineCount, resourceCode: code, groundHeightMetres: heightMetres, ...standing } = point;
    const attributes = { [words.cameraCount]: cameraCount, [words.onlineCount]: onlineCount };
    resources.showFound([{ ...standing, kind: 'monitor', code, heightMetres, attributes }]);
    fly({ ...point.position, label: point.name });
    room.pointAt({ kind: 'resource', id: point.id, ...point.position });
  };
}
