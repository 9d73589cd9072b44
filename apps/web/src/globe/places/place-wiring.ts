// Carries tasks in hand, rangers, resources and their counts from the stores to the globe's layers, past React.
import { isInHand, type ListedRanger, type NamedTask } from '@lookout/domain';
import type { MarkPart, PlaceLayers, PlaceMark } from '@lookout/map';
import type { RecordsRead } from '../../stores/records.ts';
import { isOnlineAt, markOfCount, markOfRanger, markOfResource, markOfTask } from './place-marks.ts';
import type { CountLevel, ResourceCatalogue, SeenFrom } from './resource-catalogue.ts';

type Target = Pick<PlaceLayers, 'apply' | 'count' | 'onSeen'>;

export interface PlaceWiring {
  /** By the minute: who was online may not be any more, and a tower may have fallen silent. */
  readonly tick: () => void;
  readonly stop: () => void;
}

/** What stands on the map is asked for again so often. */
const REFRESH_MS = 5 * 60_000;
const LEVELS = ['prefecture', 'county'] as const satisfies readonly CountLevel[];

/**
 * @param now the server's clock, epoch milliseconds
 * @param stepAt how resources are drawn at a camera height (`aggregationAt` of the map)
 */
export function wirePlaces(
  stores: { readonly tasks: RecordsRead<NamedTask>; readonly rangers: RecordsRead<ListedRanger>; readonly resources: ResourceCatalogue },
  target: Target,
  now: () => number,
  stepAt: (heightMetres: number) => SeenFrom['step'],
): PlaceWiring {
  const { tasks, rangers, resources } = stores;
  /** Who is drawn, and whether as online: the minute touches only whom it changes. */
  const people = new Map<string, { readonly ranger: ListedRanger; readonly isOnline: boolean }>();

  const put = (part: MarkPart, marks: readonly (PlaceMark | null)[], removals: readonly string[]) => {
    const upserts = marks.filter((mark) => mark !== null);
    if (upserts.length > 0 || removals.length > 0) target.apply(part, { upserts, removals });
  };
  const putTasks = (changed: readonly NamedTask[], gone: readonly string[]) =>
    put('tasks', changed.filter(isInHand).map(markOfTask), [...gone, ...changed.filter((task) => !isInHand(task)).map(({ id }) => id)]);
  const putRangers = (changed: readonly ListedRanger[], gone: readonly string[]) => {
    for (const id of gone) people.delete(id);
    for (const ranger of changed) people.set(ranger.userId, { ranger, isOnline: isOnlineAt(ranger, now()) });
    put(
      'rangers',
      changed.map((ranger) => markOfRanger(ranger, now())),
      gone,
    );
  };
  let counted: readonly unknown[] = [];
  let refreshedAt = now();
  const putCounts = () => {
    const rows = LEVELS.map((level) => resources.counts(level));
    // Filtered anew at each asking: what is the same is not drawn again.
    const flat = rows.flat();
    if (flat.length === counted.length && flat.every((row, index) => row === counted[index])) return;
    counted = flat;
    for (const [index, level] of LEVELS.entries()) target.count(level, (rows[index] ?? []).map(markOfCount));
  };
  const putResources: Parameters<ResourceCatalogue['subscribe']>[0] = ({ upserted, removed }) => {
    put('resources', upserted.filter(({ kind }) => kind !== 'monitor').map(markOfResource), removed);
    put('monitors', upserted.filter(({ kind }) => kind === 'monitor').map(markOfResource), removed);
    putCounts();
  };

  putTasks(tasks.list(), []);
  putRangers(rangers.list(), []);
  putResources({ upserted: resources.list(), removed: [] });
  const stops = [
    tasks.subscribe(({ upserted, removed }) => putTasks(upserted, removed)),
    rangers.subscribe(({ upserted, removed }) => putRangers(upserted, removed)),
    resources.subscribe(putResources),
    target.onSeen(({ heightMetres, box }) => void resources.look({ step: stepAt(heightMetres), box })),
  ];
  return {
    tick: () => {
      const changed = [...people.values()].filter(({ ranger, isOnline }) => isOnlineAt(ranger, now()) !== isOnline);
      putRangers(
        changed.map(({ ranger }) => ranger),
        [],
      );
      if (now() - refreshedAt < REFRESH_MS) return;
      refreshedAt = now();
      void resources.refresh();
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
