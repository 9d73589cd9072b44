// What a second look (自动复核) found at the place of an alarm, as the alarm's history states it.

/**
 * `smoke`: a camera shows smoke. `nothing`: cameras show none. `unclear`: their pictures do not decide it. `unseen`: no camera sees the
 * place. `none`: cameras see it, but none took pictures.
 */
export const LOOK_RESULTS = ['smoke', 'nothing', 'unclear', 'unseen', 'none'] as const;
export type LookResult = (typeof LOOK_RESULTS)[number];
