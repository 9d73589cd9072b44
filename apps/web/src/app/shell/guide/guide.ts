// The demo's guide for new officers: its steps, and how far this officer has come. It points and explains; it never acts for the officer.
import type { Capability } from '@lookout/domain';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { perSession } from '../../../shared/services.ts';

export const GUIDE_STEPS = ['list', 'popup', 'camera', 'judge', 'dispatch', 'close'] as const;
export type GuideStepId = (typeof GUIDE_STEPS)[number];

export interface GuideStep {
  readonly id: GuideStepId;
  readonly right: Capability;
  /** Selectors of the step's target: the first that is found on the page is used. */
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

/** The steps for an officer, without those for acts he may not perform. */
export const guideStepsFor = (rights: ReadonlySet<Capability>): readonly GuideStep[] =>
  GUIDE_STEPS.map((id) => ({ id, ...STEPS[id] })).filter(({ right }) => rights.has(right));

/** The state of the guide. */
export interface GuideState {
  readonly isOpen: boolean;
  /** Index of the step. */
  readonly at: number;
}

export interface Guide {
  readonly store: StoreApi<GuideState>;
  /** Starts at the first step; `again`: even if this officer has seen the guide. */
  readonly begin: (how?: 'again') => void;
  readonly goTo: (at: number) => void;
  /** Finished or skipped: the guide no longer starts automatically. */
  readonly end: () => void;
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;
const storageKey = (account: string): string => `guide.${account}`;
const HAD = 'had';

/** @param account the key under which this browser stores who has seen the guide */
export function createGuide(storage: TextStorage, account: string): Guide {
  const store = createStore<GuideState>(() => ({ isOpen: false, at: 0 }));
  return {
    store,
    begin: (how) => {
      if (how === 'again' || storage.getItem(storageKey(account)) !== HAD) store.setState({ isOpen: true, at: 0 });
    },
    goTo: (at) => store.setState({ at }),
    end: () => {
      storage.setItem(storageKey(account), HAD);
      store.setState({ isOpen: false });
    },
  };
}

export const guideOf = perSession(({ session }) => createGuide(localStorage, session.get().accid ?? ''));
