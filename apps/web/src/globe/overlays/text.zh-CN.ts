// Names of the layers that the tabs of the monitor feed, and what they write on the map.
export const overlaysZh = {
  weather: '气象（气象信息中查看的地方）',
  risk: '火险等级（打开标签页时）',
  burnings: '用火报备',
  /** Beaufort. */
  windScale: (scale: string): string => `${scale}级`,
};
