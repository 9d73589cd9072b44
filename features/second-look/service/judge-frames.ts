// The verdict on the pictures of one pose.
import { createDetector, type Frame, type FrameFault, type Thresholds } from '@lookout/smoke';
import { LEAST_FRAMES, type LookReason, type LookVerdict, type LookView } from '../second-look.ts';

export interface Judged {
  readonly verdict: LookVerdict;
  readonly reason: LookReason | null;
  readonly box: LookView['box'];
}

const REASON_OF_FAULT: Readonly<Record<FrameFault, LookReason>> = { size: 'unsteady', small: 'no-picture', dark: 'dark', frozen: 'frozen' };

/** @param frames of one pose, in the order in which they were taken */
export function judgeLook(frames: readonly Frame[], thresholds?: Thresholds): Judged {
  const [first] = frames;
  if (first === undefined) return { verdict: 'unclear', reason: 'no-picture', box: null };
  const detector = createDetector();
  const pose = detector.pose(first.width, first.height);
  const faults = new Map<FrameFault, number>();
  let good = 0;
  for (const frame of frames) {
    const { finds, fault } = detector.see(pose, frame, thresholds);
    if (fault !== null) faults.set(fault, (faults.get(fault) ?? 0) + 1);
    else good += 1;
    const [find] = finds.toSorted((a, b) => b.score - a.score);
    if (find !== undefined) {
      const [left, top, right, bottom] = find.box;
      const box = [left / first.width, top / first.height, right / first.width, bottom / first.height] as const;
      return { verdict: 'smoke', reason: null, box };
    }
  }
  if (good >= LEAST_FRAMES) return { verdict: 'nothing', reason: null, box: null };
  const [worst] = [...faults].toSorted((a, b) => b[1] - a[1]);
  return { verdict: 'unclear', reason: worst === undefined ? 'few' : REASON_OF_FAULT[worst[0]], box: null };
}
