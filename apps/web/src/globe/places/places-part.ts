// Resources, monitoring points, rangers and tasks on the globe, with their rows in the layer tree. A click there goes no further than the map.
import { RESOURCE_KINDS, type ResourceKind } from '@lookout/domain';
import type { PlaceLayers, PlacePart } from '@lookout/map';
import { rangerRecords } from '../../entities/ranger/ranger-records.ts';
import { taskRecords } from '../../entities/task/task-records.ts';
import type { LayerRow } from '../../stores/layer-registry.ts';
import { globeEn, globeZh } from '../messages.ts';
import type { GlobePart } from '../part.ts';
import { wirePlaces } from './place-wiring.ts';
import { type ResourceCatalogue, resourceCatalogueOf } from './resource-catalogue.ts';

/** Circles are dear to drape, and the scan sector moves: both are switched on by who wants them. */
const HIDDEN_AT_FIRST: readonly PlacePart[] = ['monitor-circles', 'monitor-sectors'];

export const places: GlobePart = ({ map, globe, services, now, everyMinute }) => {
  const { layers, session } = services;
  const resources = resourceCatalogueOf(services);
  const drawn = map.mountPlaces(globe);
  for (const part of HIDDEN_AT_FIRST) drawn.show(part, false);
  const seesRangers = session.get().rights.has('see-rangers');
  const rows = placeRows(resources, drawn.show).filter(({ id }) => id !== 'rangers' || seesRangers);
  const handles = rows.map((row) => layers.register(row));
  const wiring = wirePlaces(
    { tasks: services.records(taskRecords), rangers: services.records(rangerRecords), resources },
    drawn,
    now,
    map.aggregationAt,
  );
  everyMinute(wiring.tick);
  const tell = () => {
    const state = resources.state();
    if (state === 'failed') layers.tellGroup('resources', { kind: 'failed', retry: () => void resources.refresh() });
    else if (state === 'loading') layers.tellGroup('resources', { kind: 'loading' });
    else layers.tellGroup('resources', resources.isCut() ? { kind: 'cut', drawn: resources.list().length } : null);
  };
  tell();
  const stop = resources.subscribe(tell);
  return () => {
    stop();
    wiring.stop();
    for (const handle of handles) handle.remove();
    layers.tellGroup('resources', null);
  };
};

type NamedLayer = 'rangers' | 'tasks' | 'counts' | 'circles' | 'sectors';

const named = (name: NamedLayer) => ({ zh: globeZh.layers[name], en: globeEn.layers[name] });
const kindName = (kind: ResourceKind | 'monitor') => ({ zh: globeZh.near.kindNames[kind], en: globeEn.near.kindNames[kind] });

/**
 * The office layer of specification §4 is the row of the command posts, the monitoring layer the row of the monitoring points.
 * In the groups of monitoring and people these stand below where cameras look, and below burnings.
 */
function placeRows(resources: ResourceCatalogue, show: PlaceLayers['show']): readonly LayerRow[] {
  const shownAs = (part: PlacePart) => ({
    ...{ id: part, visible: !HIDDEN_AT_FIRST.includes(part), setVisible: (visible: boolean) => show(part, visible) },
  });
  return [
    ...RESOURCE_KINDS.map(
      (kind): LayerRow => ({
        ...{ id: `resource.${kind}`, group: 'resources', title: kindName(kind), visible: resources.shows(kind) },
        setVisible: (visible) => void resources.showKind(kind, visible),
      }),
    ),
    { ...shownAs('place-counts'), group: 'resources', title: named('counts') },
    {
      ...{ id: 'monitors', group: 'monitoring', title: kindName('monitor'), visible: resources.shows('monitor'), rank: 1 },
      setVisible: (visible) => void resources.showKind('monitor', visible),
    },
    { ...shownAs('monitor-circles'), group: 'monitoring', title: named('circles'), rank: 1 },
    { ...shownAs('monitor-sectors'), group: 'monitoring', title: named('sectors'), rank: 1 },
    { ...shownAs('rangers'), group: 'people', title: named('rangers'), rank: 1 },
    { ...shownAs('tasks'), group: 'people', title: named('tasks'), rank: 1 },
  ];
}
