// A desk without a browser: the app's own services and providers in a simulated DOM, with an officer logged in and the calls answered by
// the test.

import { permissionCode } from '@lookout/contract';
import { CAPABILITIES, type Capability, type GridNo } from '@lookout/domain';
import type { NamedAlarm } from '@lookout/features/alarm/alarm.ts';
import { alarmRecords } from '@lookout/features/alarm/parts/alarm-records.ts';
import { cleanup, configure, fireEvent, render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import { WAIT_MS } from '../../../../../scripts/lib/deadlines.mjs';
import { currentLanguage } from '../../shared/language.ts';
import { ServicesContext } from '../../shared/services.ts';
import { SilentAudioContext } from '../../shared/testing/sound-page.ts';
import { theme } from '../../shared/theme.ts';
import { type App, createApp } from '../services.ts';
import { ShellProviders } from '../shell/Shell.tsx';
import { createWire, type Wire } from './wire.ts';

/** The officer of Wenchuan county, who has every right there unless the test changes that. */
export const OFFICER = {
  groupId: '513200',
  id: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0001',
  userName: 'wenchuan',
  fullName: '汶川县值班员',
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  headUrl: null,
  topic: '513221',
};

export interface DeskOptions {
  /** The fields in which the officer differs from that of Wenchuan. */
  readonly officer?: Partial<typeof OFFICER>;
  readonly rights?: readonly Capability[];
  /** The address at which the page is opened. */
  readonly at?: string;
  /** The alarms that this desk has loaded. */
  readonly alarms?: readonly NamedAlarm[];
}

export interface Desk {
  readonly app: App;
  readonly wire: Wire;
  readonly user: ReturnType<typeof userEvent.setup>;
  /** Renders part of a page inside the shell. */
  readonly show: (piece: ReactNode) => void;
  /** Renders a page outside the shell. */
  readonly showAlone: (page: ReactNode) => void;
}

// Without antd's style sheets and animations a test takes a fraction of the time.
Object.assign(theme, { zeroRuntime: true, token: { ...theme.token, motion: false } });

// This DOM does not support `<search>`, and React would warn about it.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement', configurable: true });

// There are no styles, so checking whether an element is hidden would only cost time. A failure names the query, without printing the whole page.
configure({ asyncUtilTimeout: WAIT_MS, defaultHidden: true, getElementError: (message) => new Error(message ?? 'not found') });

/** Opens the app without a login. It is closed when the test ends, and must not have logged anything. */
export function openApp({ at = '/' }: Pick<DeskOptions, 'at'> = {}): Desk {
  const wire: Wire = createWire(() => app.session.get().rights);
  const logged: string[] = [];
  history.replaceState(null, '', at);
  stubBrowser();
  vi.spyOn(window, 'fetch').mockImplementation(wire.fetch);
  for (const kind of ['error', 'warn'] as const)
    vi.spyOn(console, kind).mockImplementation((...texts) => void (isSearchUnknown(texts) || logged.push(texts.join(' '))));
  const app: App = createApp(window, currentLanguage);
  onTestFinished(() => {
    cleanup();
    app.session.end();
    localStorage.clear();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    const faults = [...logged, ...wire.faults];
    if (faults.length > 0) throw new Error(`the page was not clean:\n${faults.join('\n')}`);
  });
  const showAlone = (page: ReactNode): void =>
    void render(
      <ServicesContext value={app}>
        <BrowserRouter>{page}</BrowserRouter>
      </ServicesContext>,
    );
  return {
    app,
    wire,
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    show: (piece) => showAlone(<ShellProviders presenter={app.presenter}>{piece}</ShellProviders>),
    showAlone,
  };
}

/** This DOM does not support the element <search>, and React logs that. */
const isSearchUnknown = ([text, tag]: readonly unknown[]): boolean => tag === 'search' && String(text).includes('is unrecognized');

/** Stubs of what this DOM lacks: page sizes, without which a map has no view, and sound. */
function stubBrowser(): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640);
  vi.stubGlobal('AudioContext', SilentAudioContext);
}

export function openDesk({ rights = CAPABILITIES, alarms = [], officer, ...options }: DeskOptions = {}): Desk {
  const desk = openApp(options);
  const { session, records } = desk.app;
  const userDTO = { ...OFFICER, ...officer };
  const { groupId, gridNo, fullName } = userDTO;
  session.begin({
    access_token: 'token',
    token_type: 'Bearer',
    expires_in: 3600,
    gridNo,
    accid: 'accid',
    imToken: '',
    groupId,
    systemName: '林火瞭望',
    fullName,
  });
  session.setInfo({ userDTO, menuDTOS: [], elementCodes: rights.map(permissionCode) });
  records(alarmRecords).load(alarms, 1);
  return desk;
}

/** Enters a text into a field in one step. */
export const fill = (field: HTMLElement, text: string): void => void fireEvent.change(field, { target: { value: text } });
