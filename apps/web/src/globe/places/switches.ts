// What of resources, monitoring points and people can be switched, as rows for the layer tree. A click there goes no further than the map.
import { RESOURCE_KINDS, type ResourceKind } from '@lookout/domain';
import type { LayerRow } from '../../stores/layer-registry.ts';
import type { GlobeRoom } from '../room.ts';
import { globeEn } from '../text.en.ts';
import { globeZh } from '../text.zh-CN.ts';

/** `visible` is how it stands before anybody chooses. */
export type PlaceSwitch = Pick<LayerRow, 'id' | 'group' | 'title' | 'visible' | 'setVisible'>;

type Room = Pick<GlobeRoom, 'resources' | 'showPlaces'>;
type NamedLayer = 'rangers' | 'tasks' | 'counts' | 'circles' | 'sectors';

const named = (name: NamedLayer) => ({ zh: globeZh.layers[name], en: globeEn.layers[name] });
const kindName = (kind: ResourceKind | 'monitor') => ({ zh: globeZh.near.kindNames[kind], en: globeEn.near.kindNames[kind] });

/** The office layer of specification §4 is the row of the command posts, the monitoring layer the row of the monitoring points. */
export function placeSwitches({ resources, showPlaces }: Room): readonly PlaceSwitch[] {
  return [
    ...RESOURCE_KINDS.map(
      (kind): PlaceSwitch => ({
        ...{ id: `resource.${kind}`, group: 'resources', title: kindName(kind), visible: resources.shows(kind) },
        setVisible: (visible) => void resources.showKind(kind, visible),
      }),
    ),
    {
      ...{ id: 'place-counts', group: 'resources', title: named('counts'), visible: true },
      setVisible: (visible) => showPlaces('place-counts', visible),
    },
    {
      ...{ id: 'monitors', group: 'monitoring', title: kindName('monitor'), visible: resources.shows('monitor') },
      setVisible: (visible) => void resources.showKind('monitor', visible),
    },
    {
      ...{ id: 'monitor-circles', group: 'monitoring', title: named('circles'), visible: false },
      setVisible: (visible) => showPlaces('monitor-circles', visible),
    },
    {
      ...{ id: 'monitor-sectors', group: 'monitoring', title: named('sectors'), visible: false },
      setVisible: (visible) => showPlaces('monitor-sectors', visible),
    },
    {
      ...{ id: 'rangers', group: 'people', title: named('rangers'), visible: true },
      setVisible: (visible) => showPlaces('rangers', visible),
    },
    { ...{ id: 'tasks', group: 'people', title: named('tasks'), visible: true }, setVisible: (visible) => showPlaces('tasks', visible) },
  ];
}
