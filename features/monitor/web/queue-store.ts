// The queue of a desk, arranged outside of React: the fires, their order, and whether they are shown by area.

import { calmed } from '@lookout/web/shared/services.ts';
import type { LoadState, RecordsRead } from '@lookout/web/stores/live-records.ts';
import type { StoreApi } from 'zustand/vanilla';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import type { IncidentMember } from '../../incident/incident.ts';
import { type AgeOf, type Aging, ageBy } from '../../incident/parts/aging.ts';
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
  /** Load state of the alarms. */
  readonly load: LoadState;
  readonly fireIdOf: FireIdOf;
  readonly isOfBurning: IsOfBurning;
  /** null: fires are not grouped by area. */
  readonly areas: readonly FireArea[] | null;
  /** The alarm rate during a flood; null: no flood. */
  readonly flood: Influx | null;
  readonly isByDanger: boolean;
  /** How long a fire has waited to be taken on. */
  readonly ageOf: AgeOf;
  /** The fires at the top because they are late. */
  readonly risen: readonly string[];
  /** The time for which the queue is arranged and ages are shown, epoch milliseconds. */
  readonly now: number;
}

export interface QueueStore {
  /** Returns the same object until listeners are notified. */
  readonly get: () => ArrangedQueue;
  /** Listeners are notified at once of a single change, and in a stream of changes at most once in `CALM_MS`. */
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
  // Returns a new function whenever an alarm moved to another fire. The list argument only signals the change.
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
      // Areas group the fires of one place, so stepping follows the displayed order. In the order of danger, late fires are not moved up.
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
  /** The value last published while there are listeners: a list that is rendered in slices must not change in between. */
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

/** The parts of the desk on which the queue depends. */
const ARRANGED_BY = ['filter', 'levels', 'arrangement', 'now', 'heldTop'] as const satisfies readonly (keyof DeskState)[];

/** Computes its result again only if an argument has changed. */
function remembered<A extends readonly unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  let last: { readonly args: A; readonly result: R } | null = null;
  return (...args) => {
    if (last === null || args.some((arg, index) => arg !== last?.args[index])) last = { args, result: work(...args) };
    return last.result;
  };
}
