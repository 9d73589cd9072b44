import type { overlaysZh } from './text.zh-CN.ts';

export const overlaysEn: typeof overlaysZh = {
  weather: 'Weather (as the tab shows it)',
  risk: 'Fire risk (while its tab is open)',
  burnings: 'Reported burnings',
  windScale: (scale) => `force ${scale}`,
};
