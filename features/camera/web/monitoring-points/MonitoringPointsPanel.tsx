// 监测信息: the monitoring points of the grid, with their cameras and online states.

import { LayerSwitches } from '@lookout/web/globe/layers/LayerTree.tsx';
import { Nothing, PagedRows, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import type { ShownLayer } from '@lookout/web/stores/layer-registry.ts';
import { useState } from 'react';
import type { OnlineFilter } from '../../parts/cameras.ts';
import { MonitoringPointRow, useFoundGone } from '../../parts/MonitoringPointRow.tsx';
import { OnlineFinder } from '../../parts/OnlineFinder.tsx';
import { useMonitoringPointsMessages } from './messages.ts';
import { chosenPoints, tallyPoints } from './point-facts.ts';

/** Poll interval. No live message publishes whether a point is online. */
const ASKED_AGAIN_MS = 60_000;
const isMonitoring = ({ group }: ShownLayer) => group === 'monitoring';

export function MonitoringPointsPanel() {
  const messages = useMonitoringPointsMessages();
  const client = useClient();
  const [text, setText] = useState('');
  const [state, setState] = useState<OnlineFilter>('all');
  const points = useCall(['tab-monitors'], client.post.monitorsByGrid, { occasion: 'background' }, { refetchInterval: ASKED_AGAIN_MS });
  useFoundGone();
  const tally = tallyPoints(points.data ?? []);
  const shown = chosenPoints(points.data ?? [], text, state);
  return (
    <>
      <div className="tab-filters stack">
        <OnlineFinder label={messages.search} text={text} onText={setText} filter={state} onFilter={setState} tally={tally} />
        <LayerSwitches isWanted={isMonitoring} />
      </div>
      <QueryResult query={points} isEmpty={(all) => all.length === 0} empty={messages.empty}>
        {() => (
          <>
            <p className="tab-total tabular hint">{messages.cameras(tally.cameras, tally.camerasOnline)}</p>
            {shown.length === 0 ? (
              <Nothing {...messages.none} />
            ) : (
              <PagedRows items={shown} keyOf={({ id }) => id} groupOf={({ gridName }) => gridName} label={messages.list}>
                {(point) => <MonitoringPointRow point={point} />}
              </PagedRows>
            )}
          </>
        )}
      </QueryResult>
    </>
  );
}
