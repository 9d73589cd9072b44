// The first officer's guide of the demo: its steps, and where this officer stands in it. It points and tells; it makes no act.
import type { Capability } from '@lookout/domain';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { perSession } from '../../../shared/services.ts';

export const GUIDE_STEPS = ['list', 'popup', 'camera', 'judge', 'dispatch', 'close'] as const;
export type GuideStepId = (typeof GUIDE_STEPS)[number];

export interface GuideStep {
  readonly id: GuideStepId;
  readonly right: Capability;
  /** Where it points: the first of these that is on the page. */
  readonly targets: readonly string[];
}

const POPUP = '.fire-popup';
const ROW = `${POPUP} .popup-actions`;

const STEPS: Readonly<Record<GuideStepId, Omit<GuideStep, 'id'>>> = {
  list: { right: 'watch-alarms', targets: ['.warning-panel', '.warning-rail'] },
  popup: { right: 'watch-alarms', targets: [POPUP] },
  camera: { right: 'watch-video', targets: [`${POPUP} .look-here`] },
  judge: { right: 'act-on-alarms', targets: [`${ROW} [data-action="judge"]`, ROW] },
  dispatch: { right: 'dispatch', targets: [`${ROW} [data-action="dispatch"]`, ROW] },
  close: { right: 'act-on-alarms', targets: [`${ROW} [data-action="close"]`, '.warning-panel .burning', ROW, '.warning-rail'] },
};

/** The steps of an officer: none about what he may not do. */
export const guideStepsFor = (rights: ReadonlySet<Capability>): readonly GuideStep[] =>
  GUIDE_STEPS.map((id) => ({ id, ...STEPS[id] })).filter(({ right }) => rights.has(right));

/** Where the guide stands. */
export interface GuideState {
  readonly isOpen: boolean;
  /** Index of the step. */
  readonly at: number;
}

export interface Guide {
  readonly store: StoreApi<GuideState>;
  /** From the first step; `again`: though this officer has had it. */
  readonly begin: (how?: 'again') => void;
  readonly goTo: (at: number) => void;
  /** Finished or skipped: it does not begin by itself any more. */
  readonly end: () => void;
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;
const keptOf = (account: string): string => `guide.${account}`;
const HAD = 'had';

/** @param account by which this browser remembers who has had it */
export function createGuide(storage: TextStorage, account: string): Guide {
  const store = createStore<GuideState>(() => ({ isOpen: false, at: 0 }));
  return {
    store,
    begin: (how) => {
      if (how === 'again' || storage.getItem(keptOf(account)) !== HAD) store.setState({ isOpen: true, at: 0 });
    },
    goTo: (at) => store.setState({ at }),
    end: () => {
      storage.setItem(keptOf(account), HAD);
      store.setState({ isOpen: false });
    },
  };
}

export const guideOf = perSession(({ session }) => createGuide(localStorage, session.get().accid ?? ''));
