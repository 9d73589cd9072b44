// The queue of a desk, arranged outside of React: which fires, in which order, and whether they are shown by area.

import { calmed } from '@lookout/web/shared/services.ts';
import type { LoadState, RecordsRead } from '@lookout/web/stores/live-records.ts';
import type { StoreApi } from 'zustand/vanilla';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import type { Aging } from '../../alarm/alarm-notices.wire.ts';
import type { IncidentMember } from '../../incident/incident.ts';
import { type AgeOf, ageBy } from '../../incident/parts/aging.ts';
import { type IsOfBurning, isOfBurningBy } from '../../incident/parts/burning.ts';
import { levelsBy, rememberedDanger } from '../../incident/parts/fire-danger.ts';
import { type FireIdOf, fireIdBy } from '../../incident/parts/folding.ts';
import { CALM_MS } from '../../incident/parts/use-fires.ts';
import type { DeskState } from './desk.ts';
import { areasOf, type FireArea, type FloodWatch, type Influx } from './flood.ts';
import { type Queue, queueOf, raised } from './queue.ts';

export interface ArrangedQueue extends Queue {
  /** Every alarm of this desk, newest arrival first. */
  readonly alarms: readonly NamedAlarm[];
  /** Of the alarms. */
  readonly load: LoadState;
  readonly fireIdOf: FireIdOf;
  readonly isOfBurning: IsOfBurning;
  /** null: fires stand by themselves. */
  readonly areas: readonly FireArea[] | null;
  /** What is coming in, while it is a flood. */
  readonly flood: Influx | null;
  readonly isByDanger: boolean;
  /** How long a fire has waited for somebody to take it on. */
  readonly ageOf: AgeOf;
  /** The fires that stand at the top because they are late. */
  readonly risen: readonly string[];
  /** The time it is arranged for and ages are told at, epoch milliseconds. */
  readonly now: number;
}

export interface QueueStore {
  /** The same until its listeners are told. */
  readonly get: () => ArrangedQueue;
  /** Told at once of a single change; in a stream of them at most once in `CALM_MS`. */
  readonly subscribe: (listener: () => void) => () => void;
}

type ArrangingState = Pick<DeskState, (typeof ARRANGED_BY)[number]>;

interface Parts {
  readonly alarms: RecordsRead<NamedAlarm>;
  readonly members: RecordsRead<IncidentMember>;
  readonly modes: Pick<RecordsRead<unknown>, 'subscribe'>;
  readonly desk: Pick<StoreApi<ArrangingState>, 'getState' | 'subscribe'>;
  readonly isEmergency: () => boolean;
  readonly floodIn: FloodWatch;
  readonly aging: Pick<StoreApi<Aging>, 'getState' | 'subscribe'>;
}

export function createQueueStore({ alarms, members, modes, desk, isEmergency, floodIn, aging }: Parts): QueueStore {
  // Another function whenever an alarm went to another fire: the list only says that something has changed.
  const foldedBy = remembered((_: readonly IncidentMember[]) => fireIdBy(members));
  const dangerBy = remembered((levels: DeskState['levels'], _: readonly IncidentMember[]) =>
    rememberedDanger({ levelOf: levelsBy(levels), evidenceOf: (id) => members.get(id)?.evidence }),
  );
  const arranged = remembered(
    (
      alarms: readonly NamedAlarm[],
      load: LoadState,
      fireIdOf: FireIdOf,
      dangerOf: ReturnType<typeof rememberedDanger>,
      filter: DeskState['filter'],
      arrangement: DeskState['arrangement'],
      isEmergency: boolean,
      now: number,
      policies: Aging['policies'],
      heldTop: DeskState['heldTop'],
    ): ArrangedQueue => {
      const flood = floodIn(alarms, fireIdOf, now);
      const isByArea = arrangement === 'areas' || (arrangement === 'auto' && flood !== null);
      const isByDanger = isEmergency || isByArea;
      const isOfBurning = isOfBurningBy(alarms, fireIdOf);
      const queue = queueOf(alarms, filter, now, fireIdOf, isOfBurning, isByDanger ? dangerOf : null);
      const areas = isByArea ? areasOf(queue.shown) : null;
      const ageOf = ageBy({ policies, isOfBurning, evidenceOf: (id) => members.get(id)?.evidence, now });
      // Areas put the fires of one place together: steps follow what is seen. By danger a late fire stands where its danger puts it.
      const { shown, risen } = isByDanger
        ? { shown: areas?.flatMap(({ fires }) => fires) ?? queue.shown, risen: [] }
        : raised(queue.shown, ageOf, now, heldTop);
      return { ...queue, shown, risen, ageOf, areas, alarms, load, fireIdOf, isOfBurning, flood, isByDanger, now };
    },
  );
  const arrange = (): ArrangedQueue => {
    const { levels, filter, arrangement, now, heldTop } = desk.getState();
    const { policies } = aging.getState();
    const [fireIdOf, dangerOf] = [foldedBy(members.list()), dangerBy(levels, members.list())];
    return arranged(alarms.list(), alarms.state(), fireIdOf, dangerOf, filter, arrangement, isEmergency(), now, policies, heldTop);
  };

  const listeners = new Set<() => void>();
  /** While somebody listens, what was told last: a list that is drawn in slices must not change meanwhile. */
  let told: ArrangedQueue | null = null;
  let stops: readonly (() => void)[] = [];
  const tell = () => {
    told = null;
    for (const listener of [...listeners]) listener();
  };
  const listen = () => [
    calmed(alarms.subscribe, CALM_MS)(tell),
    calmed(members.subscribe, CALM_MS)(tell),
    modes.subscribe(tell),
    aging.subscribe(({ policies }, before) => {
      if (policies !== before.policies) tell();
    }),
    desk.subscribe((next, before) => {
      if (ARRANGED_BY.some((key) => next[key] !== before[key])) tell();
    }),
  ];
  return {
    get: () => {
      if (listeners.size === 0) return arrange();
      told ??= arrange();
      return told;
    },
    subscribe: (listener) => {
      if (listeners.size === 0) stops = listen();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const stop of stops) stop();
        told = null;
      };
    },
  };
}

/** What of the desk the queue goes by. */
const ARRANGED_BY = ['filter', 'levels', 'arrangement', 'now', 'heldTop'] as const satisfies readonly (keyof DeskState)[];

/** Works its result out anew only when an argument is another one than before. */
function remembered<A extends readonly unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  let last: { readonly args: A; readonly result: R } | null = null;
  return (...args) => {
    if (last === null || args.some((arg, index) => arg !== last?.args[index])) last = { args, result: work(...args) };
    return last.result;
  };
}
