// The data of the bare map, listed field by field so that an alarm's reporter, description and pictures, and a resource's leader and
// telephone are not sent.

import type { Answer } from '@lookout/contract';
import { type Capability, type GridNo, MAP_EMBED_LAYERS, type MapEmbedLayer, withGridName } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { Caller, Handlers } from '@lookout/server/serve/context.ts';
import { readyData } from '@lookout/server/serve/envelope.ts';
import { hasChangesSince } from '@lookout/server/services/changes-since.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { createSharedAnswers } from '@lookout/server/services/shared-answers.ts';
import { mapInSlices } from '@lookout/store';
import { type Alarm, isInProgress, verdictOf } from '../../alarm/alarm.ts';
import type { Contract } from '../../contract.ts';
import type { GridCatalogue } from '../../grid/service/grid-catalogue.ts';
import { MOST_MAP_ALARMS, MOST_MAP_RESOURCES, mapEmbedCalls } from '../map-embed.calls.ts';
import type { MapAlarm } from '../map-embed.ts';

type Reads = Pick<Handlers<Contract['mapEmbed']>, 'mapView' | 'mapAlarms' | 'mapResources'>;

/** The layers that an officer with these rights sees on the map. */
export const layersFor = (rights: ReadonlySet<Capability>): readonly MapEmbedLayer[] =>
  rights.has('watch-alarms') ? MAP_EMBED_LAYERS : ['boundaries'];

const layersOf = (caller: Caller): readonly MapEmbedLayer[] => {
  if (caller.kind === 'embed') return MAP_EMBED_LAYERS.filter((layer) => caller.layers.has(layer));
  return caller.kind === 'account' ? layersFor(caller.rights) : [];
};

export function mapReads({ store, grids, assetIndex, config }: Pick<Room, 'store' | 'grids' | 'assetIndex' | 'config'>): Reads {
  /** The newest alarms on the map: alarms not handled yet, and fires in progress, which are included whatever the window. */
  const onMap = async (scope: GridNo, window: { beginArrived?: Date | undefined; endArrived?: Date | undefined }) => {
    const limit = { limit: MOST_MAP_ALARMS };
    const [open, burning] = await Promise.all([
      store.alarms.list(scope, { ...window, handled: false }, limit),
      store.alarms.list(scope, { inProgress: true }, limit),
    ]);
    const found = new Map([...burning.list, ...open.list].map((alarm) => [alarm.id, alarm]));
    const list = [...found.values()].slice(0, MOST_MAP_ALARMS);
    return { list, isCut: open.more || burning.more || list.length < found.size };
  };

  const sharedAlarms = createSharedAnswers<Answer<Contract['mapEmbed']['mapAlarms']>>();

  return {
    async mapView({ caller, scope }) {
      const grid = grids().find(scope);
      if (grid === null) throw notFound();
      const embed = caller.kind === 'embed' ? caller : null;
      return {
        embedId: embed?.embedId ?? null,
        name: embed?.name ?? null,
        gridNo: grid.no,
        gridName: grid.name,
        centre: grid.centre,
        layers: layersOf(caller),
        expiresAt: embed?.expiresAt ?? null,
        isDemo: config.demo !== 'off',
      };
    },

    async mapAlarms({ scope }, { body: { beginTime, endTime, since } }) {
      if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
      // Read before the alarms, so that a change made meanwhile is reported again by the next call and never lost.
      const head = await store.events.head();
      if (since != null && !(await hasChangesSince(store, since, head, scope))) return { last: head, alarms: null, isCut: false };
      return sharedAlarms(JSON.stringify([scope, head, beginTime, endTime]), async () => {
        const { list, isCut } = await onMap(scope, { beginArrived: beginTime ?? undefined, endArrived: endTime ?? undefined });
        const alarms = await mapInSlices(list, (alarm) => mapAlarmOf(alarm, grids()));
        return readyData(mapEmbedCalls.mapAlarms, { last: head, alarms, isCut });
      });
    },

    async mapResources({ scope }, { body: { box } }) {
      const { list, more } = await assetIndex.assets(scope, { box: box ?? undefined }, MOST_MAP_RESOURCES);
      const { nameOf } = grids();
      const resources = await mapInSlices(list, ({ id, kind, name, gridNo, position, online }) =>
        withGridName({ id, kind, name, gridNo, position, online }, nameOf),
      );
      return { resources, isCut: more };
    },
  };
}

function mapAlarmOf(alarm: Alarm, { nameOf }: Pick<GridCatalogue, 'nameOf'>): MapAlarm {
  const { id, gridNo, position, formattedAddress, observedAt, arrivedAt, facts, response } = alarm;
  const isSatellite = facts.kind === 'satellite';
  return {
    ...withGridName({ id, gridNo, position, formattedAddress, observedAt, arrivedAt }, nameOf),
    kind: facts.kind,
    verdict: verdictOf(response),
    inProgress: isInProgress(response),
    scanKilometres: isSatellite ? facts.scanKilometres : null,
    trackKilometres: isSatellite ? facts.trackKilometres : null,
  };
}
