// The icons of the menus. The menu list (specification §6) gives their names; they are drawn here.
import {
  AimOutlined,
  AlertOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BellOutlined,
  BulbOutlined,
  CalculatorOutlined,
  CarryOutOutlined,
  CompassOutlined,
  DatabaseOutlined,
  ExperimentOutlined,
  EyeOutlined,
  FileProtectOutlined,
  FileSearchOutlined,
  FireOutlined,
  HistoryOutlined,
  PhoneOutlined,
  RadarChartOutlined,
  ReadOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  SoundOutlined,
  TeamOutlined,
  ToolOutlined,
  VideoCameraOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import './pieces.css';

const ICONS: Readonly<Record<string, ComponentType<{ readonly 'aria-hidden': 'true'; readonly className: string }>>> = {
  monitor: RadarChartOutlined,
  replay: VideoCameraOutlined,
  device: CompassOutlined,
  geologic: BarChartOutlined,
  alarm: AlertOutlined,
  ranger: TeamOutlined,
  decision: BulbOutlined,
  fireReport: FileProtectOutlined,
  emergencyPlan: ReadOutlined,
  warning: SoundOutlined,
  dangerRules: CalculatorOutlined,
  sites: AimOutlined,
  coverage: EyeOutlined,
  knownHeat: FireOutlined,
  deskReplay: HistoryOutlined,
  notifications: BellOutlined,
  record: FileSearchOutlined,
  task: CarryOutOutlined,
  geologicHazard: WarningOutlined,
  monitorConfig: SettingOutlined,
  admin: ToolOutlined,
  exercise: ExperimentOutlined,
  sos: PhoneOutlined,
  safety: SafetyCertificateOutlined,
  resource: DatabaseOutlined,
};

/** The names that a menu's icon may have. */
export const MENU_ICONS: readonly string[] = Object.keys(ICONS);

/** An unknown or missing name is drawn as a plain tile, so that every item has an icon. */
export function MenuIcon({ name }: { readonly name: string | null }) {
  const Icon = (name !== null && Object.hasOwn(ICONS, name) && ICONS[name]) || AppstoreOutlined;
  return <Icon aria-hidden="true" className="menu-icon" />;
}
