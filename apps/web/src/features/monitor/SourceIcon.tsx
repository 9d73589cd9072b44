// The shape of each source as the map draws it (ui.md): satellite ◇, camera ▲, person ●, sensor ■, danger check ⬡. Decorative beside its word.
import type { AlarmKind } from '@lookout/domain';

const PATHS: Readonly<Record<AlarmKind, string>> = {
  satellite: 'M8 1 15 8 8 15 1 8Z',
  camera: 'M8 1.5 15 14.5H1Z',
  report: 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Z',
  smoke: 'M2 2h12v12H2Z',
  danger: 'M8 1 14.5 4.5v7L8 15l-6.5-3.5v-7Z',
};

export const SourceIcon = ({ kind, size = 16 }: { readonly kind: AlarmKind; readonly size?: number }) => (
  <svg className="source-icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[kind]} />
  </svg>
);
