// How a reported burning shows its state, in marks and legends. Loads no Cesium.

/** 待审批: hollow, dashed. Approved, not started yet: hollow. 用火中: filled. 已结束: hollow, grey. 已驳回 and 已撤回: struck through. */
export const BURNING_LOOKS = ['pending', 'coming', 'burning', 'over', 'refused', 'withdrawn'] as const;
export type BurningLook = (typeof BURNING_LOOKS)[number];

export const BURNING_COLOURS: Readonly<Record<BurningLook, string>> = {
  pending: '#facc15',
  coming: '#3ecf8e',
  burning: '#ff9a2e',
  over: '#8e9bb3',
  refused: '#ff7b72',
  withdrawn: '#8e9bb3',
};
