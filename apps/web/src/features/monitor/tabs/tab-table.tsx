// The tabs of the bottom bar (specification §2 "Bottom tab toggles") as ONE table: bar and panels are read from it.
import {
  AlertOutlined,
  BellOutlined,
  CloudOutlined,
  FileProtectOutlined,
  ForkOutlined,
  RadarChartOutlined,
  SafetyOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import type { RightCode } from '@lookout/domain';
import { type ComponentType, lazy } from 'react';
import type { LeftTab, RightTab } from './tabs.ts';

interface TabRow<Id> {
  readonly id: Id;
  readonly right: RightCode;
  readonly Icon: ComponentType;
  /** null: the page draws it itself (实时预警 is the queue). */
  readonly Panel: ComponentType | null;
}

const Forest = lazy(async () => ({ default: (await import('./forest/ForestPanel.tsx')).ForestPanel }));
const Monitors = lazy(async () => ({ default: (await import('./monitors/MonitorsPanel.tsx')).MonitorsPanel }));
const Weather = lazy(async () => ({ default: (await import('./weather/WeatherTab.tsx')).WeatherTab }));
const Risk = lazy(async () => ({ default: (await import('./risk/RiskPanel.tsx')).RiskPanel }));
const Search = lazy(async () => ({ default: (await import('./search/SearchPanel.tsx')).SearchPanel }));
const Burning = lazy(async () => ({ default: (await import('./burning/BurningTab.tsx')).BurningTab }));
const Posts = lazy(async () => ({ default: (await import('./posts/PostsPanel.tsx')).PostsPanel }));

export const LEFT_ROWS: readonly TabRow<LeftTab>[] = [
  { id: 'forest', right: 'bpMonitor', Icon: ForkOutlined, Panel: Forest },
  { id: 'monitors', right: 'bpMonitor', Icon: RadarChartOutlined, Panel: Monitors },
  { id: 'weather', right: 'bpMonitor', Icon: CloudOutlined, Panel: Weather },
  { id: 'risk', right: 'bpMonitor', Icon: AlertOutlined, Panel: Risk },
];

export const RIGHT_ROWS: readonly TabRow<RightTab>[] = [
  { id: 'search', right: 'bpMonitor', Icon: SearchOutlined, Panel: Search },
  { id: 'burning', right: 'bpMonitor', Icon: FileProtectOutlined, Panel: Burning },
  { id: 'warning', right: 'bpMonitor', Icon: BellOutlined, Panel: null },
  { id: 'posts', right: 'bpMonitor', Icon: SafetyOutlined, Panel: Posts },
];
